package pdftext

import (
	"context"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// Bounds of a page's content. An array may name one large stream over and over.
const (
	maxContents      = 1 << 14  // streams that it is joined of
	maxContentsBytes = 64 << 20 // bytes of them together, beyond which none is begun
)

// readPage reads one page into p.
func (in *interpreter) readPage(ctx context.Context, c *collector, l *leaf, p *doc.Page) Layer {
	width, height, m := l.geometry(in.objects)
	p.Width, p.Height = width, height
	c.begin(width, height)
	in.begin(ctx, c)
	in.restart(m)
	in.shared = l.resources
	if content := in.contents(l.dict["Contents"]); len(content) > 0 {
		in.run(content, l.resources)
	}
	in.annotations(l, m)
	p.Words = c.words()
	p.Rules = mergeRules(c.horizontal, c.vertical)
	p.Fills = c.fills
	if l := &c.layer; c.painted == 1 && l.Paths == 0 && l.Glyphs == l.Invisible {
		l.Scan = c.scan
	}
	// Where there are no more than the operators that were carried out, nothing more
	// is to be counted.
	c.layer.Laborious = (in.branched || in.stopped) && in.laborious(l)
	if !c.layer.Laborious {
		p.Drawn = c.drawn()
	}
	return c.layer
}

// contents is a page's content. The streams of an array are one: they may part
// between any two tokens (PDF 32000-1, 7.8.2).
func (in *interpreter) contents(o cos.Object) []byte {
	switch o := in.Resolve(o).(type) {
	case *cos.Stream:
		data, _ := in.Data(o)
		return data
	case cos.Array:
		var all []byte
		for _, part := range o[:min(len(o), maxContents)] {
			if len(all) > maxContentsBytes {
				break
			}
			if s := in.stream(part); s != nil {
				data, _ := in.Data(s)
				all = append(append(all, data...), '\n')
			}
		}
		return all
	}
	return nil
}
