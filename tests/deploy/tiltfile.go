package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"go.starlark.net/syntax"
)

// Functions of Tilt that a Tiltfile here may call. They write down how they were called and answer nothing; a function that is not
// among them is an error, as it would be in Tilt. What Tilt does with the calls is not seen.
var functions = []string{
	"allow_k8s_contexts", "cmd_button", "custom_build", "docker_build", "docker_build_with_restart", "fail", "k8s_resource",
	"k8s_yaml", "local_resource", "update_settings", "version_settings", "watch_file",
}

// Functions that make a value for another one.
var makers = []string{"fall_back_on", "http_get_action", "kustomize", "link", "port_forward", "probe", "restart_container", "run", "sync", "text_input"}

// tiltfile evaluates a Tiltfile with Starlark itself. `load` of Tilt's extensions gives the functions above.
func tiltfile(file string) error {
	thread := &starlark.Thread{Name: file}
	names := starlark.StringDict{}
	for _, name := range functions {
		names[name] = starlark.NewBuiltin(name, noted)
	}
	for _, name := range makers {
		names[name] = starlark.NewBuiltin(name, made)
	}
	names["os"] = starlarkstruct.FromStringDict(starlark.String("os"), starlark.StringDict{
		"getenv": starlark.NewBuiltin("getenv", func(_ *starlark.Thread, _ *starlark.Builtin, arguments starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			if len(arguments) == 2 {
				return arguments[1], nil
			}
			return starlark.String(""), nil
		}),
	})
	names["config"] = starlarkstruct.FromStringDict(starlark.String("config"), starlark.StringDict{
		"define_bool": starlark.NewBuiltin("define_bool", noted),
		"parse": starlark.NewBuiltin("parse", func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
			return starlark.NewDict(0), nil
		}),
	})
	names["v1alpha1"] = starlarkstruct.FromStringDict(starlark.String("v1alpha1"), starlark.StringDict{
		"extension_repo": starlark.NewBuiltin("extension_repo", noted),
	})
	names["location"] = starlarkstruct.FromStringDict(starlark.String("location"), starlark.StringDict{
		"NAV": starlark.String("NAV"), "RESOURCE": starlark.String("RESOURCE"),
	})
	for _, constant := range []string{"TRIGGER_MODE_MANUAL", "TRIGGER_MODE_AUTO"} {
		names[constant] = starlark.String(constant)
	}
	options := &syntax.FileOptions{TopLevelControl: true, GlobalReassign: true, Set: true}
	thread.Load = func(thread *starlark.Thread, module string) (starlark.StringDict, error) {
		if strings.HasPrefix(module, "ext://") {
			return names, nil
		}
		return starlark.ExecFileOptions(options, thread, filepath.Join(filepath.Dir(file), module), nil, names)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, err = starlark.ExecFileOptions(options, thread, file, text, names)
	return err
}

func noted(_ *starlark.Thread, function *starlark.Builtin, arguments starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	fmt.Println(call(function.Name(), arguments, named))
	return starlark.None, nil
}

func made(_ *starlark.Thread, function *starlark.Builtin, arguments starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	return starlark.String(call(function.Name(), arguments, named)), nil
}

func call(name string, arguments starlark.Tuple, named []starlark.Tuple) string {
	var parts []string
	for _, argument := range arguments {
		parts = append(parts, argument.String())
	}
	for _, pair := range named {
		word, _ := starlark.AsString(pair[0])
		parts = append(parts, word+"="+pair[1].String())
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}
