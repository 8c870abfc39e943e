package taught

// Unsummed reads a layout as Parse does, whatever its checksum.
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

// OfForms reports whether a word, as it is marked, may be kept of any document.
func OfForms(word string) bool { return isFormWord(word) }

// HashOf is what is kept of a word in prints; ok is false where nothing is.
func HashOf(word string) (hash uint32, ok bool) {
	key := appendMark(nil, word)
	return fnv1a(key), len(key) > 0
}
