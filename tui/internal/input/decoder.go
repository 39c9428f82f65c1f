// Package input makes events of the bytes that somebody else's terminal sends, and
// only of those that an app expects of one: key presses, the mouse, pastes, focus,
// and answers to what the app asked. All else is dropped.
//
// Ultraviolet's reader is for a terminal that can be trusted. It takes sizes of the
// window from the input, makes up to 65,535 events of one sequence, decodes an
// unfinished sequence anew with each piece that arrives, and panics at a sequence
// with more than 32 parameters. Here the bytes are cut into bounded sequences first,
// at a constant cost per byte, and Ultraviolet's decoder gets single whole
// sequences, of those kinds alone that are let through. The parsers of x/ansi are
// for output, where SS3, the keys of Linux's console and urxvt, and X10's mouse
// reports are not single sequences.
package input

import (
	"bytes"
	"errors"
	"time"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// ErrTooLong is the error of a paste or a sequence that is longer than maxPiece.
var ErrTooLong = errors.New("more than 64 KB of input in one piece: the session has ended")

const (
	// maxPiece bounds a paste, and what is dropped as one sequence, in bytes.
	maxPiece = 64 << 10
	// maxSequence bounds a sequence that can be let through, in bytes: the longest
	// is a key of kitty's protocol with its text, or a colour.
	maxSequence = 64
)

// Decoder makes events of bytes. It holds maxPiece bytes at most.
type Decoder struct {
	asked  *Questions
	events uv.EventDecoder
	state  state
	seq    []byte // the sequence at hand, or as much of it as maxSequence
	length int    // of all of it
	paste  []byte
	gaveUp bool // a paste was dropped whose rest may still come
}

// state is what the next byte belongs to.
type state int

const (
	ground    state = iota
	character       // in several bytes
	escape          // after one ESC or two
	csi             // after ESC [
	ss3             // after ESC O
	text            // OSC, DCS, APC, PM or SOS, up to its terminator
	textEnd         // after ESC in one
	console         // a function key of Linux's console: ESC [ [ and a letter
	x10             // a report of the mouse: ESC [ M and three bytes
	paste           // between the marks of a bracketed paste
)

// NewDecoder returns a decoder that lets through one answer to each question that
// was asked.
func NewDecoder(asked *Questions) *Decoder { return &Decoder{asked: asked} }

// Next takes a byte and returns the event that it completes, mostly nil. After an
// error the input is over.
func (d *Decoder) Next(b byte) (uv.Event, error) {
	switch d.state {
	case paste:
		return d.pasted(b)
	case ground:
		return d.begin(b), nil
	case character:
		if b&0xc0 != 0x80 {
			return d.again(b)
		}
		return d.more(b), nil
	case escape:
		return d.introduce(b), nil
	case csi:
		return d.control(b)
	case ss3:
		switch {
		case b >= '0' && b <= '9':
			d.keep(b)
		case b > ' ' && b <= '~':
			d.keep(b)
			return d.whole(), nil
		default:
			return d.again(b)
		}
	case console:
		d.drop()
	case x10:
		if d.keep(b); d.length == len("\x1b[M")+3+d.alt() {
			return d.whole(), nil
		}
	case text:
		switch {
		case b == ansi.BEL && d.seq[1+d.alt()] == ']':
			d.keep(b)
			return d.whole(), nil
		case b == ansi.ESC:
			d.state = textEnd
		case b == ansi.CAN || b == ansi.SUB:
			d.drop()
			return nil, nil
		}
		d.keep(b)
	case textEnd:
		if b != '\\' {
			d.drop()
			d.begin(ansi.ESC)
			return d.introduce(b), nil
		}
		d.keep(b)
		return d.whole(), nil
	}
	if d.length > maxPiece {
		return nil, ErrTooLong
	}
	return nil, nil
}

// begin takes the first byte of a sequence.
func (d *Decoder) begin(b byte) uv.Event {
	d.keep(b)
	switch {
	case b == ansi.ESC:
		d.state = escape
		return nil
	case b < utf8.RuneSelf:
		return d.whole()
	case utf8.RuneStart(b):
		d.state = character
	default:
		d.drop()
	}
	return nil
}

// more takes a byte of a character.
func (d *Decoder) more(b byte) uv.Event {
	d.keep(b)
	if utf8.FullRune(d.seq[d.escapes():]) {
		return d.whole()
	}
	return nil
}

// again drops the sequence, which a byte breaks off, and takes the byte for another.
func (d *Decoder) again(b byte) (uv.Event, error) {
	d.drop()
	return d.Next(b)
}

// introduce takes the byte after ESC.
func (d *Decoder) introduce(b byte) uv.Event {
	switch {
	case b == ansi.ESC && d.alt() == 1: // the third: the first was the key
		return d.decode(d.seq[:1])
	case b >= utf8.RuneSelf:
		d.state = character
		return d.more(b)
	}
	d.keep(b)
	switch b {
	case ansi.ESC:
	case '[':
		d.state = csi
	case 'O':
		d.state = ss3
	case ']', 'P', '_', '^', 'X':
		d.state = text
	default:
		return d.whole()
	}
	return nil
}

// control takes a byte of a control sequence.
func (d *Decoder) control(b byte) (uv.Event, error) {
	params := d.length - len("\x1b[") - d.alt() // and intermediate bytes
	switch {
	case b < ' ' || b > '~':
		return d.again(b)
	case params == 0 && b == '[':
		d.state = console
	case params == 0 && b == 'M':
		d.state = x10
		d.keep(b)
	case b >= '@', b == '$' && params > 0 && d.seq[2+d.alt()] <= '9': // urxvt ends some keys with $
		d.keep(b)
		return d.whole(), nil
	default:
		d.keep(b)
	}
	if d.length > maxPiece {
		return nil, ErrTooLong
	}
	return nil, nil
}

// pasted takes a byte of a paste or of the mark that ends it.
func (d *Decoder) pasted(b byte) (uv.Event, error) {
	d.paste = append(d.paste, b)
	if content, ended := bytes.CutSuffix(d.paste, []byte(ansi.BracketedPasteEnd)); ended {
		event := uv.PasteEvent{Content: string(bytes.ToValidUTF8(content, nil))}
		d.paste, d.state = nil, ground
		return event, nil
	}
	if len(d.paste) > maxPiece {
		return nil, ErrTooLong
	}
	return nil, nil
}

// keep adds a byte to the sequence.
func (d *Decoder) keep(b byte) {
	if d.length++; d.length <= maxSequence {
		d.seq = append(d.seq, b)
	}
}

// drop forgets the sequence.
func (d *Decoder) drop() { d.seq, d.length, d.state = d.seq[:0], 0, ground }

// escapes returns how many ESC the sequence begins with.
func (d *Decoder) escapes() int {
	n := 0
	for n < len(d.seq) && d.seq[n] == ansi.ESC {
		n++
	}
	return n
}

// alt is 1 where the sequence has an ESC in front, as terminals send alt with a key,
// or else 0.
func (d *Decoder) alt() int { return max(0, d.escapes()-1) }

// whole returns the event of the sequence, if it is let through.
func (d *Decoder) whole() uv.Event {
	seq, length := d.seq, d.length
	d.drop()
	if length > len(seq) || !known(seq, d.asked) {
		return nil
	}
	return d.decode(seq)
}

// decode returns the event of a sequence, if it is let through.
func (d *Decoder) decode(seq []byte) uv.Event {
	n, event := d.events.Decode(seq)
	if n == 1 && len(seq) > 1 && seq[0] == ansi.ESC && seq[1] == ansi.ESC {
		// What follows is no key, so the first ESC was one.
		if _, rest := d.events.Decode(seq[1:]); rest == (uv.PasteStartEvent{}) {
			d.state = paste
		}
		return event
	}
	switch {
	case n != len(seq):
		return nil
	case event == (uv.PasteStartEvent{}):
		d.state = paste
		return nil
	}
	return d.allowed(event)
}

// escTimeout is how long what follows ESC may take to arrive; later, it was the key.
const escTimeout = uv.DefaultEscTimeout

// restTimeout is how long the rest of what is no key by itself may take.
const restTimeout = time.Second

// pasteTimeout is how long the rest of a paste may take. Without an end, a mark that
// begins one would swallow every key that is pressed after it.
const pasteTimeout = 2 * time.Second

// Wait returns when to call Expire if nothing more arrives; 0 for never.
func (d *Decoder) Wait() time.Duration {
	switch {
	case d.state == ground:
		return 0
	case d.state == paste:
		return pasteTimeout
	case d.state == character || d.length > 2+d.alt():
		return restTimeout
	}
	return escTimeout
}

// Expire ends a sequence that nothing has followed and returns the key that it is,
// or nil: ESC, or alt with [ and the like. A paste without an end is dropped.
func (d *Decoder) Expire() uv.Event {
	if d.Wait() == escTimeout {
		seq := d.seq
		d.drop()
		return d.decode(seq)
	}
	d.gaveUp = d.gaveUp || d.state == paste
	d.paste = nil
	d.drop()
	return nil
}

// late returns a piece without what is the rest of a paste that was given up: all up to
// its end, or as many bytes as no key has.
func (d *Decoder) late(piece []byte) []byte {
	if !d.gaveUp || d.pasting() { // another one has begun
		d.gaveUp = false
		return piece
	}
	if _, after, ended := bytes.Cut(piece, []byte(ansi.BracketedPasteEnd)); ended {
		d.gaveUp = false
		return after
	}
	if len(piece) > typed {
		return nil
	}
	return piece
}

// pasting reports whether a paste has begun and not ended.
func (d *Decoder) pasting() bool { return d.state == paste }
