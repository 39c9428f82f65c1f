package worker

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/panics"
	"lambdascope/tui/screen"
)

const (
	// firstWait is how long the screen waits for a result before it shows a part of it.
	firstWait = 20 * time.Millisecond
	// nearly is within how much more a result is waited for all the same.
	nearly = 12 * time.Millisecond
	// Patience is how long work may take before the screen says that it goes on.
	Patience = 100 * time.Millisecond
	// pictureInterval is the least time from one picture of a part to the next.
	pictureInterval = 100 * time.Millisecond
)

// Progress says that an analysis goes on, and how far it is.
type Progress struct {
	Generation int
	Since      time.Time
	Outcome    <-chan Result
	Share      func() (share float64, under bool) // what is done; nil where that is not known
	parts      <-chan *analysis.Result            // of the first trajectories, the last that there is
	shown      *analysis.Result                   // the last part on the screen
}

// Part is the analysis of the first trajectories of one that goes on.
type Part struct {
	Progress
	Analysis *analysis.Result
}

// begin waits for work that has begun: for its result, for a first picture where that
// does not come soon, or until it is known to be slow.
func (m Progress) begin() tea.Msg {
	if r, ended := m.ends(firstWait); ended {
		return r
	}
	if rest, known := m.rest(); known && rest < nearly {
		if r, ended := m.ends(nearly); ended {
			return r
		}
	}
	timer := time.NewTimer(Patience - time.Since(m.Since))
	defer timer.Stop()
	select {
	case r := <-m.Outcome:
		panics.Raise(r.Err)
		return r
	case m.shown = <-m.parts:
		return Part{m, m.shown}
	case <-timer.C:
		return m
	}
}

// ends waits some time for the result.
func (m Progress) ends(within time.Duration) (r Result, ended bool) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case r = <-m.Outcome:
		panics.Raise(r.Err)
		return r, true
	case <-timer.C:
		return r, false
	}
}

// Await waits for work that goes on, until it is time for the next picture, or to say
// again how far it is.
func (m Progress) Await() tea.Msg {
	if r, ended := m.ends(pictureInterval); ended {
		return r
	}
	var next *analysis.Result
	select {
	case next = <-m.parts:
	default:
	}
	if next != nil && (m.shown == nil || next.Settings.Trajectories > m.shown.Settings.Trajectories) {
		m.shown = next
		return Part{m, next}
	}
	return m
}

// rest returns how long the work is expected to go on, false where that is not known.
func (m Progress) rest() (rest time.Duration, known bool) {
	if m.Share == nil {
		return 0, false
	}
	share, under := m.Share()
	if !under || share == 0 {
		return 0, false
	}
	return time.Duration(float64(time.Since(m.Since)) * (1 - share) / share), true
}

// Left says how much is done, and how long the rest takes; nothing before that can be
// told.
func (m Progress) Left() string {
	const soon, little = 500 * time.Millisecond, .02
	rest, known := m.rest()
	if !known || time.Since(m.Since) < soon {
		return ""
	}
	share, under := m.Share()
	if !under || share < little {
		return ""
	}
	return fmt.Sprintf("%.0f %%, %s", 100*share, screen.TimeLeft(rest))
}
