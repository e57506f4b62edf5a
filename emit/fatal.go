package emit

import "runtime/debug"

// Harmless makes sure that no fault of this program is an answer. A panic can be caught (quietly), but Go also ends a
// program that runs out of memory or stack, or gets SIGQUIT, with 2, and 2 refuses what the agent is about to do. Such
// an end becomes one by a signal, which agents take as no opinion. What goes wrong before main is out of reach.
func Harmless() {
	debug.SetTraceback("crash")
	leaveNoCore()
}
