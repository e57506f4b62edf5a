// Package replay holds no code that a program runs. Its test plays the recordings of real agents through the
// adapters into the session model, and its testdata says, page by page, what was true at each moment.
//
// A page begins with what happened ("#"), then what hooks alone cannot tell ("blind:") and how the recording is
// played ("play: headless", "play: decide-after <ms>"). Each further line is a step: when it happened in
// milliseconds, what it was, and what is shown after it, session by session. A step that starts with "+" is the
// word of a second witness (found ID, idle, busy, waiting, aborted, failed, done, process-gone), which the page adds where the hooks
// are blind. The last two lines are the end of the recording, and a minute later.
package replay
