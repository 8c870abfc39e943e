package font

import "golang.org/x/text/encoding/charmap"

// readTrueType reads the character map and the glyph names of a TrueType or
// OpenType font program (OpenType specification, cmap and post).
func (p *program) readTrueType(data []byte) {
	count := u16(table(data, "maxp"), 4)
	if len(p.glyphs) < count {
		p.glyphs = append(p.glyphs, make([]string, count-len(p.glyphs))...)
	}
	names := p.readPost(table(data, "post"))
	p.readCmap(table(data, "cmap"))
	for gid, name := range names {
		if text := p.glyphText(uint32(gid)); text != "" && name != "" {
			if p.byName == nil {
				p.byName = make(map[string]string)
			}
			p.byName[name] = text
		}
	}
}

// table returns the table of an OpenType file with a tag, nil if it has none.
func table(data []byte, tag string) []byte {
	for i := range u16(data, 4) {
		entry := span(data, 12+16*i, 16)
		if entry == nil {
			return nil
		}
		if string(entry[:4]) == tag {
			start := u32(entry, 8)
			return span(data, start, min(u32(entry, 12), max(0, len(data)-start)))
		}
	}
	return nil
}

// macLast are the texts of the glyphs that follow those of Mac OS Roman in the standard
// Macintosh glyph order.
const macLast = "ŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ"

// macGlyph returns the text of a glyph in the standard Macintosh order.
func macGlyph(i int) string {
	switch {
	case i < 3:
		return ""
	case i < 98: // space to ~
		return string(rune(' ' + i - 3))
	case i < 226: // the upper half of Mac OS Roman
		return macRomanEncoding()[0x80+i-98]
	}
	i -= 226
	for _, r := range macLast {
		if i == 0 {
			return string(r)
		}
		i--
	}
	return ""
}

// readPost reads glyph names in formats 1 and 2. It returns the names that format 2
// spells out, by glyph.
func (p *program) readPost(post []byte) (names []string) {
	switch u32(post, 0) {
	case 0x10000:
		for i := range p.glyphs {
			p.setGlyph(i, macGlyph(i))
		}
	case 0x20000:
		count := min(u16(post, 32), len(p.glyphs))
		var spelled []string
		for i := 34 + 2*u16(post, 32); i < len(post); {
			n := int(post[i])
			spelled = append(spelled, string(span(post, i+1, n)))
			i += 1 + n
		}
		names = make([]string, count)
		for i := range count {
			switch n := u16(post, 34+2*i); {
			case n < 258:
				p.setGlyph(i, macGlyph(n))
			case n-258 < len(spelled):
				names[i] = spelled[n-258]
				p.setGlyph(i, nameText(names[i]))
			}
		}
	}
	return names
}

// setGlyph sets a glyph's text unless it is known already.
func (p *program) setGlyph(gid int, text string) {
	if gid >= 0 && gid < len(p.glyphs) && p.glyphs[gid] == "" {
		p.glyphs[gid] = text
	}
}

// readCmap reads the character maps: Unicode maps state each glyph's text;
// symbolic and Macintosh maps assign glyphs to the codes of simple fonts.
func (p *program) readCmap(cmap []byte) {
	type subtable struct{ platform, encoding, offset int }
	var tables []subtable
	for i := range min(u16(cmap, 2), 64) {
		at := 4 + 8*i
		tables = append(tables, subtable{u16(cmap, at), u16(cmap, at+2), u32(cmap, at+4)})
	}
	for _, t := range tables {
		if t.platform == 0 || t.platform == 3 && (t.encoding == 1 || t.encoding == 10) {
			eachMapping(cmap, t.offset, func(code, gid int) {
				if code < 0xe000 || code >= 0xf900 {
					p.setGlyph(gid, string(rune(code)))
				}
			})
		}
	}
	for _, t := range tables {
		switch {
		case t.platform == 1 && t.encoding == 0:
			eachMapping(cmap, t.offset, func(code, gid int) {
				if code < 256 {
					p.setGlyph(gid, macCode(code))
					if p.builtin[code] == "" {
						p.builtin[code] = p.glyphText(uint32(gid))
					}
				}
			})
		case t.platform == 3 && t.encoding == 0:
			eachMapping(cmap, t.offset, func(code, gid int) {
				if code < 256 || code >= 0xf000 && code < 0xf100 {
					if text := p.glyphText(uint32(gid)); text != "" {
						p.builtin[code&0xff] = text
					}
				}
			})
		}
	}
}

func macCode(code int) string {
	if code < 0x20 || code == 0x7f {
		return ""
	}
	return string(charmap.Macintosh.DecodeByte(byte(code)))
}

// maxMappings bounds the mappings of one subtable.
const maxMappings = 1 << 18

// eachMapping calls f for each mapping of a subtable of format 0, 4, 6 or 12.
func eachMapping(cmap []byte, offset int, f func(code, gid int)) {
	if offset > len(cmap) {
		return
	}
	t := cmap[offset:]
	left := maxMappings
	emit := func(code, gid int) bool {
		if left--; left < 0 {
			return false
		}
		if gid != 0 {
			f(code, gid)
		}
		return true
	}
	switch u16(t, 0) {
	case 0:
		for code, gid := range span(t, 6, min(256, max(0, len(t)-6))) {
			emit(code, int(gid))
		}
	case 4:
		n := u16(t, 6) / 2 // segments
		ends, starts, deltas, ranges := 14, 16+2*n, 16+4*n, 16+6*n
		for i := range n {
			start, end, offset := u16(t, starts+2*i), u16(t, ends+2*i), u16(t, ranges+2*i)
			for code := start; code <= end && code != 0xffff; code++ {
				gid := code
				if offset != 0 {
					if gid = u16(t, ranges+2*i+offset+2*(code-start)); gid == 0 {
						continue
					}
				}
				if !emit(code, (gid+u16(t, deltas+2*i))&0xffff) {
					return
				}
			}
		}
	case 6:
		first := u16(t, 6)
		for i := range u16(t, 8) {
			emit(first+i, u16(t, 10+2*i))
		}
	case 12:
		for i := range min(u32(t, 12), len(t)/12) {
			at := 16 + 12*i
			start, end, gid := u32(t, at), u32(t, at+4), u32(t, at+8)
			for code := start; code <= end && code <= 0x10ffff; code++ {
				if !emit(code, gid+code-start) {
					return
				}
			}
		}
	}
}
