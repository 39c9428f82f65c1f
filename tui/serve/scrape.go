package serve

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// What one who asks for the metrics may take.
const (
	scrapePatience = 5 * time.Second
	scrapeHead     = 8 << 10 // bytes of a request, what follows its head included
	scrapesAtOnce  = 16
)

// serveMetrics answers GET /metrics on the connections of a listener, which it closes,
// until ctx ends. A connection has one request, as HTTP/1.0 has it. That is all that
// Prometheus needs; net/http, with its HTTP/2 and TLS, would be a tenth of the program.
func (s *Server) serveMetrics(ctx context.Context, l net.Listener) {
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	var open sync.WaitGroup
	defer open.Wait()
	places := make(chan struct{}, scrapesAtOnce)
	for {
		places <- struct{}{}
		c, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				_ = c.Close()
			}
			return
		case err != nil: // such as too many open files
			<-places
			select {
			case <-ctx.Done():
			case <-time.After(scrapePatience / 10):
			}
			continue
		}
		open.Go(func() {
			defer func() { <-places }()
			defer context.AfterFunc(ctx, func() { _ = c.Close() })()
			s.answerScrape(c)
		})
	}
}

// answerScrape reads a request, answers it and closes the connection. Errors are those
// of one who has left or is too slow.
func (s *Server) answerScrape(c net.Conn) {
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(scrapePatience))
	request := bufio.NewReader(io.LimitReader(c, scrapeHead))
	first, err := headOf(request)
	if err != nil {
		return
	}
	status, body := s.scraped(first)
	allow := ""
	if strings.HasPrefix(status, "405") {
		allow = "Allow: GET, HEAD\r\n"
	}
	var answer bytes.Buffer
	fmt.Fprintf(&answer, "HTTP/1.1 %s\r\nDate: %s\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: %d\r\n%sConnection: close\r\n\r\n",
		status, time.Now().UTC().Format("Mon, 02 Jan 2006 15:04:05 GMT"), len(body), allow)
	if !strings.HasPrefix(first, "HEAD ") {
		answer.Write(body)
	}
	if _, err := c.Write(answer.Bytes()); err != nil {
		return
	}
	// With anything unread, closing would take the answer back.
	if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		_, _ = io.Copy(io.Discard, request)
	}
}

// headOf returns the first line of a request, whose other lines, to the empty one, it
// passes.
func headOf(r *bufio.Reader) (first string, err error) {
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return "", err
		}
		line = strings.TrimRight(line, "\r\n")
		switch {
		case first == "":
			first = line // or an empty line before the request, which is passed too
		case line == "":
			return first, nil
		}
	}
}

// scraped returns the answer to a request, given its first line.
func (s *Server) scraped(request string) (status string, body []byte) {
	fields := strings.Split(request, " ")
	if len(fields) != 3 || !strings.HasPrefix(fields[2], "HTTP/1.") {
		return "400 Bad Request", []byte("want GET /metrics HTTP/1.1\n")
	}
	path, _, _ := strings.Cut(fields[1], "?")
	switch {
	case path != "/metrics":
		return "404 Not Found", []byte("want /metrics\n")
	case fields[0] != "GET" && fields[0] != "HEAD":
		return "405 Method Not Allowed", []byte("want GET\n")
	}
	var page bytes.Buffer
	s.WriteMetrics(&page)
	return "200 OK", page.Bytes()
}
