//go:build !unix

package emit

// mute: nothing is started here that shows what a program writes as it dies.
func mute() {}
