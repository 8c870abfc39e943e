package cos

// Limits bound what one file may cost. In every field zero means the default.
type Limits struct {
	StreamBytes int // decoded size of one stream, bytes
	TotalBytes  int // decoded size of all streams together, bytes, and what is decrypted; decoding one twice counts twice
	Objects     int // entries of the cross-reference tables
	Values      int // array elements, dictionary entries and containers of all parsed objects together
	Depth       int // references followed one after the other, and objects loaded for the sake of another
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
	// keptBytes is how much decoded data is kept for later, in bytes, once for
	// object streams and once for all other streams. The oldest goes first.
	keptBytes = 16 << 20
	// maxSections is how many cross-reference sections one file may chain.
	maxSections = 1024
	// headerWindow is how far into the file its header may stand, bytes
	// (PDF 32000-1, Annex H of PDF 1.7, implementation note 13).
	headerWindow = 1024
)

// parseBudget is how many bytes may be read for parsing the objects of a file
// of n bytes. Sound objects are read once, do not overlap, and of those in
// object streams only some are needed; what claims to reach to the end of the
// file from everywhere is stopped by this.
func parseBudget(n int) int { return 4*n + 64<<20 }
