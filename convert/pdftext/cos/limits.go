package cos

// Limits bound the cost of one file. In every field zero means the default.
type Limits struct {
	StreamBytes int // decoded size of one stream, bytes
	TotalBytes  int // decoded size of all streams together, plus what is decrypted, bytes; a stream decoded twice counts twice
	Objects     int // entries of the cross-reference tables
	Values      int // array elements, dictionary entries and containers of all parsed objects together
	Depth       int // references followed one after another, and nesting of loads of objects that need other objects
}

// DefaultLimits are the limits of a zero Limits.
var DefaultLimits = Limits{
	StreamBytes: 64 << 20,
	TotalBytes:  256 << 20,
	Objects:     1 << 20,
	Values:      4 << 20,
	Depth:       32,
}

func (l Limits) withDefaults() Limits {
	for _, field := range []struct {
		value    *int
		standard int
	}{
		{&l.StreamBytes, DefaultLimits.StreamBytes},
		{&l.TotalBytes, DefaultLimits.TotalBytes},
		{&l.Objects, DefaultLimits.Objects},
		{&l.Values, DefaultLimits.Values},
		{&l.Depth, DefaultLimits.Depth},
	} {
		if *field.value <= 0 {
			*field.value = field.standard
		}
	}
	return l
}

const (
	// keptBytes is how much decoded data is cached, in bytes, separately for
	// object streams and for all other streams. The oldest is evicted first.
	keptBytes = 16 << 20
	// maxSections is the greatest number of cross-reference sections that one file may chain.
	maxSections = 1024
	// headerWindow is how far into the file its header may start, bytes
	// (PDF 32000-1, Annex H of PDF 1.7, implementation note 13).
	headerWindow = 1024
)

// parseBudget returns how many bytes may be read for parsing the objects of a file
// of n bytes. Intact objects are read once and do not overlap, and only some of those in
// object streams are needed; the budget stops files in which objects at many offsets
// all claim to reach to the end of the file.
func parseBudget(n int) int { return 4*n + 64<<20 }
