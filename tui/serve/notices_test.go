package serve

import (
	"log/slog"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/must"
)

// numbered returns one of many addresses.
func numbered(i int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 32)
}

// TestNotices causes a flood of lines. Nothing of it is lost, but it is few lines.
func TestNotices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		n := newNotices(slog.New(slog.NewTextHandler(&log, nil)))
		said := func() string {
			n.mu.Lock()
			defer n.mu.Unlock()
			return log.String()
		}
		one := netip.MustParsePrefix("192.0.2.1/32")
		for range 1000 {
			n.note("login failed", one, "password")
		}
		if lines := strings.Count(said(), "\n"); lines != 1 || !strings.Contains(said(), `msg="login failed" address=192.0.2.1 reason=password`) {
			t.Errorf("at once:\n%s", said())
		}
		time.Sleep(noticePeriod)
		synctest.Wait()
		if lines := strings.Count(said(), "\n"); lines != 2 || !strings.Contains(said(), "more=999") {
			t.Errorf("after the period:\n%s", said())
		}
		log.Reset()
		for i := range 5000 {
			n.note("not logged in", numbered(i), "late")
			n.note("not logged in", numbered(i), "late")
		}
		n.flush()
		if lines := strings.Count(log.String(), "\n"); lines > 2*maxNotices+1 {
			t.Errorf("%d lines for a flood from many addresses", lines)
		}
		total := 0
		for line := range strings.Lines(log.String()) {
			if _, more, ok := strings.Cut(strings.TrimSpace(line), "more="); ok {
				n := must.Have(strconv.Atoi(more))(t)
				total += n
			} else {
				total++
			}
		}
		if total != 10_000 {
			t.Errorf("%d are told of, want all 10000:\n%s", total, &log)
		}
		n.flush()
		time.Sleep(2 * noticePeriod)
		synctest.Wait()
		if len(n.since) != 0 || n.ends != nil {
			t.Error("something is kept")
		}
	})
}

// TestSessionsInTheLog begins more sessions than have their own lines: the others are
// one line with their number.
func TestSessionsInTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		n := newNotices(slog.New(slog.NewTextHandler(&log, nil)))
		begin := func(address netip.Prefix, sessions int) (told int) {
			for range sessions {
				if n.session(address) {
					told++
				} else {
					n.note("session", address, reasonLeft)
				}
			}
			return told
		}
		if told := begin(numbered(0), 1000); told != maxSessionsTold {
			t.Errorf("%d sessions of one address have lines", told)
		}
		if told := begin(numbered(1), 1); told != 1 {
			t.Error("that of another address has none")
		}
		n.flush()
		if want := "address=10.0.0.0 reason=left more="; !strings.Contains(log.String(), want) {
			t.Errorf("no %q in:\n%s", want, log.String())
		}
		all := 0
		for i := range 1000 {
			all += begin(numbered(i), 5)
		}
		if all > maxAllTold {
			t.Errorf("%d sessions have lines", all)
		}
		n.flush()
		if told := begin(numbered(0), 1); told != 1 {
			t.Error("the next period has no lines")
		}
		n.flush()
	})
}
