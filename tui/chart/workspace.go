package chart

// Workspace keeps what one drawing leaves to the next: the escape sequences of a Style,
// as to make them takes a large part of a drawing, and memory. It is for one goroutine
// at a time.
type Workspace struct {
	escapes map[coloured]escape
	glyphs  Glyphs
	signs   glyphSet // of glyphs; the zero one before the first drawing

	canvases canvas
	lines    []byte   // of a whole drawing
	letters  []cell   // of all texts of a drawing
	dots     []uint8  // of a series, by cell of the plot
	marks    []Marker // by cell of the canvas
	numbers  []int
}

// NewWorkspace returns a workspace for drawings with one Style.
func NewWorkspace() *Workspace { return &Workspace{escapes: make(map[coloured]escape)} }

// glyphSet returns the signs of some glyphs.
func (k *Workspace) glyphSet(g Glyphs) glyphSet {
	if k.signs.marks == nil || k.glyphs != g {
		k.glyphs, k.signs = g, g.set()
	}
	return k.signs
}

// canvas returns an empty canvas, in place of the one before.
func (k *Workspace) canvas(w, h int) *canvas {
	k.canvases = *newCanvas(w, h, k.canvases.cells)
	return &k.canvases
}

// resized returns a slice of a length, in the memory of s where that is enough. What is
// in it is of no use.
func resized[T any](s []T, n int) []T {
	if n > cap(s) {
		return make([]T, n)
	}
	return s[:n]
}

// cleared returns a slice of a length as resized does, all of it zero.
func cleared[T any](s []T, n int) []T {
	s = resized(s, n)
	clear(s)
	return s
}
