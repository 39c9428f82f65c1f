//go:build unix

package serve

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
)

// TestMetricsOverHTTP asks for the metrics as programs and people do.
func TestMetricsOverHTTP(t *testing.T) {
	t.Parallel()
	s, _, _, stop := serving(t, Options{Engine: analysis.NewEngine(1 << 20), Grace: time.Second})
	defer stop()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.serveMetrics(ctx, listener)
	}()
	address := listener.Addr().String()

	for range scrapesAtOnce + 1 { // gone without a word, which takes no place for long
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_ = c.Close()
	}
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for range 3 {
		answer, err := client.Get("http://" + address + "/metrics?from=test")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != 200 || !strings.Contains(string(body), "\nlambdascope_connections 0\n") {
			t.Fatalf("%v, %s:\n%s", err, answer.Status, body)
		}
		if kind := answer.Header.Get("Content-Type"); kind != "text/plain; version=0.0.4; charset=utf-8" {
			t.Errorf("Content-Type %q", kind)
		}
	}
	for _, c := range []struct {
		request string
		status  int // 0 for no answer
	}{
		{"GET /metrics HTTP/1.0\r\n\r\n", 200},
		{"GET /metrics HTTP/1.1\nHost: x\n\n", 200},
		{"HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 200},
		{"GET /metrics HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", 200},
		{"POST /metrics HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", 405},
		{"GET / HTTP/1.1\r\n\r\n", 404},
		{"GET /metrics/../.. HTTP/1.1\r\n\r\n", 404},
		{"PRI * HTTP/2.0\r\n\r\n", 400},
		{"GET /metrics\r\n\r\n", 400},
		{"\x16\x03\x01\r\n\r\n", 400},
		{"GET /metrics HTTP/1.1\r\nX: " + strings.Repeat("x", 2*scrapeHead) + "\r\n\r\n", 0},
	} {
		name := c.request[:min(len(c.request), 40)]
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, c.request) // refused in part, where it is too long
		method, _, _ := strings.Cut(c.request, " ")
		answer, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
		switch {
		case c.status == 0:
			if err == nil {
				t.Errorf("%q: %s", name, answer.Status)
			}
		case err != nil:
			t.Errorf("%q: %v", name, err)
		default:
			body, err := io.ReadAll(answer.Body)
			if err != nil || answer.StatusCode != c.status || method == "HEAD" != (len(body) == 0) || answer.Header.Get("Date") == "" {
				t.Errorf("%q: %v, %s:\n%s", name, err, answer.Status, body)
			}
		}
		_ = conn.Close()
	}

	idle, err := net.Dial("tcp", address) // is not waited for
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	cancel()
	select {
	case <-ended:
	case <-time.After(scrapePatience):
		t.Error("the metrics are still served")
	}
}
