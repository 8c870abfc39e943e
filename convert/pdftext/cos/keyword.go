package cos

// operators are the content stream operators (PDF 32000-1, Table 51).
var operators = [...]Keyword{
	"b", "B", "b*", "B*", "BDC", "BI", "BMC", "BT", "BX", "c", "cm", "CS", "cs", "d", "d0", "d1", "Do",
	"DP", "EI", "EMC", "ET", "EX", "f", "F", "f*", "G", "g", "gs", "h", "i", "ID", "j", "J", "K", "k", "l",
	"m", "M", "MP", "n", "q", "Q", "re", "RG", "rg", "ri", "s", "S", "SC", "sc", "SCN", "scn", "sh", "T*",
	"Tc", "Td", "TD", "Tf", "Tj", "TJ", "TL", "Tm", "Tr", "Ts", "Tw", "Tz", "v", "w", "W", "W*", "y", "'", "\"",
}

// operatorTable is a hash table with linear probing over the operators' bytes,
// which fit into 24 bits.
var operatorTable = func() (t [256]struct {
	key  uint32
	word Keyword
}) {
	for _, word := range operators {
		key := operatorKey([]byte(word))
		i := operatorSlot(key)
		for t[i].word != "" {
			i++
		}
		t[i].key, t[i].word = key, word
	}
	return t
}()

func operatorKey(word []byte) (key uint32) {
	for _, c := range word {
		key = key<<8 | uint32(c)
	}
	return key
}

func operatorSlot(key uint32) uint8 { return uint8(key * 0x9E3779B1 >> 24) }

// knownKeyword returns the content stream operator that word is, "" if it is none.
func knownKeyword(word []byte) Keyword {
	if len(word) > 3 {
		return ""
	}
	key := operatorKey(word)
	for i := operatorSlot(key); operatorTable[i].word != ""; i++ {
		if operatorTable[i].key == key {
			return operatorTable[i].word
		}
	}
	return ""
}

// keyword returns the current token as a Keyword.
func (l *Lexer) keyword() Keyword {
	if word := knownKeyword(l.text); word != "" {
		return word
	}
	return Keyword(l.text)
}
