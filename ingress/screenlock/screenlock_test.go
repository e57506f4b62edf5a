package screenlock

import (
	"testing"
	"time"

	"dango/ingress/bus"
)

func TestState(t *testing.T) {
	const gnome bus.Reason = "org.gnome.ScreenSaver"
	type step struct {
		reason bus.Reason
		on     bool
		hidden bool // after it
	}
	for _, c := range []struct {
		name  string
		steps []step
		later bool // hidden when nothing more is heard for long
	}{
		{"nothing known", nil, false},
		{"locked and unlocked", []step{{locked, true, true}, {locked, false, false}}, false},
		{"locked for long", []step{{locked, true, true}}, true},
		{"a wish that nobody confirms", []step{{wanted, true, true}}, false},
		{"a wish that the locker confirms", []step{{wanted, true, true}, {locked, true, true}}, true},
		{"a wish taken back", []step{{wanted, true, true}, {wanted, false, false}}, false},
		{"a wish to unlock before the password", []step{{locked, true, true}, {wanted, false, true}}, true},
		{"a saver over a lock", []step{{locked, true, true}, {gnome, true, true}, {locked, false, true}, {gnome, false, false}}, false},
		{"slept, locked on the way", []step{{asleep, true, true}, {locked, true, true}, {asleep, false, true}, {locked, false, false}}, false},
		{"unlocked without a lock", []step{{locked, false, false}, {gnome, false, false}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s state
			now := time.Unix(0, 0)
			for i, st := range c.steps {
				now = now.Add(time.Second)
				s.apply(bus.Fact{Reason: st.reason, On: st.on}, now)
				if got := s.hidden(now); got != st.hidden {
					t.Errorf("step %d: after %s %v hidden = %v", i, st.reason, st.on, got)
				}
			}
			if got := s.hidden(now.Add(wantedFor)); got != c.later {
				t.Errorf("later: hidden = %v", got)
			}
		})
	}
}
