// Package bustest runs message buses of a test's own, with services that the test plays.
package bustest
