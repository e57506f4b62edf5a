package hook

import (
	"maps"
	"slices"

	"dango/prefs/jsonedit"
	"dango/session/event"

	"github.com/tailscale/hujson"
)

// record is what we did to one file, so that uninstall can undo exactly that.
type record struct {
	Agent event.Tool `json:"agent"`
	// CreatedFile says that there was no file, CreatedDirs which folders were missing above it.
	CreatedFile bool     `json:"createdFile,omitempty"`
	CreatedDirs []string `json:"createdDirs,omitempty"`
	// Blank is the text of a file that existed without a value in it.
	Blank *string `json:"blank,omitempty"`
	// Created lists containers that we made: "hooks", "hooks.Stop".
	Created []string `json:"created,omitempty"`
	// Filled keeps what stood between the brackets of containers that existed and were empty; "" is the file's own.
	Filled map[string]string `json:"filled,omitempty"`
}

func (r *record) created(path string) bool { return slices.Contains(r.Created, path) }

func (r *record) create(path string) {
	if !r.created(path) {
		r.Created = append(r.Created, path)
	}
	delete(r.Filled, path)
}

// found notes a container that is there without entries of ours: it is the user's, whatever we did before.
func (r *record) found(path string, container *hujson.Value) {
	r.Created = slices.DeleteFunc(r.Created, func(c string) bool { return c == path })
	delete(r.Filled, path)
	if jsonedit.Len(container) == 0 {
		if r.Filled == nil {
			r.Filled = map[string]string{}
		}
		r.Filled[path] = jsonedit.Inner(container)
	}
}

func (r *record) clone() record {
	c := *r
	c.Created, c.CreatedDirs, c.Filled = slices.Clone(r.Created), slices.Clone(r.CreatedDirs), maps.Clone(r.Filled)
	return c
}
