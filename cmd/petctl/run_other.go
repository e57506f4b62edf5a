//go:build !unix

package main

import "os"

// passedOn are signals that must not end petctl before its command, which gets them from the console itself.
var passedOn = []os.Signal{os.Interrupt}

func forward(*os.Process, os.Signal) {}

func codeOf(s *os.ProcessState) int { return s.ExitCode() }
