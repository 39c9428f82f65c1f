package table

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
	"lambdascope/tui/shell"
)

// Survey is the contents of files.
type Survey struct {
	*analysis.Survey
	Skipped []Skipped
	Next    string // the command to run next; empty for none
}

// Skipped is a file of a folder that check does not read, with the reason.
type Skipped struct{ Name, Reason string }

// WriteSurvey writes the contents of files for a person to read. Command lines in faults and in the next command
// are not wrapped, so that readers can copy them.
func WriteSurvey(w *bytes.Buffer, r Survey, s Style) {
	sentence := func(format string, args ...any) { s.sentence(w, shell.Escape(fmt.Sprintf(format, args...))) }
	faults := 0
	for _, f := range r.Files {
		switch {
		case f.Err != nil && f.Episodes == 0:
			sentence("%s: unreadable", f.Name)
		case f.Err != nil:
			sentence("%s: unreadable after %s", f.Name, textfmt.Count(f.Episodes, "episode"))
		default:
			sentence("%s: %s, %s, %s", f.Name, f.Format, textfmt.Count(f.Episodes, "episode"), textfmt.Count(f.Steps, "step"))
		}
		if f.Err != nil {
			faults++
		}
	}
	for _, f := range r.Skipped {
		sentence("%s: not read (%s)", f.Name, f.Reason)
	}
	if len(r.Lengths) > 0 {
		writeEpisodes(w, r, s)
	}
	findings := report.Findings(r.Survey)
	if len(findings) > 0 {
		fmt.Fprintln(w)
	}
	for i, finding := range findings {
		if i < faults {
			fmt.Fprintln(w, "Found: "+s.text(shell.Escape(finding)))
		} else {
			sentence("Found: %s.", finding)
		}
	}
	if r.Next != "" {
		fmt.Fprintln(w)
		fmt.Fprintln(w, "Next: "+s.text(shell.Escape(r.Next)))
	}
}

// writeEpisodes writes rows of a label and a text, and sentences without a label.
func writeEpisodes(w *bytes.Buffer, r Survey, s Style) {
	var rows [][2]string
	add := func(label, format string, args ...any) {
		rows = append(rows, [2]string{label, shell.Escape(fmt.Sprintf(format, args...))})
	}
	lengths := slices.Sorted(slices.Values(r.Lengths))
	add("episodes", "%d: %d terminated, %d truncated", len(r.Lengths), r.Terminated, r.Truncated)
	add("lengths", "%d to %d, median %d; they count as %s of equal length", lengths[0], lengths[len(lengths)-1], lengths[len(lengths)/2], textfmt.Rounded(r.Effective, 3))
	add("rewards", "%s", span(r.Rewards[0], r.Rewards[1]))
	columns := maps.Columns(r.Columns)
	const few = 20
	for j := range min(few, r.Columns) {
		add(columns[j], "%s", span(r.Box.Low[j], r.Box.High[j]))
	}
	if r.Columns > few {
		add("", "and %d more columns", r.Columns-few)
	}
	if r.Unchecked {
		add("", "so many columns are not looked through for combinations of each other")
	}
	if len(r.Equal) > 0 {
		add("equal", "%s", equalText(r))
	}
	if r.Groups > 0 {
		add("groups", "%d", r.Groups)
	}
	var missing []string
	if r.Groups == 0 {
		missing = append(missing, "groups")
	}
	if of := r.Ratios; of != nil {
		add("ratios", "%s on average, %s at most, %d of 0", textfmt.Rounded(of.Mean, 3), textfmt.Rounded(of.Largest, 3), of.Zero)
	} else {
		missing = append(missing, "importance ratios")
	}
	if missing != nil {
		add("without", "%s", textfmt.And(missing))
	}
	width := 0
	for _, row := range rows {
		width = max(width, len(row[0]))
	}
	fmt.Fprintln(w)
	for _, row := range rows {
		if row[0] == "" {
			s.sentence(w, row[1])
		} else {
			fmt.Fprintf(w, "%s  %s\n", s.faint(fmt.Sprintf("%-*s", width, row[0])), s.text(row[1]))
		}
	}
}

// span writes the ends of a range.
func span(low, high float64) string {
	short := func(v float64) string { return textfmt.Short(v, 4) }
	if low == high {
		return "always " + short(low)
	}
	return short(low) + " to " + short(high)
}

// equalText names the first few episodes with an equal earlier episode.
func equalText(r Survey) string {
	const few = 5
	var out []string
	for _, e := range r.Equal[:min(few, len(r.Equal))] {
		out = append(out, e.Episode+" = "+e.Earlier)
	}
	text := fmt.Sprintf("%d of %d episodes equal earlier ones: %s", len(r.Equal), len(r.Lengths), strings.Join(out, ", "))
	if len(r.Equal) > few {
		text += ", …"
	}
	if !r.Copies {
		text += "; short ones over few states do by chance"
	}
	return text
}
