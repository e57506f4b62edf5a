//go:build !windows && !darwin

package lang

// preferred is nothing: elsewhere the environment says it, or nobody does.
func preferred() []string { return nil }
