package class

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"rsc.io/qr"

	"lambdascope/tui/chart"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// invitation is the panel of R: how others join the class.
type invitation struct{ *Model }

// Press closes the panel.
func (o *invitation) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	a.Close = msg.String() == "R"
	return a, a.Close
}

// Hints returns none: the panel has no keys.
func (o *invitation) Hints() []page.Hint { return nil }

// Text returns the panel without a QR code.
func (o *invitation) Text(s *screen.Styles, width int) []string {
	p := &panel{styles: s, width: min(width, overlay.ReadingWidth)}
	p.say(chart.InkSelected, "The class")
	p.gap()
	role := "You follow"
	if o.Look.Leads {
		role = "You present"
	} else if !o.Look.Live {
		role = "Nobody presents: this is the last view"
	}
	p.say(chart.InkText, "%s. %d follow, %d have their own views%s.", role, o.Look.Here, o.Look.Away, o.Look.phonesText(", "))
	p.gap()
	p.all("To join over SSH:", o.Entry.Commands)
	p.all("To join in a browser:", o.Entry.Links)
	p.all("To vote from a phone:", o.Entry.Votes)
	if o.Entry.Password != "" {
		p.all("Password:", []string{o.Entry.Password})
	}
	if len(o.Entry.Commands)+len(o.Entry.Links) == 0 {
		p.say(chart.InkWarn, "Only this machine can join: the server listens on a loopback address, or this machine has no network.")
		p.gap()
	}
	if o.Look.Leads {
		p.say(chart.InkText, "On the charts V asks the class, g gives every seat its own data, and A calls back the seats with their own views.")
	}
	return p.lines
}

// all writes the alternatives of a way to join.
func (p *panel) all(name string, ways []string) {
	if len(ways) == 0 {
		return
	}
	p.say(chart.InkText, "%s %s", name, strings.Join(ways, " or "))
	p.gap()
}

// SizedText returns the panel with the QR code of the first link for phones beside it, as large
// as possible. A small window has no code.
func (o *invitation) SizedText(s *screen.Styles, size overlay.Size) []string {
	const gap = 2
	const minText = 32 // columns, beside a code in a window of 80×24
	if len(o.Entry.Codes) == 0 || s.Glyphs() == chart.Plain {
		return o.Text(s, size.Width)
	}
	code := linkCode(o.Entry.Codes[0])
	for scale := 3; code != nil && scale > 0; scale-- {
		picture := drawn(code, s, scale)
		width := min(size.Width-gap-screen.Widest(picture), overlay.ReadingWidth)
		if len(picture) > size.Rows || width < minText {
			continue
		}
		lines := o.Text(s, width)
		lines = s.Fill(lines, width, max(len(lines), len(picture)))
		for i, l := range picture {
			lines[i] = s.Line(width+gap).Styled(lines[i]).String() + l
		}
		return lines
	}
	return o.Text(s, size.Width)
}

// linkCode returns the QR code of a link, or nil. A link in capitals has a smaller code, and the server
// accepts both cases; a proxy's prefix has a single case.
func linkCode(link string) *qr.Code {
	if _, path, _ := strings.Cut(link, "://"); strings.Count(path, "/") == 2 {
		link = strings.ToUpper(link)
	}
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		return nil
	}
	for level := qr.M; level <= qr.H; level++ { // the most redundancy of this size
		if safer, err := qr.Encode(link, level); err == nil && safer.Size == code.Size {
			code = safer
		}
	}
	return code
}

// drawn draws a QR code with squares of scale pixels and the margin that cameras need.
func drawn(code *qr.Code, s *screen.Styles, scale int) []string {
	const margin = 4
	size := scale * (code.Size + 2*margin)
	return s.Pixels(size, size, func(x, y int) bool { return code.Black(x/scale-margin, y/scale-margin) })
}
