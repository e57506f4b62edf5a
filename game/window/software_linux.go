package window

import (
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"
)

// software asks OpenGL, whose context belongs to the engine's thread, who paints.
func software() bool {
	lib, err := purego.Dlopen("libGL.so.1", purego.RTLD_LAZY|purego.RTLD_GLOBAL)
	if err != nil {
		return false
	}
	var getString func(name uint32) *byte
	purego.RegisterLibFunc(&getString, lib, "glGetString")
	const renderer = 0x1F01
	name := getString(renderer)
	if name == nil {
		return false
	}
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(name), n)) != 0 {
		n++
	}
	return cpuPaints(unsafe.String(name, n))
}

// cpuPaints knows the names of Mesa's painters on the CPU.
func cpuPaints(renderer string) bool {
	for _, name := range []string{"llvmpipe", "softpipe", "swrast"} {
		if strings.Contains(strings.ToLower(renderer), name) {
			return true
		}
	}
	return false
}
