package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/yannh/kubeconform/pkg/resource"
	"github.com/yannh/kubeconform/pkg/validator"
	"sigs.k8s.io/yaml"
)

// What stands in place of a kind in the schemas' file names.
const named = "/{{ .Group }}_{{ .ResourceAPIVersion }}_{{ .ResourceKind }}.json"

type schema = map[string]any

// conform is `kubeconform -strict` for the objects of a kustomization, with the schemas of the Kubernetes that the tests run and of
// the operators' CRDs, which lie beside this program; the kind and name of each object, one a line.
func conform(folder string) error {
	all, err := objects(folder)
	if err != nil {
		return err
	}
	schemas, err := os.MkdirTemp("", "canopy-schemas-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(schemas)
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if err := errors.Join(ofKubernetes(filepath.Join(filepath.Dir(program), "swagger.json"), schemas), ofCRDs(filepath.Join(filepath.Dir(program), "crds"), schemas)); err != nil {
		return err
	}
	check, err := validator.New([]string{schemas + named}, validator.Opts{Strict: true})
	if err != nil {
		return err
	}
	var problems []error
	for _, object := range all {
		text, err := object.MarshalJSON()
		if err != nil {
			return err
		}
		name := object.GetKind() + " " + object.GetName()
		if result := check.ValidateResource(resource.Resource{Path: name, Bytes: text}); result.Status != validator.Valid {
			problems = append(problems, fmt.Errorf("%s: %w", name, result.Err))
			continue
		}
		fmt.Println(name)
	}
	return errors.Join(problems...)
}

// ofKubernetes writes a schema for each kind of an OpenAPI document (version 2), with all that it refers to.
func ofKubernetes(document, to string) error {
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	var read struct{ Definitions map[string]schema }
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	for name, definition := range read.Definitions {
		kinds, _ := definition["x-kubernetes-group-version-kind"].([]any)
		for _, each := range kinds {
			kind, _ := each.(schema)
			group, version := fmt.Sprint(kind["group"]), fmt.Sprint(kind["version"])
			if group == "" {
				group = version
			}
			definitions := schema{}
			gather(name, read.Definitions, definitions)
			whole := schema{"$ref": "#/definitions/" + name, "definitions": definitions}
			if err := write(to, group, version, fmt.Sprint(kind["kind"]), whole); err != nil {
				return err
			}
		}
	}
	return nil
}

// gather closes a definition and those that it refers to.
func gather(name string, all map[string]schema, into schema) {
	if into[name] != nil {
		return
	}
	if strings.HasSuffix(name, ".api.resource.Quantity") {
		into[name] = schema{"type": []any{"string", "number"}}
		return
	}
	definition := closed(all[name], true)
	into[name] = definition
	var follow func(any)
	follow = func(node any) {
		switch node := node.(type) {
		case schema:
			if to, is := node["$ref"].(string); is {
				gather(strings.TrimPrefix(to, "#/definitions/"), all, into)
			}
			for _, value := range node {
				follow(value)
			}
		case []any:
			for _, value := range node {
				follow(value)
			}
		}
	}
	follow(definition)
}

// ofCRDs writes a schema for each version of the CustomResourceDefinitions in a folder.
func ofCRDs(folder, to string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var crd struct {
			Spec struct {
				Group    string
				Names    struct{ Kind string }
				Versions []struct {
					Name   string
					Schema struct{ OpenAPIV3Schema schema }
				}
			}
		}
		if err := yaml.Unmarshal(text, &crd); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, version := range crd.Spec.Versions {
			if err := write(to, crd.Spec.Group, version.Name, crd.Spec.Names.Kind, closed(version.Schema.OpenAPIV3Schema, true)); err != nil {
				return err
			}
		}
	}
	return nil
}

func write(to, group, version, kind string, whole schema) error {
	whole["$schema"] = "http://json-schema.org/draft-07/schema#"
	text, err := json.Marshal(whole)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(to, fmt.Sprintf("%s_%s_%s.json", group, version, strings.ToLower(kind))), text, 0o600)
}

// closed is a schema of OpenAPI as one of JSON: no field but those that it names, where it names any. `whole`: it is not one of several
// that hold for the same value.
func closed(from schema, whole bool) schema {
	if from["x-kubernetes-int-or-string"] == true || from["format"] == "int-or-string" {
		return schema{"type": []any{"string", "integer"}}
	}
	to := schema{}
	for keyword, value := range from {
		switch keyword {
		case "description", "default", "example":
		case "properties":
			fields := schema{}
			for name, field := range value.(schema) {
				fields[name] = closed(field.(schema), true)
			}
			to[keyword] = fields
		case "items", "additionalProperties", "not":
			if inner, is := value.(schema); is {
				value = closed(inner, whole && keyword != "not")
			}
			to[keyword] = value
		case "allOf", "anyOf", "oneOf":
			var all []any
			for _, each := range value.([]any) {
				all = append(all, closed(each.(schema), false))
			}
			to[keyword] = all
		default:
			to[keyword] = value
		}
	}
	if kind, is := to["type"].(string); is && from["nullable"] == true {
		to["type"] = []any{kind, "null"}
	}
	if whole && to["properties"] != nil && to["additionalProperties"] == nil && from["x-kubernetes-preserve-unknown-fields"] != true {
		to["additionalProperties"] = false
	}
	return to
}
