//go:build unix && !linux

package emit

// exitOf: no descriptor here reports the end of another's child; the watcher ticks.
func exitOf(int) (fd int, ok bool) { return -1, false }
