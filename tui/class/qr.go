package class

import (
	"strings"

	"rsc.io/qr"

	"lambdascope/tui/screen"
)

// linkCode returns the QR code of a link, or nil. A link in capitals has a smaller code; the
// server accepts both cases.
func linkCode(link string) *qr.Code {
	link = strings.ToUpper(link)
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
