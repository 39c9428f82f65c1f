package tui

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/export"
	"lambdascope/tui/overlay"
	"lambdascope/tui/screen"
)

// exportedFiles is the outcome of an export.
type exportedFiles struct {
	folder string   // within the folder of the session
	files  []string // names, in order
}

// export writes the page's data, charts and summary to a new folder.
func (m *model) export() tea.Cmd {
	switch {
	case m.config.Folder == "":
		m.tell("There are no files in this session. t shows the page in words and numbers, and y there copies them; y here copies the command that opens this view.", "")
		return nil
	case m.analysis == nil || m.computing() || m.job.Err != nil:
		m.fault = "no result to export yet"
		return nil
	case m.Hidden:
		m.tell("The answer is hidden, and the files would have it: press z before e.", "")
		return nil
	case m.exports.Running():
		m.tell("The last export is still being written.", "")
		return nil
	}
	summary := m.summary()
	if summary.Empty() {
		m.tell("There is nothing on this page to export yet.", "")
		return nil
	}
	m.tell("Exporting …", "")
	files := m.config.Files
	parent := m.config.Folder
	return m.exports.Start(m.Context, parent, func(ctx context.Context, put func(exportedFiles)) error {
		folder, names, err := summary.Write(ctx, files, parent)
		put(exportedFiles{folder, names})
		return err
	})
}

// exported returns the news of an export that has ended: the files by name where the text has room
// for them.
func (m *model) exported() string {
	files, folder := m.exports.Now.files, m.config.Folder
	long := "Wrote " + export.List(files) + " to " + filepath.Join(folder, m.exports.Now.folder) + "."
	if err := m.exports.Err; err != nil {
		text := "The export to " + folder + " failed: " + err.Error() + "."
		if len(files) > 0 {
			text += " " + long
		}
		return text
	}
	for _, text := range []string{long, fmt.Sprintf("Wrote %d files to %s.", len(files), filepath.Join(folder, m.exports.Now.folder))} {
		if m.fitsNews(text) {
			return text
		}
	}
	return fmt.Sprintf("Wrote %d files to %s.", len(files), m.exports.Now.folder)
}

// summary returns the page in words and numbers. It leaves out previews.
func (m *model) summary() export.Summary {
	s := m.Snapshot()
	s.Result = m.analysis
	s.First = 0
	return export.Summary{Export: m.class.WithVotes(m.pages[m.Page].Show(s).Data()), Command: m.config.CommandLine(m.config.args(m.State)), Build: m.config.Build}
}

// copyCommand copies the command that opens this view. It shows the command as well, because
// a terminal may refuse without an answer.
func (m *model) copyCommand() tea.Cmd {
	command := m.config.CommandLine(m.config.args(m.State))
	if !m.config.HasClipboard() {
		m.tell("This terminal has no clipboard. The command: ", command)
		return nil
	}
	m.tell("Copied, if your terminal allows it: ", command)
	return m.config.Copy(command)
}

// openSummary shows the page in words and numbers.
func (m *model) openSummary() {
	m.overlays.Open(&overlay.Summary{
		Summary: m.summary(), NoFiles: m.config.Folder == "",
		ToFiles: func() tea.Cmd {
			m.overlays.Clear()
			return m.export()
		},
		Copy: func(text string) tea.Cmd {
			if !m.config.HasClipboard() {
				m.overlays.Open(overlay.Message{"This terminal has no clipboard. On the page, press m, then select text with the mouse."})
				return nil
			}
			m.overlays.Clear()
			m.tell("Copied, if your terminal allows it: this page in words and numbers.", "")
			return m.config.Copy(text)
		},
	})
}

// tell shows a complete text, under the charts or, if the text is too long, over the page. The text
// in follows may be long and breaks anywhere.
func (m *model) tell(what, follows string) {
	if m.job.Err == nil && !m.computing() && m.analysis != nil && m.fitsNews(what+follows) {
		m.news = what + follows
		return
	}
	m.overlays.Open(overlay.Message{strings.TrimSpace(what), follows})
}

// fitsNews reports whether a text fits above the charts.
func (m *model) fitsNews(text string) bool {
	lines := m.styles.Break(text, m.width-2)
	return len(lines) <= m.shape().textRows && screen.Widest(lines) <= m.width-2
}
