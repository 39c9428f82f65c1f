package main

import (
	"image"
	"image/gif"
	"io"
	"slices"
	"time"
)

// writeGIF writes pictures with one palette as a repeating GIF. The picture i stays for times[i].
func writeGIF(w io.Writer, pictures []*image.Paletted, times []time.Duration) error {
	first := pictures[0]
	all := gif.GIF{Config: image.Config{
		ColorModel: first.Palette, Width: first.Rect.Dx(), Height: first.Rect.Dy(),
	}}
	for i, p := range pictures {
		if i > 0 {
			p = difference(pictures[i-1], p)
		}
		all.Image = append(all.Image, p)
		all.Delay = append(all.Delay, int(times[i]/(10*time.Millisecond)))
		all.Disposal = append(all.Disposal, gif.DisposalNone)
	}
	return gif.EncodeAll(w, &all)
}

// difference returns the rectangle of all changes from one picture to the next. Unchanged pixels are
// transparent, because they compress well.
func difference(from, to *image.Paletted) *image.Paletted {
	pixels := slices.Clone(to.Pix)
	var changed image.Rectangle
	for i, index := range to.Pix {
		if index == from.Pix[i] {
			pixels[i] = transparent
			continue
		}
		x, y := i%to.Stride, i/to.Stride
		changed = changed.Union(image.Rect(x, y, x+1, y+1))
	}
	if changed.Empty() { // a frame has at least one pixel
		changed = image.Rect(0, 0, 1, 1)
	}
	all := &image.Paletted{Pix: pixels, Stride: to.Stride, Rect: to.Rect, Palette: to.Palette}
	return all.SubImage(changed).(*image.Paletted)
}
