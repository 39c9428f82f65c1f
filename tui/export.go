package tui

import (
	"context"
	"fmt"
	"path/filepath"

	"lambdascope/tui/background"
	"lambdascope/tui/export"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
)

// exportedFiles is the outcome of an export.
type exportedFiles struct {
	folder string   // within the folder of the session
	files  []string // names, in order
}

// writeExport is the action of writing data, charts and summary of the page to a new folder.
func (m *model) writeExport() page.Action {
	says := func(text string) page.Action { return page.Action{Close: true, Open: overlay.Message{text}} }
	switch {
	case m.config.Folder == "":
		return says("This session writes no files. t shows the page in words and numbers, and y copies the text there; y here copies the command that opens this view.")
	case !m.ready():
		return page.Action{Close: true, Fault: "no result to export yet"}
	case m.Hidden:
		return says("The files would show the hidden answer: press z before e.")
	case m.exports.Running():
		return says("The last export is still being written.")
	}
	of := m.summary()
	if of.Empty() {
		return says("There is nothing on this page to export yet.")
	}
	a := says("Exporting …")
	files := m.config.Files
	parent := m.config.Folder
	a.Cmd = m.exports.Start(m.Context, parent, func(ctx context.Context, put func(exportedFiles)) error {
		folder, names, err := of.Write(ctx, files, parent)
		put(exportedFiles{folder, names})
		return err
	})
	return a
}

// receiveExport handles a message of an export.
func (m *model) receiveExport(msg background.Msg) (a page.Action, mine bool) {
	a.Cmd, mine = m.exports.Receive(msg)
	if mine && msg.Ended {
		a.News = m.exportOutcome()
	}
	return a, mine
}

// exportOutcome describes an export that has ended, with the names of the files if the text fits.
func (m *model) exportOutcome() string {
	x := &m.exports
	files := x.Now.files
	to := filepath.Join(m.config.Folder, x.Now.folder)
	long := "Wrote " + export.List(files) + " to " + to + "."
	if x.Err != nil {
		text := "The export to " + m.config.Folder + " failed: " + x.Err.Error() + "."
		if len(files) > 0 {
			text += " " + long
		}
		return text
	}
	for _, text := range []string{long, fmt.Sprintf("Wrote %d files to %s.", len(files), to)} {
		if m.fits(text) {
			return text
		}
	}
	return fmt.Sprintf("Wrote %d files to %s.", len(files), x.Now.folder)
}

// copyCommand is the action of copying a command. It shows the command as well, because a terminal may
// refuse without an answer.
func (m *model) copyCommand(command string) page.Action {
	if !m.config.HasClipboard() {
		return page.Action{Open: overlay.Message{"This terminal has no clipboard. The command: ", command}}
	}
	return page.Action{Open: overlay.Message{"Copied, if your terminal allows it: ", command}, Cmd: m.config.Copy(command)}
}

// copySummary is the action of copying the text of a page.
func (m *model) copySummary(text string) page.Action {
	if !m.config.HasClipboard() {
		return page.Action{Open: overlay.Message{"This terminal has no clipboard. On the page, press m, then select text with the mouse."}}
	}
	return page.Action{
		Close: true, Open: overlay.Message{"Copied, if your terminal allows it: this page in words and numbers."},
		Cmd: m.config.Copy(text),
	}
}

// summary returns the page in words and numbers. It leaves out previews.
func (m *model) summary() export.Summary {
	s := m.Snapshot()
	s.Result = m.analysis
	s.First = 0
	return export.Summary{
		Export:  m.class.WithVotes(m.pages[m.Page].Show(s).Data()),
		Command: m.config.command(m.State), Build: m.config.Build,
	}
}
