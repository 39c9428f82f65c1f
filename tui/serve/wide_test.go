//go:build linux

package serve_test

import (
	"fmt"
	"testing"
	"time"

	"lambdascope/tui/serve/internal/client"
)

// TestWideWindows opens as many sessions as there may be, each in the largest
// window, and turns knobs in all of them:
//
//	go test ./tui/serve -run TestWideWindows -load -v
func TestWideWindows(t *testing.T) {
	if !*load {
		t.Skip("runs with -load")
	}
	const most = 1<<31 - 1
	server := startProcess(t)
	var keys []interface{ Write([]byte) (int, error) }
	for i := range 200 {
		keys = append(keys, press(t, server.address, client.View{Width: 400, Height: 120, Command: fmt.Sprintf("lambdascope --seed %d --domain 2048", 1+i)}))
	}
	opened := server.memory(t, "VmRSS")
	for range 20 {
		for _, k := range keys {
			_, _ = k.Write([]byte("s"))
		}
		time.Sleep(time.Second)
	}
	peak := server.memory(t, "VmHWM")
	t.Logf("200 sessions at 400×120: %.0f MB open, %.0f MB now, %.0f MB at most", mega(opened), mega(server.memory(t, "VmRSS")), mega(peak))
	if peak > most {
		t.Errorf("want at most %.0f MB", mega(most))
	}
}
