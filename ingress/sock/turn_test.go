package sock

import (
	"testing"
	"testing/synctest"
	"time"
)

// chain makes turns as a Splitter does.
func chain(n int) []*turn {
	first := make(chan struct{})
	close(first)
	turns := make([]*turn, n)
	before := (<-chan struct{})(first)
	for i := range turns {
		turns[i] = newTurn(before)
		before = turns[i].over
	}
	return turns
}

// Whatever order the goroutines run in, connections are served in the order of their arrival.
func TestTurnsKeepTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := chain(5)
		var served []int
		done := make(chan struct{})
		for _, i := range []int{4, 2, 0, 3, 1} {
			go func() {
				turns[i].wait()
				served = append(served, i)
				turns[i].pass()
				done <- struct{}{}
			}()
			synctest.Wait()
		}
		for range turns {
			<-done
		}
		for i, got := range served {
			if got != i {
				t.Fatalf("served %v, want the order of arrival", served)
			}
		}
	})
}

// One that leaves early does not open the way past those before it.
func TestTurnPassedEarlyOpensNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := chain(3)
		go turns[1].pass()
		synctest.Wait()
		select {
		case <-turns[2].before:
			t.Error("the third may go although the first has not gone")
		default:
		}
		turns[0].pass()
		synctest.Wait()
		turns[2].wait()
		turns[2].pass()
	})
}

// A silent connection holds the others up for turnPatience, once.
func TestTurnOfTheSilentEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := chain(3)
		begin := time.Now()
		turns[1].wait()
		if waited := time.Since(begin); waited != turnPatience {
			t.Errorf("waited %v for a silent connection, want %v", waited, turnPatience)
		}
		turns[1].pass()
		turns[2].wait()
		if waited := time.Since(begin); waited != turnPatience {
			t.Errorf("the next waited until %v, want no more", waited)
		}
		turns[2].pass()
		turns[0].pass()
	})
}
