package core

import (
	"runtime/debug"
	"sync"
)

// version is for packagers: -ldflags "-X dango/cmd/internal/core.version=1.2.3".
var version string

// Version names this build: what the packager said, else the module's version, else the commit.
var Version = sync.OnceValue(func() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	v := "devel"
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			v += "-" + s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			v += "+changed"
		}
	}
	return v
})
