package events

import "time"

// perMinute says how many events of a source are accepted in any minute. A source that is not here is looked up by
// its family; one that is not known at all may send otherwisePerMinute.
var perMinute = map[string]int{"codex-cli": 30, "claude-code": 30, "ci": 10}

const (
	otherwisePerMinute = 20
	window             = time.Minute
	// maxSources bounds how many sources are remembered: names are free, memory is not.
	maxSources = 4096
)

// limiter remembers when each source was heard in the last minute. It is for one goroutine at a time.
type limiter struct {
	heard map[string][]time.Time // accepted events, oldest first
}

func limitOf(source string) int {
	for _, name := range []string{source, family(source)} {
		if n, ok := perMinute[name]; ok {
			return n
		}
	}
	return otherwisePerMinute
}

// take counts one event, or says how long its source must wait until it may send one. What is refused does not count.
func (l *limiter) take(source string, now time.Time) (wait time.Duration) {
	times := recent(l.heard[source], now)
	if len(times) >= limitOf(source) {
		l.heard[source] = times
		return times[0].Add(window).Sub(now)
	}
	if len(times) == 0 && len(l.heard) >= maxSources {
		if wait := l.prune(now); wait > 0 {
			return wait
		}
	}
	if l.heard == nil {
		l.heard = map[string][]time.Time{}
	}
	l.heard[source] = append(times, now)
	return 0
}

// prune forgets sources that were silent for a minute. When there is none it says when the first will be.
func (l *limiter) prune(now time.Time) (wait time.Duration) {
	wait = window
	for source, times := range l.heard {
		if left := times[len(times)-1].Add(window).Sub(now); left <= 0 {
			delete(l.heard, source)
		} else {
			wait = min(wait, left)
		}
	}
	if len(l.heard) < maxSources {
		return 0
	}
	return wait
}

// recent leaves out what lies a minute back or more.
func recent(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= window {
		times = times[1:]
	}
	return times
}
