package events

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"
)

// DefaultPort is where scripts look for the event API.
const DefaultPort = 17321

const (
	maxConns    = 512
	maxHeader   = 8 << 10
	headerTime  = 3 * time.Second
	requestTime = 6 * time.Second // headers and body; the slowest honest sender is a shell
	answerTime  = 6 * time.Second
)

// NewToken makes a token: 32 random bytes in hexadecimal digits.
func NewToken() string {
	b := make([]byte, 32)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// Listen takes a port of the loopback interface, and of no other. Port 0 is any free one.
func Listen(port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, fmt.Errorf("events: port %d cannot be used, so there is no event API over TCP: %w", port, err)
	}
	return newLimited(l, maxConns), nil
}

// Serve answers on l until ctx ends. A connection carries one request, and one that is slow is closed.
func Serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	web := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       requestTime,
		WriteTimeout:      requestTime + answerTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	web.SetKeepAlivesEnabled(false)
	ended := context.AfterFunc(ctx, func() { web.Close() })
	defer ended()
	if err := web.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("events: %w", err)
	}
	return nil
}
