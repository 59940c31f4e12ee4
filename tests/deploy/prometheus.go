package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
	"sigs.k8s.io/yaml"
)

// alerts is `promtool check rules`, for the groups of a PrometheusRule.
func alerts(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var rule struct {
		Spec json.RawMessage `json:"spec"`
	}
	if err := yaml.Unmarshal(text, &rule); err != nil {
		return err
	}
	groups, err := yaml.JSONToYAML(rule.Spec)
	if err != nil {
		return err
	}
	read, problems := rulefmt.Parse(groups, false, model.UTF8Validation, parser.NewParser(parser.Options{}), slog.New(slog.DiscardHandler))
	if len(problems) > 0 {
		return errors.Join(problems...)
	}
	for _, group := range read.Groups {
		for _, rule := range group.Rules {
			if rule.Alert == "" || rule.Annotations["summary"] == "" || rule.Labels["severity"] == "" {
				return fmt.Errorf("%s%s: an alert has a name, a severity and a summary", rule.Alert, rule.Record)
			}
			fmt.Println(strings.ReplaceAll(rule.Expr, "\n", " "))
		}
	}
	return nil
}

// dashboard parses what a dashboard asks Prometheus; Grafana's own variable stands for any duration.
func dashboard(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var board struct {
		Title  string
		Panels []struct {
			ID      int
			Type    string
			Title   string
			GridPos struct{ H, W, X, Y int }
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		return err
	}
	seen := map[int]bool{}
	for _, panel := range board.Panels {
		if seen[panel.ID] || panel.Title == "" || panel.GridPos.X+panel.GridPos.W > 24 {
			return fmt.Errorf("the panel %d (%q) has another one's id, no title or no place", panel.ID, panel.Title)
		}
		seen[panel.ID] = true
		if panel.Type != "row" && len(panel.Targets) == 0 {
			return fmt.Errorf("the panel %q shows nothing", panel.Title)
		}
		for _, target := range panel.Targets {
			expression := strings.ReplaceAll(target.Expr, "$__rate_interval", "5m")
			if _, err := parser.NewParser(parser.Options{}).ParseExpr(expression); err != nil {
				return fmt.Errorf("the panel %q: %w", panel.Title, err)
			}
			fmt.Println(expression)
		}
	}
	return nil
}
