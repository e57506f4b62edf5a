package session

import (
	"context"
	"slices"
	"time"

	"dango/session/board"
)

// A Keeper owns a registry on one goroutine. Everything reaches it as an item, and everybody sees what it
// published last; there is no other way in or out.
type Keeper struct {
	reg     *Registry
	board   *board.Board[Snapshot]
	watched *board.Board[Watchlist]
	events  chan Item
	urgent  chan Item // requests and commands: they overtake events
	counter counters

	scratch   Watchlist
	watchedAt time.Time // when the watchlist was published last
	watchBy   time.Time // when it is due again; zero: nothing has changed
}

const (
	eventRoom    = 4096 // most of a second of the heaviest load
	urgentRoom   = 1024
	watchedEvery = 50 * time.Millisecond
	batch        = 256 // items between two publications: what is asked shows within a fraction of a millisecond
)

// NewKeeper makes a keeper that does nothing until Run is called. Its board shows an empty snapshot at once.
func NewKeeper(o Options) *Keeper {
	reg := NewRegistry(o)
	return &Keeper{
		reg:     reg,
		board:   board.New(reg.shows),
		watched: board.New(&Watchlist{}),
		events:  make(chan Item, eventRoom),
		urgent:  make(chan Item, urgentRoom),
	}
}

// Board shows the newest snapshot. It may be called from any goroutine.
func (k *Keeper) Board() *board.Board[Snapshot] { return k.board }

// Watchlist shows what there is to look after. It may be called from any goroutine.
func (k *Keeper) Watchlist() *board.Board[Watchlist] { return k.watched }

// Submit hands over an item and never waits. False says that there was no room and that the item is lost, which is
// counted; for a request it also means that Reply will not be called. It may be called from any goroutine.
func (k *Keeper) Submit(it Item) bool {
	select {
	case k.lane(it) <- it:
		return true
	default:
		k.counter.dropped.Add(1)
		return false
	}
}

// SubmitWait hands over an item and waits for room, so that a sender is slowed down instead of losing anything. The
// error is ctx's. It may be called from any goroutine.
func (k *Keeper) SubmitWait(ctx context.Context, it Item) error {
	select {
	case k.lane(it) <- it:
		return nil
	case <-ctx.Done():
		k.counter.dropped.Add(1)
		return ctx.Err()
	}
}

func (k *Keeper) lane(it Item) chan<- Item {
	if it.urgent() {
		return k.urgent
	}
	return k.events
}

// Run folds items and publishes until ctx ends; then it lets go of every holder. It is called once.
func (k *Keeper) Run(ctx context.Context) {
	alarm := time.NewTimer(time.Hour)
	defer alarm.Stop()
	for {
		k.setAlarm(alarm)
		select {
		case <-ctx.Done():
			k.stop()
			return
		case it := <-k.urgent:
			k.apply(it)
		case it := <-k.events:
			k.apply(it)
		case <-alarm.C:
		}
		k.drain()
		now := time.Now()
		k.reg.Tick(now)
		k.publish(now)
	}
}

// setAlarm wakes the keeper at the next deadline, and not at all when there is none.
func (k *Keeper) setAlarm(alarm *time.Timer) {
	at, ok := k.reg.Deadline()
	if !k.watchBy.IsZero() && (!ok || k.watchBy.Before(at)) {
		at, ok = k.watchBy, true
	}
	if ok {
		alarm.Reset(time.Until(at))
	} else {
		alarm.Stop()
	}
}

// drain folds what has queued up meanwhile, the urgent first.
func (k *Keeper) drain() {
	for range batch {
		select {
		case it := <-k.urgent:
			k.apply(it)
			continue
		default:
		}
		select {
		case it := <-k.urgent:
			k.apply(it)
		case it := <-k.events:
			k.apply(it)
		default:
			return
		}
	}
}

func (k *Keeper) apply(it Item) {
	k.counter.count(it)
	k.reg.Apply(time.Now(), it)
}

// publish shows the present, unless nothing that can be seen has changed.
func (k *Keeper) publish(now time.Time) {
	if next := k.reg.Snapshot(now); next != k.board.Latest() {
		k.board.Publish(next)
		k.counter.published.Add(1)
	}
	k.publishWatched(now) // after Snapshot, which brings the sessions into their order
}

// publishWatched shows what there is to look after: soon, for under load it changes a thousand times a second, and those
// who look after it have to read all of it.
func (k *Keeper) publishWatched(now time.Time) {
	if !k.reg.stirred {
		return
	}
	if soon := k.watchedAt.Add(watchedEvery); now.Before(soon) {
		k.watchBy = soon
		return
	}
	k.watchBy, k.watchedAt = time.Time{}, now
	k.scratch = k.reg.appendWatched(k.scratch[:0])
	if !slices.Equal(k.scratch, *k.watched.Latest()) {
		list := slices.Clone(k.scratch)
		k.watched.Publish(&list)
	}
}

// stop lets go of the holders, also of those that are still in the queue.
func (k *Keeper) stop() {
	for {
		select {
		case it := <-k.urgent:
			if it.Event != nil {
				release(it.Event)
			}
		default:
			now := time.Now()
			k.reg.Close(now)
			k.watchedAt = time.Time{}
			k.publish(now)
			return
		}
	}
}
