package folds

import "lambdascope/tui/page"

// Extents are none: the charts fit their data.
func (p *Page) Extents(*page.Snapshot) []page.Extent { return nil }
