package window

import "os"

// painters says how many threads Mesa takes to paint on the CPU, where no other hardware does.
const painters = "LP_NUM_THREADS"

// paintAlone has Mesa paint on the engine's own thread. Our pictures are small and few: to wake other threads for them and
// to wait for each costs more than they save. Until restore is called the environment says so; what the user says counts
// more, and programs that we start later do not hear of it.
func paintAlone() (restore func()) {
	if _, ok := os.LookupEnv(painters); ok {
		return func() {}
	}
	os.Setenv(painters, "0")
	return func() { os.Unsetenv(painters) }
}
