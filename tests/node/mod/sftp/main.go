// Command sftpgo stands in for SFTPGo: what of its settings the charts use, read from the same variables.
package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"io/fs"
	"log"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

type user struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Home     string `json:"home_dir"`
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 || os.Args[1] != "serve" {
		log.Fatal("usage: sftpgo serve")
	}
	text, err := os.ReadFile(os.Getenv("SFTPGO_LOADDATA_FROM"))
	check(err)
	var data struct {
		Users []user `json:"users"`
	}
	check(json.Unmarshal(text, &data))
	key, err := hostKey(os.Getenv("SFTPGO_SFTPD__HOST_KEYS"))
	check(err)
	settings := &ssh.ServerConfig{
		PasswordCallback: func(connection ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			for _, one := range data.Users {
				if one.Username == connection.User() && subtle.ConstantTimeCompare([]byte(one.Password), password) == 1 {
					return &ssh.Permissions{Extensions: map[string]string{"home": one.Home}}, nil
				}
			}
			return nil, errors.New("invalid credentials")
		},
	}
	settings.AddHostKey(key)
	listener, err := net.Listen("tcp", ":"+os.Getenv("SFTPGO_SFTPD__BINDINGS__0__PORT"))
	check(err)
	log.Printf(`{"level":"info","sender":"sftpd","message":"server listener registered, address: %s"}`, listener.Addr())
	for {
		connection, err := listener.Accept()
		check(err)
		go serve(connection, settings)
	}
}

// hostKey reads the server's key, or makes it where it will be found the next time.
func hostKey(path string) (ssh.Signer, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, private, failed := ed25519.GenerateKey(rand.Reader)
		if failed != nil {
			return nil, failed
		}
		block, failed := ssh.MarshalPrivateKey(private, "")
		if failed != nil {
			return nil, failed
		}
		text = pem.EncodeToMemory(block)
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return nil, err
	}
	return ssh.ParsePrivateKey(text)
}

func serve(connection net.Conn, settings *ssh.ServerConfig) {
	defer connection.Close()
	session, channels, requests, err := ssh.NewServerConn(connection, settings)
	if err != nil {
		return // a probe, or a wrong password
	}
	log.Printf(`{"level":"info","sender":"login","username":%q}`, session.User())
	go ssh.DiscardRequests(requests)
	home := session.Permissions.Extensions["home"]
	for asked := range channels {
		if asked.ChannelType() != "session" {
			_ = asked.Reject(ssh.UnknownChannelType, "only sessions")
			continue
		}
		channel, wishes, err := asked.Accept()
		if err != nil {
			return
		}
		go func() {
			for wish := range wishes {
				_ = wish.Reply(wish.Type == "subsystem" && strings.HasSuffix(string(wish.Payload), "sftp"), nil)
			}
		}()
		files := folder(home)
		server := sftp.NewRequestServer(channel, sftp.Handlers{FileGet: files, FilePut: files, FileCmd: files, FileList: files})
		if err := server.Serve(); err != nil && !errors.Is(err, io.EOF) {
			log.Printf(`{"level":"warn","sender":"sftpd","message":%q}`, err)
		}
		channel.Close()
	}
}

// folder is all that a user sees.
type folder string

func (home folder) at(path string) string {
	return filepath.Join(string(home), filepath.Clean("/"+path))
}

func (home folder) Fileread(request *sftp.Request) (io.ReaderAt, error) {
	return os.Open(home.at(request.Filepath))
}

func (home folder) Filewrite(request *sftp.Request) (io.WriterAt, error) {
	return os.OpenFile(home.at(request.Filepath), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
}

func (home folder) Filecmd(request *sftp.Request) error {
	switch request.Method {
	case "Setstat":
		return nil
	case "Rename":
		return os.Rename(home.at(request.Filepath), home.at(request.Target))
	case "Mkdir":
		return os.Mkdir(home.at(request.Filepath), 0o755)
	case "Remove", "Rmdir":
		return os.Remove(home.at(request.Filepath))
	}
	return sftp.ErrSSHFxOpUnsupported
}

func (home folder) Filelist(request *sftp.Request) (sftp.ListerAt, error) {
	path := home.at(request.Filepath)
	if request.Method != "List" {
		found, err := os.Stat(path)
		return list{found}, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	found := list{}
	for _, entry := range entries {
		if about, err := entry.Info(); err == nil {
			found = append(found, about)
		}
	}
	return found, nil
}

type list []os.FileInfo

func (all list) ListAt(into []os.FileInfo, from int64) (int, error) {
	if from >= int64(len(all)) {
		return 0, io.EOF
	}
	count := copy(into, all[from:])
	if count < len(into) {
		return count, io.EOF
	}
	return count, nil
}

func check(err error) {
	if err != nil {
		log.Fatalf(`{"level":"error","message":%q}`, err)
	}
}
