package file

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"hash/crc32"
	"slices"
)

// describeSVG writes the creator of a picture into its desc element.
func describeSVG(svg []byte, made string) []byte {
	at := bytes.Index(svg, []byte("<svg"))
	if made == "" || at < 0 {
		return svg
	}
	at += bytes.IndexByte(svg[at:], '>') + 1
	var text bytes.Buffer
	text.WriteString("\n<desc>")
	_ = xml.EscapeText(&text, []byte(made)) // a buffer returns no errors
	text.WriteString("</desc>")
	return slices.Insert(svg, at, text.Bytes()...)
}

// describePNG writes the creator of a picture into a text chunk, as section 11.3.3 of the PNG
// specification defines. The chunk is iTXt because iTXt allows UTF-8.
func describePNG(png []byte, made string) []byte {
	const header = 8 + 4 + 4 + 13 + 4 // the signature and the first chunk, IHDR
	if made == "" || len(png) < header {
		return png
	}
	body := append([]byte("iTXtSoftware\x00\x00\x00\x00\x00"), made...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-len("iTXt")))
	chunk = append(chunk, body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body))
	return slices.Insert(png, header, chunk...)
}
