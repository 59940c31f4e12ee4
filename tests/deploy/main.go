// deploy does for the tests what kustomize, promtool and Tilt do for people, with the same libraries:
//
//	deploy build FOLDER            the objects of a kustomization, as JSON, one a line
//	deploy conform FOLDER          as kubeconform -strict: kind and name of each object of a kustomization, one a line; what is wrong is an error
//	deploy alerts FILE             the expressions of a PrometheusRule, one a line; what Prometheus would refuse is an error
//	deploy dashboard FILE          the expressions of a Grafana dashboard, one a line, parsed as Prometheus does
//	deploy tiltfile FILE           what a Tiltfile asks Tilt for, one call a line, with functions that only write down their calls
package main

import (
	"fmt"
	"os"
)

func main() {
	commands := map[string]func(string) error{"build": build, "conform": conform, "alerts": alerts, "dashboard": dashboard, "tiltfile": tiltfile}
	if len(os.Args) != 3 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: deploy build|conform|alerts|dashboard|tiltfile PATH")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2]); err != nil {
		fmt.Fprintf(os.Stderr, "deploy %s %s: %v\n", os.Args[1], os.Args[2], err)
		os.Exit(1)
	}
}
