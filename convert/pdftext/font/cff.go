package font

// cffStrings are the texts of the standard strings 1 to 228 of the Compact
// Font Format (Adobe Technical Note 5176, Appendix A). The expert glyphs after
// them are left out.
var cffStrings = []rune(" !\"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~" +
	"¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß" +
	"¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž")

const cffStandardStrings = 391

// readCFF reads the charset and the encoding of a bare CFF font program (Adobe
// Technical Note 5176). It skips CID-keyed ones, which do not name glyphs.
func (p *program) readCFF(data []byte) {
	_, at := cffIndex(data, u8(data, 2)) // names
	tops, at := cffIndex(data, at)
	strings, _ := cffIndex(data, at)
	if len(tops) == 0 {
		return
	}
	top := cffDict(tops[0])
	if _, cid := top[opROS]; cid {
		return
	}
	charstrings, _ := cffIndex(data, top[opCharStrings])
	texts := cffCharset(data, top[opCharset], len(charstrings), func(sid int) string {
		switch {
		case sid >= 1 && sid <= len(cffStrings):
			return string(cffStrings[sid-1])
		case sid >= cffStandardStrings && sid-cffStandardStrings < len(strings):
			return nameText(string(strings[sid-cffStandardStrings]))
		}
		return ""
	})
	p.glyphs = texts
	p.cffEncoding(data, top[opEncoding])
}

// Operators of a Top DICT; two-byte ones are escaped with 12.
const (
	opCharset     = 15
	opEncoding    = 16
	opCharStrings = 17
	opROS         = 12<<8 | 30
)

func u8(b []byte, i int) int {
	if i < 0 || i >= len(b) {
		return 0
	}
	return int(b[i])
}

// cffIndex reads an INDEX at an offset. next is the offset after it.
func cffIndex(data []byte, at int) (items [][]byte, next int) {
	count := u16(data, at)
	size := u8(data, at+2)
	if count == 0 || size < 1 || size > 4 {
		return nil, at + 2
	}
	offset := func(i int) (n int) {
		for j := range size {
			n = n<<8 | u8(data, at+3+i*size+j)
		}
		return n
	}
	base := at + 3 + (count+1)*size - 1
	if base > len(data) {
		return nil, len(data)
	}
	items = make([][]byte, count)
	for i := range items {
		items[i] = span(data, base+offset(i), offset(i+1)-offset(i))
	}
	return items, base + offset(count)
}

// cffDict reads the last operand of each operator of a DICT.
func cffDict(data []byte) map[int]int {
	dict := make(map[int]int)
	last := 0
	for i := 0; i < len(data); {
		b := int(data[i])
		switch {
		case b == 12:
			dict[12<<8|u8(data, i+1)] = last
			i += 2
		case b <= 21:
			dict[b] = last
			i++
		case b == 28:
			last = int(int16(u16(data, i+1)))
			i += 3
		case b == 29:
			last = int(int32(u32(data, i+1)))
			i += 5
		case b == 30: // a real number: no operator of interest has one
			for i++; i < len(data) && data[i]&0x0f != 0x0f && data[i]>>4 != 0x0f; i++ {
			}
			i++
		case b >= 32 && b <= 246:
			last = b - 139
			i++
		case b >= 247 && b <= 250:
			last = (b-247)*256 + u8(data, i+1) + 108
			i += 2
		case b >= 251 && b <= 254:
			last = -(b-251)*256 - u8(data, i+1) - 108
			i += 2
		default:
			i++
		}
	}
	return dict
}

// cffCharset reads the text of each glyph from a charset.
func cffCharset(data []byte, at, count int, text func(sid int) string) []string {
	texts := make([]string, min(count, maxProgramGlyphs))
	if at <= 2 { // predefined: in ISOAdobe, each glyph's SID is its index
		for gid := range texts {
			if at == 0 {
				texts[gid] = text(gid)
			}
		}
		return texts
	}
	format := u8(data, at)
	at++
	for gid := 1; gid < len(texts) && at < len(data); {
		sid, left := u16(data, at), 0
		at += 2
		switch format {
		case 1:
			left = u8(data, at)
			at++
		case 2:
			left = u16(data, at)
			at += 2
		}
		for ; left >= 0 && gid < len(texts); left-- {
			texts[gid] = text(sid)
			sid++
			gid++
		}
	}
	return texts
}

// cffEncoding reads the built-in encoding.
func (p *program) cffEncoding(data []byte, at int) {
	if at <= 1 {
		if at == 0 {
			p.builtin = *standardEncoding()
		}
		return
	}
	format, count := u8(data, at)&0x7f, u8(data, at+1)
	at += 2
	gid := 1
	for range count {
		code, left := u8(data, at), 0
		at++
		if format == 1 {
			left = u8(data, at)
			at++
		}
		for ; left >= 0; left-- {
			if code < 256 {
				p.builtin[code] = p.glyphText(uint32(gid))
			}
			code++
			gid++
		}
	}
}
