package taught

// Unsummed parses a layout like Parse, but ignores its checksum.
func Unsummed(data []byte) (*Layout, error) {
	s, err := decode(data)
	if err == nil {
		err = s.Layout.check()
	}
	if err != nil {
		return nil, err
	}
	return s.Layout, nil
}

// OfForms reports whether a word, as it is printed, may be kept from any
// document.
func OfForms(word string) bool { return isFormWord(word) }

// HashOf returns what a print keeps of a word; ok is false if it keeps nothing.
func HashOf(word string) (hash uint32, ok bool) {
	key := appendMark(nil, word)
	return fnv1a(key), len(key) > 0
}
