package classroom

import (
	"strings"

	"rsc.io/qr"

	"lambdascope/tui/screen"
)

// linkCode is the QR code of a link; nil for none. In capitals, which the server takes too,
// a link has a smaller one.
func linkCode(link string) *qr.Code {
	if link == "" {
		return nil
	}
	link = strings.ToUpper(link)
	code, err := qr.Encode(link, qr.L)
	if err != nil {
		return nil
	}
	for level := qr.M; level <= qr.H; level++ { // what the size allows
		if safer, err := qr.Encode(link, level); err == nil && safer.Size == code.Size {
			code = safer
		}
	}
	return code
}

// drawn is a QR code of squares that are so many pixels wide, with the margin that cameras
// need.
func drawn(code *qr.Code, s *screen.Styles, scale int) []string {
	const margin = 4
	size := scale * (code.Size + 2*margin)
	return s.Pixels(size, size, func(x, y int) bool { return code.Black(x/scale-margin, y/scale-margin) })
}
