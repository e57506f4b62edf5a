// Package xtest gives a test a desktop of its own: an X server without a screen, a window manager, a compositor,
// hands and eyes.
//
// Every Display has its own server on a number that the server itself picked, its own folder for everything that
// programs leave behind, no message bus and no way to the desktop of whoever runs the test, so that any number of them
// work side by side. It waits for what it can see (a property, a selection's owner, a window, a byte in a file),
// never for time to pass. Each process is ended by its own id, also when the test's process dies.
//
// Linux only: elsewhere the package is empty, and so are the tests that use it.
package xtest
