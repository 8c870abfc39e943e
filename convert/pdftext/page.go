package pdftext

import (
	"context"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// Limits on a page's content. An array may name one large stream many times.
const (
	maxContents      = 1 << 14  // streams that are joined
	maxContentsBytes = 64 << 20 // size of the joined streams from which no further one is read
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
	// If all content was run, the page takes no more than the operators that were counted then,
	// so there is nothing to check.
	c.layer.Expensive = (in.branched || in.stopped) && in.isExpensive(l)
	if !c.layer.Expensive {
		p.Drawn = c.drawn()
	}
	return c.layer
}

// contents returns a page's content. The streams of an array are joined: they may be split
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
