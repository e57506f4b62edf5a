// Package soundtest gives a test a loudspeaker of its own: PulseAudio, which plays into a pipe. Linux only.
package soundtest
