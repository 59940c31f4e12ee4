// Command ingress is an ingress controller. Traefik's own packages read Ingresses, Services, EndpointSlices and Secrets and match
// requests with routes; behind them is Go's reverse proxy. (Traefik as a whole would bring the clients of two hundred DNS providers.)
//
//	KUBECONFIG=FILE ingress ADDRESS
//
// It serves ADDRESS:80 and ADDRESS:443, the latter with the certificates of the Secrets that Ingresses name, and writes ADDRESS into
// the status of the Ingresses.
package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
	"github.com/traefik/paerser/types"
	"github.com/traefik/traefik/v3/pkg/config/dynamic"
	"github.com/traefik/traefik/v3/pkg/middlewares/requestdecorator"
	muxer "github.com/traefik/traefik/v3/pkg/muxer/http"
	"github.com/traefik/traefik/v3/pkg/provider/kubernetes/ingress"
	"github.com/traefik/traefik/v3/pkg/safe"
)

// table is what the Ingresses say, ready to be used.
type table struct {
	routes       http.Handler
	certificates []tls.Certificate
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("ingress ADDRESS")
	}
	address := os.Args[1]
	var current atomic.Pointer[table]
	current.Store(&table{routes: http.NotFoundHandler()})
	zerolog.SetGlobalLevel(zerolog.WarnLevel)
	// Routes look for the host where Traefik puts it.
	decorator := requestdecorator.New(nil)
	handler := http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		decorator.ServeHTTP(answer, request, current.Load().routes.ServeHTTP)
	})
	certificate := func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		for _, one := range current.Load().certificates {
			if hello.SupportsCertificate(&one) == nil {
				return &one, nil
			}
		}
		return nil, fmt.Errorf("there is no certificate for %q", hello.ServerName)
	}

	changes := make(chan dynamic.Message)
	provider := ingress.Provider{
		ThrottleDuration: types.Duration(100 * time.Millisecond),
		IngressEndpoint:  &ingress.EndpointIngress{IP: address},
	}
	if err := provider.Provide(changes, safe.NewPool(context.Background())); err != nil {
		log.Fatal(err)
	}
	go func() {
		for change := range changes {
			current.Store(read(change))
		}
	}()

	plain := http.Server{Addr: net.JoinHostPort(address, "80"), Handler: handler}
	go func() { log.Fatal(plain.ListenAndServe()) }()
	secure := http.Server{
		Addr:      net.JoinHostPort(address, "443"),
		Handler:   handler,
		TLSConfig: &tls.Config{GetCertificate: certificate},
		ErrorLog:  log.New(os.Stderr, "tls: ", log.LstdFlags),
	}
	log.Fatal(secure.ListenAndServeTLS("", ""))
}

// read makes a table of what Traefik has read. What is wrong is told and left out.
func read(change dynamic.Message) *table {
	parser, err := muxer.NewSyntaxParser()
	if err != nil {
		log.Fatal(err)
	}
	routes := muxer.NewMuxer(parser, []string{change.ProviderName})
	for name, router := range change.Configuration.HTTP.Routers {
		service := change.Configuration.HTTP.Services[router.Service]
		if service == nil || service.LoadBalancer == nil {
			log.Printf("route %s leads to no service", name)
			continue
		}
		priority := router.Priority
		if priority == 0 {
			priority = muxer.GetRulePriority(router.Rule)
		}
		err := routes.AddRoute(router.Rule, router.RuleSyntax, priority, change.ProviderName, forward(service.LoadBalancer.Servers))
		if err != nil {
			log.Printf("route %s: %v", name, err)
		}
	}
	found := &table{routes: routes}
	if change.Configuration.TLS != nil {
		for _, pair := range change.Configuration.TLS.Certificates {
			chain, err := pair.CertFile.Read()
			if err != nil {
				log.Print(err)
				continue
			}
			key, err := pair.KeyFile.Read()
			if err != nil {
				log.Print(err)
				continue
			}
			certificate, err := tls.X509KeyPair(chain, key)
			if err != nil {
				log.Print(err)
				continue
			}
			found.certificates = append(found.certificates, certificate)
		}
	}
	log.Printf("%d routes, %d certificates", len(change.Configuration.HTTP.Routers), len(found.certificates))
	return found
}

// forward leads to the servers by turns; to those that are ending only when there are no others.
func forward(servers []dynamic.Server) http.Handler {
	var usable, ending []*url.URL
	for _, server := range servers {
		to, err := url.Parse(server.URL)
		if err != nil {
			log.Print(err)
			continue
		}
		if server.Fenced {
			ending = append(ending, to)
		} else {
			usable = append(usable, to)
		}
	}
	if len(usable) == 0 {
		usable = ending
	}
	var turn atomic.Uint64
	proxy := &httputil.ReverseProxy{Rewrite: func(request *httputil.ProxyRequest) {
		request.SetURL(usable[turn.Add(1)%uint64(len(usable))])
		request.Out.Host = request.In.Host
		request.SetXForwarded()
	}}
	return http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		if len(usable) == 0 {
			http.Error(answer, "no server is available", http.StatusServiceUnavailable)
			return
		}
		proxy.ServeHTTP(answer, request)
	})
}
