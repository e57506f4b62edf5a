// Package e2e plays recordings of real agents through the real dango-emit into a real dango on a private desktop.
//
// Its tests look at what a user would see and click where a user would click. `make demo` uses the same stage for the
// project's pictures. Linux only, like the desktop.
package e2e
