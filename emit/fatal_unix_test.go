//go:build unix

package emit

import (
	"os"
	"os/exec"
	"runtime/debug"
	"syscall"
	"testing"
)

// What Go cannot recover from ends by a signal, without a word and without a core file.
func TestAFatalErrorIsNoRefusal(t *testing.T) {
	const fails = "DANGO_TEST_FAILS"
	if os.Getenv(fails) != "" {
		defer quietly()
		syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{Cur: 64 << 20, Max: 64 << 20})
		Harmless()
		mute()
		debug.SetMaxStack(64 << 10)
		deep(1 << 30)
	}
	child := exec.Command(os.Args[0], "-test.run", "^TestAFatalErrorIsNoRefusal$")
	child.Env, child.Dir = append(os.Environ(), fails+"=1"), t.TempDir()
	out, err := child.CombinedOutput()
	if s := child.ProcessState.Sys().(syscall.WaitStatus); !s.Signaled() || s.Signal() != syscall.SIGABRT || s.CoreDump() || len(out) > 0 {
		t.Errorf("it said %q and ended with %v, want nothing and an abort", out, err)
	}
	if left, err := os.ReadDir(child.Dir); err != nil || len(left) > 0 {
		t.Errorf("it left %v (%v)", left, err)
	}
}

// deep needs more stack than there is.
func deep(calls int) {
	if calls > 0 {
		defer func() { _ = calls }()
		deep(calls - 1)
	}
}
