//go:build unix

package serve

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// TestMetricsOverHTTP asks for the metrics as programs and people do.
func TestMetricsOverHTTP(t *testing.T) {
	t.Parallel()
	s, _, log, stop := serving(t, Options{Engine: analysis.NewEngine(1 << 20), Grace: time.Second})
	defer stop()
	listener := must.Have(net.Listen("tcp", "127.0.0.1:0"))(t)
	pages := s.metricsServer()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = pages.Serve(listener)
	}()
	address := listener.Addr().String()

	for range 64 { // ask, and read nothing
		c := must.Have(net.Dial("tcp", address))(t)
		defer c.Close()
		_, _ = io.WriteString(c, strings.Repeat("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 100))
	}
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	for range 3 {
		answer := must.Have(client.Get("http://" + address + "/metrics?from=test"))(t)
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != 200 || !strings.Contains(string(body), "\nlambdascope_connections 0\n") {
			t.Fatalf("%v, %s:\n%s", err, answer.Status, body)
		}
		if kind := answer.Header.Get("Content-Type"); kind != "text/plain; version=0.0.4; charset=utf-8" {
			t.Errorf("Content-Type %q", kind)
		}
	}
	for request, want := range map[string]int{
		"GET /metrics HTTP/1.0\r\n\r\n":                                                      200,
		"POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc":                  405,
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n":                                                  404,
		"\x16\x03\x01\r\n\r\n":                                                               400,
		"GET /metrics HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 32<<10) + "\r\n\r\n": 431,
	} {
		conn := must.Have(net.Dial("tcp", address))(t)
		_, _ = io.WriteString(conn, request) // refused in part, where it is too long
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || answer.StatusCode != want {
			t.Errorf("%.40q: %v, %v, want %d", request, err, answer, want)
		}
		_ = conn.Close()
	}
	if log := log.String(); strings.Contains(log, "http") {
		t.Errorf("those who ask can write to the log:\n%s", log)
	}

	idle, err := net.Dial("tcp", address) // is not waited for
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	_ = pages.Close()
	select {
	case <-ended:
	case <-time.After(scrapePatience):
		t.Error("the metrics are still served")
	}
}
