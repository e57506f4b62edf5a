package window

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/glx"
)

// esOverGLX is the extension by which GLX makes contexts for OpenGL ES.
const esOverGLX = "GLX_EXT_create_context_es2_profile"

// preferGLX makes the engine take GLX, which has visuals with transparency, where it would take EGL, which in Mesa has
// none on X11: the window would be a black box.
//
// Where OpenGL ES is installed, the engine asks the program glxinfo whether GLX has esOverGLX, and takes EGL when there
// is no such program. Few desktops have it. So when it is missing we ask the server ourselves, and until restore is
// called a glxinfo that gives the answer comes first in PATH.
func preferGLX() (restore func()) {
	nothing := func() {}
	if _, err := exec.LookPath("glxinfo"); err == nil || !serverHas(esOverGLX) {
		return nothing
	}
	dir, err := os.MkdirTemp("", "dango-glxinfo-")
	if err != nil {
		return nothing
	}
	script := fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' 'GLX extensions:' '    %s'\n", esOverGLX)
	if err := os.WriteFile(filepath.Join(dir, "glxinfo"), []byte(script), 0o700); err != nil {
		os.RemoveAll(dir)
		return nothing
	}
	path := os.Getenv("PATH")
	os.Setenv("PATH", dir+string(os.PathListSeparator)+path)
	return func() {
		os.Setenv("PATH", path)
		os.RemoveAll(dir)
	}
}

// serverHas asks the X server for an extension of GLX.
func serverHas(extension string) bool {
	conn, err := xgb.NewConn()
	if err != nil {
		return false
	}
	defer conn.Close()
	if err := glx.Init(conn); err != nil {
		return false
	}
	const extensions = 3
	r, err := glx.QueryServerString(conn, uint32(conn.DefaultScreen), extensions).Reply()
	if err != nil {
		return false
	}
	for _, name := range strings.Fields(strings.TrimRight(r.String, "\x00")) {
		if name == extension {
			return true
		}
	}
	return false
}
