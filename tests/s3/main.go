// Command s3 is a store that speaks S3, for the tests of backups in one: versitygw over a folder, whose subfolders are its buckets.
//
//	s3 FOLDER ADDRESS KEY SECRET
//
// ADDRESS is host:port on loopback. It ends on SIGTERM, on SIGINT and when its standard input is closed.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("s3 FOLDER ADDRESS KEY SECRET")
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	folder, err := filepath.Abs(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	// beside the folder, since not every file system keeps attributes
	about := filepath.Join(filepath.Dir(folder), "attributes-of-"+filepath.Base(folder))
	if err := os.MkdirAll(about, 0o700); err != nil {
		log.Fatal(err)
	}
	attributes, err := meta.NewSideCar(about)
	if err != nil {
		log.Fatal(err)
	}
	store, err := posix.New(folder, attributes, posix.PosixOpts{SideCarDir: about})
	if err != nil {
		log.Fatal(err)
	}
	config := &embedgw.Config{
		RootUserAccess:    os.Args[3],
		RootUserSecret:    os.Args[4],
		Ports:             []string{os.Args[2]},
		MaxConnections:    100,
		MaxRequests:       100,
		MultipartMaxParts: 10_000,
		Quiet:             true,
	}
	if err := embedgw.RunVersityGW(ctx, store, config); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}
