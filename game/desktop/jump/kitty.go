package jump

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"strconv"
	"strings"

	"dango/prefs/lang"
)

// toKitty asks kitty for the window of its own that has the id, and raises the window of the desktop that holds it: a tab
// may have moved since its shell was told which. kitty listens only where the user has turned remote control on.
func toKitty(ctx context.Context, p Place, near surroundings) (Level, error) {
	where := near["KITTY_LISTEN_ON"]
	if where == "" {
		return orRaise(ctx, p, near,
			lang.Fault("kitty takes no remote control; allow_remote_control and listen_on in kitty.conf turn it on"))
	}
	id, err := strconv.Atoi(p.ID)
	if err != nil {
		return orRaise(ctx, p, near, lang.Fault("its window in kitty is not known"))
	}
	asked, cancel := context.WithTimeout(ctx, steered)
	defer cancel()
	k := kitty{where}
	if _, err := k.do(asked, "focus-window", map[string]any{"match": "id:" + p.ID}); err != nil {
		return orRaise(ctx, p, near, err)
	}
	if list, err := k.do(asked, "ls", nil); err == nil {
		if w := windowIn(list, id); w != 0 {
			near = near.with("WINDOWID", strconv.Itoa(w))
		}
	}
	if level, err := raise(ctx, p, near); level == None {
		return None, err
	}
	return Pane, nil
}

// kitty is one that listens: unix:/run/user/1000/kitty, unix:@abstract or tcp:localhost:12345.
type kitty struct{ where string }

// maxKitty is more than kitty says about many windows, with the environment of each.
const maxKitty = 8 << 20

// do has kitty carry out a command of its remote control protocol and gives what it says. The program that usually speaks
// it, kitten, is newer than many a kitty, is often not in the desktop's PATH, and kitty's own takes half a second.
func (k kitty) do(ctx context.Context, command string, payload map[string]any) (string, error) {
	silent := lang.Fault("%s does not answer", "kitty")
	network, address, ok := strings.Cut(k.where, ":")
	if !ok {
		return "", silent
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return "", silent
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	request, err := json.Marshal(map[string]any{
		"cmd": command, "version": []int{0, 14, 2}, "no_response": false, "payload": payload, // the first with this protocol
	})
	if err != nil {
		return "", err
	}
	const begin, end = "\x1bP@kitty-cmd", "\x1b\\"
	if _, err := fmt.Fprint(conn, begin, string(request), end); err != nil {
		return "", silent
	}
	answers := bufio.NewScanner(conn)
	answers.Buffer(nil, maxKitty)
	answers.Split(upTo(end))
	if !answers.Scan() {
		return "", silent
	}
	var answer struct {
		OK    bool   `json:"ok"`
		Data  string `json:"data"`
		Error string `json:"error"`
	}
	_, text, _ := strings.Cut(answers.Text(), begin)
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return "", silent
	}
	if !answer.OK {
		return "", lang.Fault("%s: %s", "kitty", answer.Error)
	}
	return answer.Data, nil
}

// upTo splits what is read at each end.
func upTo(end string) bufio.SplitFunc {
	return func(data []byte, atEOF bool) (int, []byte, error) {
		if before, _, ok := strings.Cut(string(data), end); ok {
			return len(before) + len(end), []byte(before), nil
		}
		if atEOF {
			return len(data), nil, nil
		}
		return 0, nil, nil
	}
}

// windowIn finds in what kitty lists the window of the desktop that holds its own window id; 0 when there is none, or
// where windows have no numbers.
func windowIn(list string, id int) int {
	var desktop []struct {
		Window int `json:"platform_window_id"`
		Tabs   []struct {
			Windows []struct {
				ID int `json:"id"`
			} `json:"windows"`
		} `json:"tabs"`
	}
	if json.Unmarshal([]byte(list), &desktop) != nil {
		return 0
	}
	for _, w := range desktop {
		for _, t := range w.Tabs {
			for _, own := range t.Windows {
				if own.ID == id {
					return w.Window
				}
			}
		}
	}
	return 0
}
