package chart

// Glyphs is the set of characters that a terminal's font is trusted with.
type Glyphs int

// The glyph sets. Braille has eight dots a cell; Plain is 7-bit, down to the labels.
const (
	Braille Glyphs = iota
	Plain
)

// asciiLevels are the eight heights of a bar, as ▁ to █ are.
const asciiLevels = ".:-=+*#@"

type glyphSet struct {
	vertical, horizontal   rune // of the axes
	corner, tickLeft, tick rune
	cursor                 rune
	level                  rune
	bar                    []rune // of error bars: whole, halves, beyond the plot
	none                   rune   // a bar of height zero
	ellipsis               rune
	marks                  []rune
	samples                []string // of the lines, for the legend, three cells each
	densities              []rune   // of a cloud, from few points in a cell to many
	beyond                 []rune   // at the edge of the plot, by the direction of what is outside
	sequential, diverging  []rune   // of heat maps without colours, from low to high
	one, dots              rune     // of a swarm, in a cell: one dot, and two
	mean, truth, apart     rune     // of a swarm: the lines, and the bar between them
	stacks                 []rune   // of the parts of a stack without colours, from the foot up
}

// The directions in which a line leaves a cell, as bits of an index to asciiJoints.
const (
	left = 1 << iota
	right
	up
	down
)

// asciiJoints are the signs of a line through cells.
const asciiJoints = ".---|''+|..+|+++"

func (g Glyphs) set() glyphSet {
	s := glyphSet{
		vertical: '│', horizontal: '─', corner: '└', tickLeft: '┤', tick: '┴',
		level: '╌', bar: []rune("│╵╷▴▾"), cursor: '│', none: '·', ellipsis: '…',
		marks:   []rune(" ●○▼×■▲◆◇◎△▽★"),
		samples: []string{"", "⠒⠒⠒", "⠒ ⠒", "⠂⠂⠂"},

		densities: []rune("⠐⠿"), // of one point and of many, for the legend alone
		beyond:    []rune(" ↑↓←→"),
		// Lines are below 0, shades above.
		sequential: []rune("·░▒▓█"), diverging: []rune("≡═─╌·░▒▓█"),

		one: '•', dots: ':', mean: '━', truth: '╌', apart: '┃', stacks: []rune("█░▒"),
	}
	if g == Plain {
		s = glyphSet{
			vertical: '|', horizontal: '-', corner: '+', tickLeft: '+', tick: '+',
			level: '.', bar: []rune("|',^v"), cursor: '|', none: ' ', ellipsis: '.',
			marks:      []rune(" *ovx+^#%@AY*"),
			samples:    []string{"", "---", "- -", "..."},
			densities:  []rune(".:=@"),
			beyond:     []rune(" ^_<>"),
			sequential: []rune(asciiLevels), diverging: []rune("8%=-.+*#@"),

			one: 'o', dots: '8', mean: '=', truth: '-', apart: '|', stacks: []rune("#:+"),
		}
	}
	return s
}

// ramp returns the glyphs of a heat map without colours.
func (g glyphSet) ramp(diverging bool) []rune {
	if diverging {
		return g.diverging
	}
	return g.sequential
}

// mark returns a marker's rune, or 0 for none.
func (g glyphSet) mark(m Marker) rune {
	if m <= MarkNone || int(m) >= len(g.marks) {
		return 0
	}
	return g.marks[m]
}
