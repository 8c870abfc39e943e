package cli

import (
	"fmt"
	"log/slog"
	"net"
	"testing"

	"lineitem/convert/cli/clitest"
	"lineitem/convert/serve"
	"lineitem/quota"
)

// A server that is started while the disk is full waits for room, and answers 503
// meanwhile.
func TestAwaitRoom(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	w := waiting{serve.Config{Log: slog.New(slog.DiscardHandler)}, []net.Listener{l}}
	tries, answered := 0, 0
	err = w.await(t.Context(), func() error {
		if tries++; tries == 1 {
			return fmt.Errorf("opening: %w", quota.ErrFull)
		}
		if status, header, err := clitest.OrderUpload(t).Post(clitest.NewClient(), "http://"+l.Addr().String(), "li_any", ""); err == nil && clitest.Unavailable(status, header) {
			answered++
		}
		if tries < 3 {
			return quota.ErrFull
		}
		return nil
	})
	if err != nil || tries != 3 || answered != 2 {
		t.Errorf("await() on a full disk = %v after %d tries and %d answers of 503, want none after 3 and 2", err, tries, answered)
	}
}
