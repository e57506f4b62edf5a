//go:build !linux

package jump

// surroundingsOf knows nothing where another process's environment cannot be read.
func surroundingsOf(int) surroundings { return surroundings{} }

// onTTY knows nothing where the process table has no terminals.
func onTTY(string) int { return 0 }

// ttysOf knows nothing there either.
func ttysOf(int) []string { return nil }
