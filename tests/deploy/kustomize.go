package main

import (
	"fmt"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// objects are those of a kustomization.
func objects(folder string) ([]*resource.Resource, error) {
	made, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return nil, err
	}
	return made.Resources(), nil
}

// build is `kustomize build`, an object a line.
func build(folder string) error {
	all, err := objects(folder)
	if err != nil {
		return err
	}
	for _, object := range all {
		text, err := object.MarshalJSON()
		if err != nil {
			return err
		}
		fmt.Println(string(text))
	}
	return nil
}
