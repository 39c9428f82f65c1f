package screen

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"lambdascope/tui/chart"
)

// A shade is a colour in terminals with all colours, with 256 and with 16.
type shade struct{ full, indexed, basic string }

// in returns the colour of a shade in a terminal.
func (s shade) in(profile colorprofile.Profile) color.Color {
	switch profile {
	case colorprofile.ANSI256:
		return lipgloss.Color(s.indexed)
	case colorprofile.ANSI:
		return lipgloss.Color(s.basic)
	}
	return lipgloss.Color(s.full)
}

// role is the use of a colour on dark and on light backgrounds.
type role struct {
	ink         chart.Ink
	dark, light shade
}

// roles returns the colours of quantities and of controls: blue is for estimates, amber for the truth,
// magenta for the data's verdict against a λ, mint for the keys.
func roles() []role {
	return []role{
		{chart.InkText, shade{"#e6e6ea", "254", "15"}, shade{"#1c1c20", "234", "0"}},
		{chart.InkFaint, shade{"#9a9aa4", "247", "7"}, shade{"#5f5f68", "241", "8"}},
		{chart.InkRule, shade{"#6a6a74", "242", "8"}, shade{"#85858d", "244", "8"}},
		{chart.InkEstimate, shade{"#6cb6ff", "75", "12"}, shade{"#0a5fc8", "26", "4"}},
		{chart.InkEstimateDim, shade{"#4f7fb3", "67", "4"}, shade{"#4f88c8", "68", "12"}},
		{chart.InkTruth, shade{"#e8b04a", "179", "11"}, shade{"#8f6000", "94", "3"}},
		{chart.InkTruthDim, shade{"#a07a3a", "137", "3"}, shade{"#b07f2a", "136", "11"}},
		{chart.InkSelected, shade{"#ffffff", "231", "15"}, shade{"#000000", "16", "0"}},
		{chart.InkAgainst, shade{"#e4517f", "168", "13"}, shade{"#c2186a", "161", "5"}},
		{chart.InkAgainstDim, shade{"#a54c68", "132", "5"}, shade{"#d4719a", "168", "13"}},
		{chart.InkCursor, shade{"#8ce8cf", "122", "14"}, shade{"#005a4c", "23", "6"}},
		{chart.InkChip, shade{"#8ce8cf", "122", "14"}, shade{"#005a4c", "23", "6"}},
		{chart.InkWarn, shade{"#e6e6ea", "254", "15"}, shade{"#1c1c20", "234", "0"}},
		{chart.InkPinned, shade{"#9a9aa4", "247", "7"}, shade{"#5f5f68", "241", "8"}},
		{chart.InkThird, shade{"#6fe3a5", "79", "10"}, shade{"#007c48", "29", "2"}},
	}
}

// fill returns the colour behind a chip.
func fill(dark bool) shade {
	if dark {
		return shade{"#153831", "236", "0"}
	}
	return shade{"#d3efe7", "254", "7"}
}

// palette has the colours of inks.
type palette map[chart.Ink]color.Color

// newPalette returns the colours for a background and a terminal.
//
// The levels are the blue of estimates from soft to full. Their lightness ascends for colour-blind and
// grey eyes, too. The first level has a contrast of 3 or more to a dark background and
// of 4.5 to a light one, as numbers have this ink.
//
// The scale heat of heat maps, from low to high, has steps through viridis (van der Walt and Smith). The
// scale diverging runs from purple through grey to green (PRGn, after Brewer), because blue and amber are
// the estimate and the truth. Colours far from the low end or the middle contrast most with the background.
func newPalette(dark bool, profile colorprofile.Profile) palette {
	p := palette{}
	for _, r := range roles() {
		s := r.light
		if dark {
			s = r.dark
		}
		p[r.ink] = s.in(profile)
	}
	levels := "#2569CA #1C5CB5 #134EA2 #0B418E #083474 #062756 #041632"
	heat := "#AADC32 #5DC863 #27AD81 #33988A #2A788E #2F5A8C #472D7B #440154"
	diverging := "#40004B #762A83 #A36FB5 #CFAADB #DDDDDD #9FD49B #5AAE61 #1B7837 #00441B"
	if dark {
		levels = "#3D6FA3 #4981BA #5594D2 #63A8EE #7DBFFF #ACD6FF #DCEEFF"
		heat = "#472D7B #2F5A8C #2A788E #33988A #27AD81 #5DC863 #AADC32 #FDE725"
		diverging = "#E3C4F5 #B987DA #8A55AD #5B3B73 #3A3A3A #2A5E3A #2F8A4B #53B96C #A8EBB0"
	}
	for first, ramp := range map[chart.Ink]string{chart.InkLevel: levels, chart.InkHeat: heat, chart.InkDiverging: diverging} {
		for i, c := range strings.Fields(ramp) {
			p[first+chart.Ink(i)] = profile.Convert(lipgloss.Color(c))
		}
	}
	return p
}

// Paper returns the colours of inks in files: the colours of light screens, with black text. The levels
// begin with a softer blue than on the screen, because no number has these inks on paper, and lines differ
// more.
func Paper() map[chart.Ink]color.Color {
	p := newPalette(false, colorprofile.TrueColor)
	p[chart.InkText] = p[chart.InkSelected]
	for i, c := range strings.Fields("#5590D6 #3D7DD0 #2569CA") {
		p[chart.InkLevel+chart.Ink(i)] = lipgloss.Color(c)
	}
	return p
}

// Theme is a choice of colours.
type Theme int

// The themes. Auto follows the terminal's background.
const (
	ThemeAuto Theme = iota
	ThemeDark
	ThemeLight
	ThemeMono
)

// ThemeNames are the texts of the themes, in order.
func ThemeNames() []string { return []string{"auto", "dark", "light", "mono"} }
