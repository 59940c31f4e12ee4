package main

import (
	"fmt"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// build is `kustomize build`, an object a line.
func build(folder string) error {
	made, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return err
	}
	for _, resource := range made.Resources() {
		text, err := resource.MarshalJSON()
		if err != nil {
			return err
		}
		fmt.Println(string(text))
	}
	return nil
}
