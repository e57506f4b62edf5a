//go:build !linux

package desktop

import (
	"reflect"
	"time"
)

// Without a connection that tells us of changes we have to look. A window that lets clicks through hears nothing of the
// pointer either, so the loop is woken to look where it is.
const (
	places       = false
	pointerEvery = time.Second / 10
	stateEvery   = 2 * time.Second
)

// poll publishes what read says, now and whenever it changes.
func poll(d *Desktop, read func() State) (stop func()) {
	d.publish(read())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		pointer, state := time.NewTicker(pointerEvery), time.NewTicker(stateEvery)
		defer pointer.Stop()
		defer state.Stop()
		for {
			select {
			case <-d.done:
				return
			case <-pointer.C:
				nudge(d.wake)
			case <-state.C:
				if s := read(); !reflect.DeepEqual(s, *d.State()) {
					d.publish(s)
				}
			}
		}
	}()
	return func() { <-ended }
}
