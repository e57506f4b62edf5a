package emit

import (
	"os"
	"os/exec"
	"testing"
)

// Go ends a program that panics with 2 and tells why. A hook that does so refuses what its agent is about to do.
func TestAPanicIsNoRefusal(t *testing.T) {
	const panics = "DANGO_TEST_PANICS"
	if os.Getenv(panics) != "" {
		defer quietly()
		panic("a fault of ours")
	}
	child := exec.Command(os.Args[0], "-test.run", "^TestAPanicIsNoRefusal$")
	child.Env = append(os.Environ(), panics+"=1")
	if out, err := child.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("it said %q and ended with %v, want nothing and 0", out, err)
	}
}
