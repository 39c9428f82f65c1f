"""Makes the fonts of the page in the browser, for which it needs fontTools:

    python3 assets/fonts.py

It writes a font for each weight into assets/web: the glyphs of DejaVu Sans Mono that the app
draws, without hints for coarse screens and without rules for pairs and marks, which would
have the hat of λ̂ beside it, where browsers centre a mark over its letter; what only DejaVu
Sans has, in a cell of the same width; and braille patterns, which neither has.
"""

import math
import pathlib
import subprocess

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

PROJECT = pathlib.Path(__file__).resolve().parents[1]
FACES = [  # weight, file, font, font that has what that lacks, radius of the dots of braille patterns
    ("Regular", "mono.ttf", "dejavusansmono/DejaVuSansMono.ttf", "dejavusans/DejaVuSans.ttf", 210),
    ("Bold", "mono-bold.ttf", "dejavusansmonobold/DejaVuSansMono-Bold.ttf", "dejavusansbold/DejaVuSans-Bold.ttf", 260),
]
FAMILY = "Lambdascope Mono"  # the licence has another than DejaVu's Bitstream Vera
COPYRIGHT = ("Copyright (c) 2003 by Bitstream, Inc. All Rights Reserved. Copyright (c) 2006 by Tavmjong Bah. All Rights Reserved. "
             "DejaVu changes are in public domain. Glyphs of DejaVu Sans Mono, and braille patterns.")


def drawn():
    """Returns the characters of sources, texts and golden screens, and what names are written with."""
    characters = {*range(0x20, 0x180), *range(0x370, 0x400), *range(0x2070, 0x20A0)}  # Latin, Greek, small digits
    for path in PROJECT.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(PROJECT).parts)
        if not hidden and path.suffix in {".go", ".golden", ".md", ".json", ".html", ".js"} and not path.name.endswith("_test.go"):
            characters.update(map(ord, path.read_text(errors="replace")))
    return {c for c in characters if chr(c).isprintable()} - set(range(0x2800, 0x2900))


def disc(radius):
    """Returns a disc about the origin, of eight arcs."""
    pen = TTGlyphPen(None)
    at = [(radius / (math.cos(math.pi / 8) if i % 2 else 1), -math.pi * i / 8) for i in range(16)]  # clockwise
    points = [(round(r * math.cos(a)), round(r * math.sin(a))) for r, a in at]
    pen.moveTo(points[0])
    for i in range(1, 16, 2):
        pen.qCurveTo(points[i], points[(i + 1) % 16])
    pen.closePath()
    return pen.glyph()


def make(weight, file, mono, other, radius, folder):
    """Writes a font."""
    options = subset.Options(hinting=False, notdef_outline=True, glyph_names=False, layout_features=[], recalc_timestamp=False)
    options.drop_tables += ["GPOS", "GDEF", "GSUB", "FFTM", "gasp"]
    font = TTFont(folder / mono, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    characters = drawn()
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    cell, cmap, glyphs = font["hmtx"][font.getBestCmap()[ord("0")]][0], font.getBestCmap(), font["glyf"]

    def add(name, glyph, character=None):
        glyphs[name] = glyph
        glyph.recalcBounds(glyphs)
        font["hmtx"][name] = (cell, getattr(glyph, "xMin", 0))
        for table in font["cmap"].tables if character else []:
            if table.isUnicode():
                table.cmap[character] = name

    rest = TTFont(folder / other)
    for c in sorted(characters - cmap.keys()):
        name = rest.getBestCmap().get(c)
        if name and rest["hmtx"][name][0] <= cell:
            pen, outlines = TTGlyphPen(None), DecomposingRecordingPen(rest.getGlyphSet())
            rest.getGlyphSet()[name].draw(outlines)
            outlines.replay(TransformPen(pen, (1, 0, 0, 1, (cell - rest["hmtx"][name][0]) // 2, 0)))
            add(f"sans{c:04X}", pen.glyph(), c)

    # Dots are equally far apart, also from those of neighbours, where a row is as high as the font.
    add("dot", disc(radius))
    top, bottom = font["hhea"].ascent, font["hhea"].descent
    for pattern in range(256):
        pen = TTGlyphPen({"dot": glyphs["dot"]})
        for bit, (x, y) in enumerate([(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]):
            if pattern >> bit & 1:
                pen.addComponent("dot", (1, 0, 0, 1, cell * (2 * x + 1) // 4, top - (top - bottom) * (2 * y + 1) // 8))
        add(f"braille{pattern:02X}", pen.glyph(), 0x2800 + pattern)

    font["name"].names = []
    for kind, text in enumerate([COPYRIGHT, FAMILY, weight, f"{FAMILY} {weight}", f"{FAMILY} {weight}", "Version 1", f"LambdascopeMono-{weight}"]):
        font["name"].setName(text, kind, 3, 1, 0x409)
    font.save(PROJECT / "assets/web" / file)


if __name__ == "__main__":
    module = ["go", "list", "-m", "-f", "{{.Dir}}", "codeberg.org/go-fonts/dejavu"]
    fonts = pathlib.Path(subprocess.run(module, cwd=PROJECT, check=True, capture_output=True, text=True).stdout.strip())
    for face in FACES:
        make(*face, fonts)
