package classroom

import (
	"strings"

	"rsc.io/qr"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// linkPicture is a QR code of a link, with the margin that cameras need; nil for none. In
// capitals, which the server takes too, a link has a smaller one.
func linkPicture(s *screen.Styles, link string) []string {
	const margin = 4
	if link == "" || s.Glyphs() == chart.Plain {
		return nil
	}
	code, err := qr.Encode(strings.ToUpper(link), qr.L)
	if err != nil {
		return nil
	}
	for level := qr.M; level <= qr.H; level++ { // what the size allows
		if safer, err := qr.Encode(strings.ToUpper(link), level); err == nil && safer.Size == code.Size {
			code = safer
		}
	}
	size := code.Size + 2*margin
	return s.Pixels(size, size, func(x, y int) bool { return code.Black(x-margin, y-margin) })
}
