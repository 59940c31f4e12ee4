// Command dex is the Dex identity provider with its people in a file: OpenID Connect as companies have it, in memory, on
// loopback, for the tests of signing in.
//
//	dex CONFIG.json
//
// prints one line when it answers, and ends on SIGTERM, on SIGINT and when its standard input is closed. Its sign-in form,
// discovery, keys, codes and tokens are Dex's own; only where the people come from is ours, since Dex's own list of people
// has no groups and calls every address verified.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/dexidp/dex/connector"
	"github.com/dexidp/dex/server"
	"github.com/dexidp/dex/storage"
	"github.com/dexidp/dex/storage/memory"
	"golang.org/x/crypto/bcrypt"
)

// settings is the file.
type settings struct {
	// Listen is host:port on loopback; the issuer is http://Listen/dex.
	Listen string `json:"listen"`
	// The one client.
	ClientID     string   `json:"clientId"`
	ClientSecret string   `json:"clientSecret"`
	RedirectURIs []string `json:"redirectUris"`
	People       []person `json:"people"`
}

// person can sign in.
type person struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"`
	// PasswordHash is bcrypt's.
	PasswordHash string `json:"passwordHash"`
	// Verified says whether Dex vouches for the address.
	Verified bool     `json:"verified"`
	Groups   []string `json:"groups"`
}

// people is the connector that knows them.
type people []person

func (people) Prompt() string { return "Email" }

func (all people) Login(_ context.Context, scopes connector.Scopes, name, password string) (connector.Identity, bool, error) {
	for _, one := range all {
		if one.Email == name && bcrypt.CompareHashAndPassword([]byte(one.PasswordHash), []byte(password)) == nil {
			identity := connector.Identity{
				UserID:            one.ID,
				Username:          one.Name,
				PreferredUsername: one.Name,
				Email:             one.Email,
				EmailVerified:     one.Verified,
			}
			if scopes.Groups {
				identity.Groups = one.Groups
			}
			return identity, true, nil
		}
	}
	return connector.Identity{}, false, nil
}

// Open is how Dex makes a connector of its configuration, which is read as JSON.
func (all *people) Open(string, *slog.Logger) (connector.Connector, error) { return *all, nil }

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return errors.New("dex CONFIG.json")
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		return err
	}
	var config settings
	if err := json.Unmarshal(text, &config); err != nil {
		return fmt.Errorf("%s: %w", os.Args[1], err)
	}
	who, err := json.Marshal(config.People)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	handler, err := provider(ctx, config, who)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", config.Listen)
	if err != nil {
		return err
	}
	go func() {
		// whoever started it is gone
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	web := &http.Server{Handler: handler, ReadHeaderTimeout: time.Minute}
	go func() {
		<-ctx.Done()
		_ = web.Close()
	}()
	fmt.Printf("ready http://%s/dex\n", config.Listen)
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// provider is Dex itself.
func provider(ctx context.Context, config settings, who []byte) (http.Handler, error) {
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	server.ConnectorsConfig["people"] = func() server.ConnectorConfig { return new(people) }
	client := storage.Client{
		ID:           config.ClientID,
		Secret:       config.ClientSecret,
		RedirectURIs: config.RedirectURIs,
		Name:         "Canopy",
	}
	kept := storage.WithStaticClients(memory.New(logger), []storage.Client{client})
	kept = storage.WithStaticConnectors(kept, []storage.Connector{{ID: "people", Type: "people", Name: "People", Config: who}})
	return server.NewServer(ctx, server.Config{
		Issuer:             "http://" + config.Listen + "/dex",
		Storage:            kept,
		SkipApprovalScreen: true,
		Logger:             logger,
	})
}
