// Package input decodes the bytes of an untrusted terminal. It lets through the events that
// an app expects: key presses, the mouse, pastes, focus, and answers to questions of the
// app. All remaining events are dropped.
//
//	bytes ─▶ Next ─▶ one sequence, at most 64 bytes ─▶ known ─▶ Ultraviolet ─▶ allowed ─▶ event
//
// Ultraviolet's reader trusts the terminal. It reads sizes of the window from the input,
// makes up to 65,535 events of one sequence, decodes an unfinished sequence again with each
// Read, and panics at more than 32 parameters. This package therefore first cuts the bytes
// into bounded sequences, at a constant cost per byte, and passes single complete sequences
// of the allowed kinds to Ultraviolet's decoder. The parsers of x/ansi do not help, because
// they parse output, where SS3, the keys of Linux's console and urxvt, and X10's mouse
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

// ErrTooLong is the error of a paste or a sequence longer than maxPiece.
var ErrTooLong = errors.New("more than 64 KB of input in one piece: the session has ended")

const (
	// maxPiece is the largest size of a paste or of a dropped sequence, in bytes.
	maxPiece = 64 << 10
	// maxSequence is the largest size of an allowed sequence, in bytes. The longest are
	// colours, and keys of kitty's protocol with their text.
	maxSequence = 64
)

// Decoder decodes bytes into events. It keeps at most maxPiece bytes.
type Decoder struct {
	asked  *Questions
	events uv.EventDecoder
	state  state
	seq    []byte // the current sequence, up to maxSequence bytes
	length int    // of the sequence
	paste  []byte
	gaveUp bool // a paste timed out, and its rest may still arrive
}

// state is the kind of the current sequence.
type state int

const (
	ground    state = iota
	character       // of several bytes
	escape          // after one ESC or two
	csi             // after ESC [
	ss3             // after ESC O
	text            // OSC, DCS, APC, PM or SOS
	textEnd         // after ESC in text
	console         // a function key of Linux's console: ESC [ [ and a letter
	x10             // a mouse report: ESC [ M and three bytes
	paste           // a bracketed paste, after the start mark
)

// NewDecoder returns a decoder that lets through one answer to each question.
func NewDecoder(asked *Questions) *Decoder { return &Decoder{asked: asked} }

// Next adds a byte and returns the event that the byte completes, usually nil. Do not call
// Next after an error.
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

// begin adds the first byte of a sequence.
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

// more adds a byte of a character.
func (d *Decoder) more(b byte) uv.Event {
	d.keep(b)
	if utf8.FullRune(d.seq[d.escapes():]) {
		return d.whole()
	}
	return nil
}

// again drops the sequence, because b is not part of it, and begins a new sequence with b.
func (d *Decoder) again(b byte) (uv.Event, error) {
	d.drop()
	return d.Next(b)
}

// introduce adds the byte after ESC.
func (d *Decoder) introduce(b byte) uv.Event {
	switch {
	case b == ansi.ESC && d.alt() == 1: // the third ESC: the first was the key
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

// control adds a byte of a control sequence.
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

// pasted adds a byte of a paste or of the end mark.
func (d *Decoder) pasted(b byte) (uv.Event, error) {
	d.paste = append(d.paste, b)
	if content, ended := bytes.CutSuffix(d.paste, []byte(ansi.BracketedPasteEnd)); ended {
		event := uv.PasteEvent{Content: string(bytes.ToValidUTF8(content, nil))}
		d.paste = nil
		d.state = ground
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

// escapes returns the number of ESC at the start of the sequence.
func (d *Decoder) escapes() (n int) {
	for n < len(d.seq) && d.seq[n] == ansi.ESC {
		n++
	}
	return n
}

// alt returns 1 if the sequence has an extra ESC in front, the terminals' way to send Alt,
// and 0 otherwise.
func (d *Decoder) alt() int { return max(0, d.escapes()-1) }

// whole ends the sequence and returns the event if allowed.
func (d *Decoder) whole() uv.Event {
	seq := d.seq
	length := d.length
	d.drop()
	if length > len(seq) || !known(seq, d.asked) {
		return nil
	}
	return d.decode(seq)
}

// decode returns the event of a sequence if allowed.
func (d *Decoder) decode(seq []byte) uv.Event {
	n, event := d.events.Decode(seq)
	if n == 1 && len(seq) > 1 && seq[0] == ansi.ESC && seq[1] == ansi.ESC {
		// The rest is no key, so the first ESC was one.
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

const (
	// escTimeout is the longest pause after ESC within a sequence. Later, ESC was a key.
	escTimeout = uv.DefaultEscTimeout
	// restTimeout is the longest pause in a sequence whose start is no key.
	restTimeout = time.Second
	// pasteTimeout is the longest pause in a paste. Otherwise a start mark without an end
	// mark would swallow all later keys.
	pasteTimeout = 2 * time.Second
)

// Wait returns the time until Expire should be called if no more bytes arrive; 0 means
// never.
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

// Expire ends an unfinished sequence and returns its key, such as ESC or Alt and [, or nil.
// Expire drops an unfinished paste.
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

// late returns a piece of input without the rest of a paste that timed out. The rest goes to
// the end mark; without the mark, pieces longer than a key belong to the rest.
func (d *Decoder) late(piece []byte) []byte {
	if !d.gaveUp || d.pasting() { // another paste has begun
		d.gaveUp = false
		return piece
	}
	if _, after, ended := bytes.Cut(piece, []byte(ansi.BracketedPasteEnd)); ended {
		d.gaveUp = false
		return after
	}
	if len(piece) > maxTyped {
		return nil
	}
	return piece
}

// pasting reports whether a paste is unfinished.
func (d *Decoder) pasting() bool { return d.state == paste }
