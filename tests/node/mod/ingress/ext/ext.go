// Package ext stands for a module of Traefik's repository that is not published: what others add to its settings. Nothing is added.
package ext

// HTTP is what is added to the settings of HTTP.
type HTTP struct{}

// Router is what is added to the settings of a router.
type Router struct{}

// DeepCopyInto copies nothing.
func (in *HTTP) DeepCopyInto(_ *HTTP) {}

// DeepCopyInto copies nothing.
func (in *Router) DeepCopyInto(_ *Router) {}
