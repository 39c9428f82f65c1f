package serve

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"time"
)

// scrapePatience is how long one who asks for the metrics may take, to ask and to read.
const scrapePatience = 5 * time.Second

// metricsServer returns a server of GET /metrics for Prometheus.
func (s *Server) metricsServer() *http.Server {
	pages := http.NewServeMux()
	pages.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		var page bytes.Buffer // so that a slow reader keeps nobody from counting
		s.WriteMetrics(&page)
		_, _ = page.WriteTo(w)
	})
	out := &http.Server{
		Handler: pages, ErrorLog: log.New(io.Discard, "", 0), // or anybody could fill the log
		ReadTimeout: scrapePatience, WriteTimeout: scrapePatience, MaxHeaderBytes: 8 << 10,
	}
	out.SetKeepAlivesEnabled(false) // a connection that is kept is a file that a session could have
	return out
}
