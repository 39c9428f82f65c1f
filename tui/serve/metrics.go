package serve

import (
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"
)

// metrics counts what has happened. Names and labels are those of the code, so
// that they stay few whatever is sent.
type metrics struct {
	mu              sync.Mutex
	refused         map[string]int // connections, by reason
	connections     int            // let in
	open            int            // connections
	logins          map[string]int // by method
	failures        map[string]int // attempts to log in, by method
	failed          int            // connections that did not log in
	sessionsRefused map[string]int // by reason
	sessions        map[string]int // begun, by kind
	active          int            // sessions
	ended           map[string]int // sessions, by reason
	seconds         float64        // of sessions that have ended
	read            int64          // bytes, of connections that have ended
	written         int64
	panics          int
	acceptErrors    int
	reloads         map[string]int // of lessons, problems, the certificate and who may connect, by result
}

func newMetrics() *metrics {
	return &metrics{
		refused: make(map[string]int), logins: make(map[string]int), failures: make(map[string]int),
		sessionsRefused: make(map[string]int), sessions: make(map[string]int), ended: make(map[string]int),
		reloads: make(map[string]int),
	}
}

// count changes the counts.
func (m *metrics) count(change func(m *metrics)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(m)
}

func (m *metrics) write(w io.Writer, pending, waiting, requests, rooms, seats, phones int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	one := func(name, kind, help string, value any) {
		fmt.Fprintf(w, "# HELP %[1]s %[3]s\n# TYPE %[1]s %[2]s\n%[1]s %[4]v\n", name, kind, help, value)
	}
	by := func(name, label, help string, values map[string]int) {
		fmt.Fprintf(w, "# HELP %[1]s %[2]s\n# TYPE %[1]s counter\n", name, help)
		for _, v := range slices.Sorted(maps.Keys(values)) {
			fmt.Fprintf(w, "%s{%s=%q} %d\n", name, label, v, values[v])
		}
	}
	one("lambdascope_connections_total", "counter", "Connections let in.", m.connections)
	by("lambdascope_connections_refused_total", "reason", "Connections refused at once.", m.refused)
	one("lambdascope_connections", "gauge", "Connections open.", m.open)
	one("lambdascope_connections_pending", "gauge", "Connections open without a session.", pending)
	one("lambdascope_connections_waiting", "gauge", "Connections that wait to log in.", waiting)
	by("lambdascope_logins_total", "method", "Connections that have logged in.", m.logins)
	by("lambdascope_login_failures_total", "method", "Keys and passwords refused.", m.failures)
	one("lambdascope_logins_failed_total", "counter", "Connections that ended before they had logged in.", m.failed)
	by("lambdascope_sessions_refused_total", "reason", "Sessions refused.", m.sessionsRefused)
	by("lambdascope_sessions_total", "kind", "Sessions begun.", m.sessions)
	one("lambdascope_sessions", "gauge", "Sessions open.", m.active)
	one("lambdascope_requests_pending", "gauge", "Connections of browsers open without a session.", requests)
	one("lambdascope_rooms", "gauge", "Rooms open.", rooms)
	one("lambdascope_room_seats", "gauge", "Seats taken in rooms.", seats)
	one("lambdascope_room_phones", "gauge", "Phones that vote in rooms.", phones)
	by("lambdascope_sessions_ended_total", "reason", "Sessions ended.", m.ended)
	one("lambdascope_session_seconds_total", "counter", "Duration of the sessions that have ended.", m.seconds)
	one("lambdascope_read_bytes_total", "counter", "Bytes read from connections that have ended.", m.read)
	one("lambdascope_written_bytes_total", "counter", "Bytes written to connections that have ended.", m.written)
	one("lambdascope_panics_total", "counter", "Sessions that an error in the program has ended.", m.panics)
	one("lambdascope_accept_errors_total", "counter", "Connections that could not be accepted.", m.acceptErrors)
	by("lambdascope_reloads_total", "result", "Times that lessons, problems, the certificate and who may connect were read again.", m.reloads)
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	one("lambdascope_memory_bytes", "gauge", "Memory obtained from the system.", memory.Sys)
	one("lambdascope_goroutines", "gauge", "Goroutines.", runtime.NumGoroutine())
}
