package tui

import (
	"context"
	"fmt"
	"path/filepath"

	"lambdascope/tui/background"
	"lambdascope/tui/disk"
	"lambdascope/tui/export"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/terminal"
)

// exporter writes a page to files, and copies texts to the clipboard.
type exporter struct {
	background.Job[string, exportedFiles]
	context  context.Context
	folder   string // of the session, on the disk of files, or ""
	files    disk.Files
	terminal terminal.Terminal
}

// exportedFiles is the outcome of an export.
type exportedFiles struct {
	folder string   // within the folder of the session
	files  []string // names, in order
}

// write is the action of writing data, charts and summary of a page to a new folder.
func (x *exporter) write(summary func() export.Summary, ready, hidden bool) page.Action {
	says := func(text string) page.Action { return page.Action{Close: true, Open: overlay.Message{text}} }
	switch {
	case x.folder == "":
		return says("There are no files in this session. t shows the page in words and numbers, and y there copies them; y here copies the command that opens this view.")
	case !ready:
		return page.Action{Close: true, Fault: "no result to export yet"}
	case hidden:
		return says("The answer is hidden, and the files would have it: press z before e.")
	case x.Running():
		return says("The last export is still being written.")
	}
	of := summary()
	if of.Empty() {
		return says("There is nothing on this page to export yet.")
	}
	a := says("Exporting …")
	files := x.files
	parent := x.folder
	a.Cmd = x.Start(x.context, parent, func(ctx context.Context, put func(exportedFiles)) error {
		folder, names, err := of.Write(ctx, files, parent)
		put(exportedFiles{folder, names})
		return err
	})
	return a
}

// Update handles a message of an export. Fits reports whether the screen has room for news.
func (x *exporter) Update(msg background.Msg, fits func(string) bool) (a page.Action, mine bool) {
	a.Cmd, mine = x.Receive(msg)
	if mine && msg.Ended {
		a.News = x.outcome(fits)
	}
	return a, mine
}

// outcome describes an export that has ended: the files by name where the text fits.
func (x *exporter) outcome(fits func(string) bool) string {
	files := x.Now.files
	to := filepath.Join(x.folder, x.Now.folder)
	long := "Wrote " + export.List(files) + " to " + to + "."
	if x.Err != nil {
		text := "The export to " + x.folder + " failed: " + x.Err.Error() + "."
		if len(files) > 0 {
			text += " " + long
		}
		return text
	}
	for _, text := range []string{long, fmt.Sprintf("Wrote %d files to %s.", len(files), to)} {
		if fits(text) {
			return text
		}
	}
	return fmt.Sprintf("Wrote %d files to %s.", len(files), x.Now.folder)
}

// copyCommand is the action of copying a command. It shows the command as well, because a terminal may
// refuse without an answer.
func (x *exporter) copyCommand(command string) page.Action {
	if !x.terminal.HasClipboard() {
		return page.Action{Open: overlay.Message{"This terminal has no clipboard. The command: ", command}}
	}
	return page.Action{Open: overlay.Message{"Copied, if your terminal allows it: ", command}, Cmd: x.terminal.Copy(command)}
}

// copySummary is the action of copying the text of a page.
func (x *exporter) copySummary(text string) page.Action {
	if !x.terminal.HasClipboard() {
		return page.Action{Open: overlay.Message{"This terminal has no clipboard. On the page, press m, then select text with the mouse."}}
	}
	return page.Action{
		Close: true, Open: overlay.Message{"Copied, if your terminal allows it: this page in words and numbers."},
		Cmd: x.terminal.Copy(text),
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
