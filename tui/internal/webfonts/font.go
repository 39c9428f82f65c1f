package main

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"unicode/utf16"

	"golang.org/x/image/font/sfnt"
)

var be = binary.BigEndian

// tables are those of a font file.
type tables map[string][]byte

func readTables(ttf []byte) tables {
	t := make(tables)
	for i := range int(be.Uint16(ttf[4:])) {
		entry := ttf[12+16*i:]
		at, length := be.Uint32(entry[8:]), be.Uint32(entry[12:])
		t[string(entry[:4])] = ttf[at : at+length]
	}
	return t
}

// write returns the file, with its checksums.
func (t tables) write() []byte {
	names := slices.Sorted(maps.Keys(t))
	log := 0
	for 2<<log <= len(names) {
		log++
	}
	file := be.AppendUint32(nil, 0x00010000)
	for _, v := range []int{len(names), 16 << log, log, 16*len(names) - 16<<log} {
		file = be.AppendUint16(file, uint16(v))
	}
	at := len(file) + 16*len(names)
	var body []byte
	for _, name := range names {
		file = append(file, name...)
		file = be.AppendUint32(file, checksum(t[name]))
		file = be.AppendUint32(file, uint32(at+len(body)))
		file = be.AppendUint32(file, uint32(len(t[name])))
		body = pad(append(body, t[name]...), 4)
	}
	file = append(file, body...)
	head := be.Uint32(file[12+16*slices.Index(names, "head")+8:])
	be.PutUint32(file[head+8:], 0xB1B0AFBA-checksum(file))
	return file
}

func checksum(b []byte) (sum uint32) {
	b = pad(slices.Clone(b), 4)
	for i := 0; i < len(b); i += 4 {
		sum += be.Uint32(b[i:])
	}
	return sum
}

func pad(b []byte, to int) []byte {
	for len(b)%to != 0 {
		b = append(b, 0)
	}
	return b
}

// source is a font that glyphs are taken from.
type source struct {
	tables
	font *sfnt.Font
	buf  sfnt.Buffer
}

func newSource(ttf []byte) (*source, error) {
	f, err := sfnt.Parse(ttf)
	return &source{tables: readTables(ttf), font: f}, err
}

// index returns the glyph of a character, 0 for none.
func (s *source) index(r rune) int {
	i, err := s.font.GlyphIndex(&s.buf, r)
	if err != nil {
		return 0
	}
	return int(i)
}

// glyph returns the outlines of a glyph.
func (s *source) glyph(i int) []byte {
	loca := func(i int) uint32 { return be.Uint32(s.tables["loca"][4*i:]) }
	if be.Uint16(s.tables["head"][50:]) == 0 {
		loca = func(i int) uint32 { return 2 * uint32(be.Uint16(s.tables["loca"][2*i:])) }
	}
	return s.tables["glyf"][loca(i):loca(i+1)]
}

// width returns how far a glyph advances.
func (s *source) width(i int) int {
	i = min(i, int(be.Uint16(s.tables["hhea"][34:]))-1)
	return int(be.Uint16(s.tables["hmtx"][4*i:]))
}

// maker puts a font together.
type maker struct {
	from   *source
	glyphs [][]byte
	taken  map[*source]map[int]int // glyphs of the sources → glyphs of the font
	of     map[rune]int
	cell   int // how far each glyph advances
}

// make returns the font with those of the characters that there are glyphs of, without
// rules for pairs and marks (GPOS, GDEF, GSUB): DejaVu's would have the hat of λ̂ beside
// it, where browsers centre a mark over its letter. Hints for coarse screens are left out.
func (f face) make(runes []rune) ([]byte, error) {
	mono, err := newSource(f.mono)
	if err != nil {
		return nil, err
	}
	other, err := newSource(f.other)
	if err != nil {
		return nil, err
	}
	m := &maker{from: mono, taken: map[*source]map[int]int{mono: {}, other: {}}, of: make(map[rune]int)}
	m.cell = mono.width(mono.index('0'))
	m.take(mono, 0) // what is drawn for none
	for _, r := range runes {
		if i := mono.index(r); i > 0 {
			m.of[r] = m.take(mono, i)
		} else if i := other.index(r); i > 0 && other.width(i) <= m.cell {
			m.of[r] = m.add(composite([]part{{m.take(other, i), (m.cell - other.width(i)) / 2, 0}}, m.glyphs))
		}
	}
	m.braille(f.radius)
	return m.tables(f.weight).write(), nil
}

func (m *maker) add(glyph []byte) int {
	m.glyphs = append(m.glyphs, pad(glyph, 2))
	return len(m.glyphs) - 1
}

// take returns the glyph of the font that is one of a source, with the parts it is made of.
func (m *maker) take(s *source, i int) int {
	if at, ok := m.taken[s][i]; ok {
		return at
	}
	g := unhinted(s.glyph(i))
	for at := range components(g) {
		be.PutUint16(g[at+2:], uint16(m.take(s, int(be.Uint16(g[at+2:])))))
	}
	at := m.add(g)
	m.taken[s][i] = at
	return at
}

// The flags of a part of a composite glyph.
const (
	partWords  = 1 << 0 // its offset takes two words
	partOffset = 1 << 1 // it has one
	partScale  = 1 << 3
	partMore   = 1 << 5 // another follows
	partScales = 1 << 6
	partMatrix = 1 << 7
	partHints  = 1 << 8
)

// components iterates over where the parts of a glyph are described; none where it is not
// composite.
func components(g []byte) func(func(int) bool) {
	return func(yield func(int) bool) {
		if len(g) == 0 || int16(be.Uint16(g)) >= 0 {
			return
		}
		for at := 10; ; {
			flags := be.Uint16(g[at:])
			if !yield(at) || flags&partMore == 0 {
				return
			}
			at += partLength(flags)
		}
	}
}

func partLength(flags uint16) int {
	length := 6
	if flags&partWords != 0 {
		length = 8
	}
	switch {
	case flags&partScale != 0:
		length += 2
	case flags&partScales != 0:
		length += 4
	case flags&partMatrix != 0:
		length += 8
	}
	return length
}

// unhinted returns a copy of a glyph without its instructions.
func unhinted(g []byte) []byte {
	g = slices.Clone(g)
	if len(g) == 0 {
		return g
	}
	contours := int(int16(be.Uint16(g)))
	if contours >= 0 {
		at := 10 + 2*contours
		end := at + 2 + int(be.Uint16(g[at:]))
		be.PutUint16(g[at:], 0)
		return slices.Delete(g, at+2, end)
	}
	end := 0
	for at := range components(g) {
		flags := be.Uint16(g[at:]) &^ partHints
		be.PutUint16(g[at:], flags)
		end = at + partLength(flags)
	}
	return g[:end]
}

// part is a glyph, and where it stands in another.
type part struct{ glyph, x, y int }

// composite returns a glyph of parts.
func composite(parts []part, glyphs [][]byte) []byte {
	const most = 1 << 14
	box := [4]int{most, most, -most, -most}
	var list []byte
	for i, p := range parts {
		flags := uint16(partWords | partOffset)
		if i < len(parts)-1 {
			flags |= partMore
		}
		for _, v := range []uint16{flags, uint16(p.glyph), uint16(p.x), uint16(p.y)} {
			list = be.AppendUint16(list, v)
		}
		corner := func(i int) int { return int(int16(be.Uint16(glyphs[p.glyph][2+2*i:]))) }
		box[0], box[1] = min(box[0], p.x+corner(0)), min(box[1], p.y+corner(1))
		box[2], box[3] = max(box[2], p.x+corner(2)), max(box[3], p.y+corner(3))
	}
	g := be.AppendUint16(nil, 0xFFFF)
	for _, v := range box {
		g = be.AppendUint16(g, uint16(v))
	}
	return append(g, list...)
}

// braille reports whether a character is a braille pattern.
func braille(r rune) bool { return r >= 0x2800 && r <= 0x28FF }

// braille adds the braille patterns. Their dots are equally far apart, also from those of
// neighbours, where a row is as high as the font.
func (m *maker) braille(radius int) {
	dot := m.add(disc(radius))
	top, bottom := int(int16(be.Uint16(m.from.tables["hhea"][4:]))), int(int16(be.Uint16(m.from.tables["hhea"][6:])))
	m.of[0x2800] = m.add(nil)
	for pattern := 1; pattern < 256; pattern++ {
		var parts []part
		for bit, at := range [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}} {
			if pattern>>bit&1 == 1 {
				parts = append(parts, part{dot, m.cell * (2*at[0] + 1) / 4, top - (top-bottom)*(2*at[1]+1)/8})
			}
		}
		m.of[rune(0x2800+pattern)] = m.add(composite(parts, m.glyphs))
	}
}

// disc returns a glyph with a disc about the origin, of eight arcs.
func disc(radius int) []byte {
	const points = 16 // every other is where the tangents of an arc's ends meet
	g := be.AppendUint16(nil, 1)
	far := uint16(radius)
	for _, v := range []uint16{-far, -far, far, far, points - 1, 0} { // its box, its last point, no instructions
		g = be.AppendUint16(g, v)
	}
	for i := range points {
		g = append(g, byte(1-i%2)) // whether it is on the outline
	}
	var x, y []byte
	var last [2]int
	for i := range points {
		sin, cos := math.Sincos(-2 * math.Pi * float64(i) / points) // clockwise, as what is filled lies to the right
		r := float64(radius)
		if i%2 == 1 {
			r /= math.Cos(2 * math.Pi / points)
		}
		at := [2]int{int(math.Round(r * cos)), int(math.Round(r * sin))}
		x, y = be.AppendUint16(x, uint16(at[0]-last[0])), be.AppendUint16(y, uint16(at[1]-last[1]))
		last = at
	}
	return slices.Concat(g, x, y)
}

// tables returns the font.
func (m *maker) tables(weight string) tables {
	t := make(tables)
	for _, name := range []string{"head", "hhea", "maxp", "OS/2"} {
		t[name] = slices.Clone(m.from.tables[name])
	}
	var glyf, loca, hmtx []byte
	hmtx = be.AppendUint16(hmtx, uint16(m.cell)) // of all
	for _, g := range m.glyphs {
		loca = be.AppendUint16(loca, uint16(len(glyf)/2))
		glyf = append(glyf, g...)
		left := uint16(0)
		if len(g) > 0 {
			left = be.Uint16(g[2:])
		}
		hmtx = be.AppendUint16(hmtx, left)
	}
	t["glyf"], t["loca"], t["hmtx"] = glyf, be.AppendUint16(loca, uint16(len(glyf)/2)), hmtx
	t["cmap"], t["name"] = m.cmap(), names(weight)
	t["post"] = append(be.AppendUint32(nil, 0x00030000), make([]byte, 28)...) // glyphs have no names
	be.PutUint32(t["post"][12:], 1)                                           // but one width

	be.PutUint32(t["head"][8:], 0)  // the checksum, for now
	be.PutUint16(t["head"][50:], 0) // loca has halves of offsets
	be.PutUint16(t["hhea"][34:], 1) // width for all
	be.PutUint16(t["maxp"][4:], uint16(len(m.glyphs)))
	be.PutUint16(t["maxp"][26:], 0) // instructions
	be.PutUint16(t["maxp"][28:], 8) // parts, the dots of braille
	return t
}

// cmap returns the table from characters to glyphs (format 4).
func (m *maker) cmap() []byte {
	type segment struct{ first, last, glyph int }
	var all []segment
	for _, r := range slices.Sorted(maps.Keys(m.of)) {
		i, g := int(r), m.of[r]
		if n := len(all); n > 0 && all[n-1].last == i-1 && all[n-1].glyph+i-all[n-1].first == g {
			all[n-1].last = i
			continue
		}
		all = append(all, segment{i, i, g})
	}
	all = append(all, segment{0xFFFF, 0xFFFF, 0x10000}) // the end, which has none
	log := 0
	for 2<<log <= len(all) {
		log++
	}
	var last, first, delta, offset []byte
	for _, s := range all {
		last, first = be.AppendUint16(last, uint16(s.last)), be.AppendUint16(first, uint16(s.first))
		delta, offset = be.AppendUint16(delta, uint16(s.glyph-s.first)), be.AppendUint16(offset, 0)
	}
	var b []byte
	for _, v := range []int{
		0, 1, 3, 1, 0, 12, // the one table, of Unicode, from byte 12 on
		4, 16 + 8*len(all), 0, 2 * len(all), 2 << log, log, 2*len(all) - 2<<log,
	} {
		b = be.AppendUint16(b, uint16(v))
	}
	return slices.Concat(b, last, []byte{0, 0}, first, delta, offset)
}

// names returns the table of names. The licence has another family than DejaVu's Bitstream
// Vera; what else it wants is beside the font.
func names(weight string) []byte {
	const family = "Lambdascope Mono"
	var list, text []byte
	all := []struct {
		kind int
		text string
	}{
		{0, "Copyright (c) 2003 by Bitstream, Inc. All Rights Reserved. Copyright (c) 2006 by Tavmjong Bah. All Rights Reserved. DejaVu changes are in public domain. Glyphs of DejaVu Sans Mono, and braille patterns."},
		{1, family}, {2, weight}, {3, family + " " + weight}, {4, family + " " + weight}, {5, "Version 1"}, {6, "LambdascopeMono-" + weight},
	}
	for _, n := range all {
		var b []byte
		for _, u := range utf16.Encode([]rune(n.text)) {
			b = be.AppendUint16(b, u)
		}
		for _, v := range []int{3, 1, 0x409, n.kind, len(b), len(text)} { // Windows, Unicode, English
			list = be.AppendUint16(list, uint16(v))
		}
		text = append(text, b...)
	}
	head := be.AppendUint16(nil, 0)
	head = be.AppendUint16(be.AppendUint16(head, uint16(len(all))), uint16(6+len(list)))
	return slices.Concat(head, list, text)
}
