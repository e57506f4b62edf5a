package board

import "testing"

func TestSubscribe(t *testing.T) {
	one, two := 1, 2
	b := New(&one)
	a, cancelA := b.Subscribe()
	c, cancelC := b.Subscribe()
	defer cancelC()
	b.Publish(&two)
	b.Publish(&one)
	for name, wake := range map[string]<-chan struct{}{"first": a, "second": c, "Wake": b.Wake()} {
		select {
		case <-wake:
		default:
			t.Errorf("%s sleeper was not woken", name)
		}
		select {
		case <-wake:
			t.Errorf("%s sleeper was woken twice for what it can see at once", name)
		default:
		}
	}
	cancelA()
	b.Publish(&two)
	select {
	case <-a:
		t.Error("a cancelled subscription was woken")
	default:
	}
}
