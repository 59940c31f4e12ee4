// Command otel is the OpenTelemetry collector with what the tests of traces need of it: OTLP comes in by gRPC, and what comes is
// appended to a file, a line of OTLP's JSON for each delivery.
//
//	otel CONFIG.yaml
//
// It says on standard error when everything is ready, and ends on SIGTERM, on SIGINT and when its standard input is closed. The
// collector, its pipelines and its receiver are OpenTelemetry's own; only the exporter is ours, as the one that writes files comes
// with a hundred parts that are not needed here.
package main

import (
	"context"
	"errors"
	"io"
	"log"
	"os"
	"sync"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/exporter"
	"go.opentelemetry.io/collector/exporter/exporterhelper"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	if len(os.Args) != 2 {
		return errors.New("otel CONFIG.yaml")
	}
	collector, err := otelcol.NewCollector(otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "otel", Description: "the collector of the tests", Version: "1"},
		Factories: factories,
		ConfigProviderSettings: otelcol.ConfigProviderSettings{ResolverSettings: confmap.ResolverSettings{
			URIs:              []string{"file:" + os.Args[1]},
			ProviderFactories: []confmap.ProviderFactory{fileprovider.NewFactory()},
		}},
	})
	if err != nil {
		return err
	}
	go func() {
		// whoever started it is gone
		_, _ = io.Copy(io.Discard, os.Stdin)
		collector.Shutdown()
	}()
	return collector.Run(context.Background())
}

// factories are the parts that there are.
func factories() (otelcol.Factories, error) {
	otlp := otlpreceiver.NewFactory()
	file := exporter.NewFactory(component.MustNewType("file"), func() component.Config { return new(fileConfig) },
		exporter.WithTraces(newFile, component.StabilityLevelStable))
	return otelcol.Factories{
		Receivers: map[component.Type]receiver.Factory{otlp.Type(): otlp},
		Exporters: map[component.Type]exporter.Factory{file.Type(): file},
		Telemetry: otelconftelemetry.NewFactory(),
	}, nil
}

// fileConfig is the exporter's part of the configuration.
type fileConfig struct {
	Path string `mapstructure:"path"`
}

// newFile makes the exporter.
func newFile(ctx context.Context, settings exporter.Settings, config component.Config) (exporter.Traces, error) {
	path := config.(*fileConfig).Path
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	var one sync.Mutex
	write := func(_ context.Context, traces ptrace.Traces) error {
		line, err := new(ptrace.JSONMarshaler).MarshalTraces(traces)
		if err != nil {
			return err
		}
		one.Lock()
		defer one.Unlock()
		_, err = file.Write(append(line, '\n'))
		return err
	}
	return exporterhelper.NewTraces(ctx, settings, config, write,
		exporterhelper.WithShutdown(func(context.Context) error { return file.Close() }))
}
