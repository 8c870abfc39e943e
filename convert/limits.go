package convert

// Limits bound one conversion. In every field zero means the default.
type Limits struct {
	Bytes int // size of the document, bytes
	Pages int // pages of the document
	Words int // words of the document, over all pages
}

// DefaultLimits are the limits of a zero Limits.
var DefaultLimits = Limits{
	Bytes: 20 << 20,
	Pages: 500,
	Words: 1_000_000,
}

func (l Limits) withDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = DefaultLimits.Bytes
	}
	if l.Pages == 0 {
		l.Pages = DefaultLimits.Pages
	}
	if l.Words == 0 {
		l.Words = DefaultLimits.Words
	}
	return l
}
