package solve

// sign is something about a line of an item that shows whether it is part of the description.
type sign int

const (
	lineBase      sign = iota
	lineDescribes      // how far the network takes its words for a description
	lineStates         // how far it takes them for nothing of the item's
	lineBegins         // how far it takes the row for one that begins an item
	lineCertain        // how far it takes the main lines of all descriptions for such
	lineOpening        // the same of lines that begin with the same word
	linePlace          // the same of lines at the same place in other items
	lineRepeated       // logarithm of how many lines begin with that word for each item with the same main line
	lineRead           // the reading takes it for part of the description
	lineFollows        // the line before it is part of the description
	lineAbove          // it stands above the main line
	lineAfter          // it stands beneath all that is read of the item
	lineSlack          // ems by which its first word would have fit in the line above
	lineGap            // ems between that line and it
	lineWideGap        // there is more than the usual leading
	lineIndent         // ems
	lineIndented
	lineSmaller   // its letters are smaller than those of the line before
	lineCapitals  // it is in capitals
	lineAlikeCase // it is in capitals as the main line is, or neither is
	lineColon     // a word near its beginning ends with a colon
	lineLower     // it begins with a small letter
	lineMarked    // it begins with a mark
	lineOpen      // the line before ends with a mark behind which a text goes on
	lineLength    // logarithm of its number of words
	lineBeside    // share of its row's words that are not its own
	lineFigures   // there are amounts among these
	numSigns
)

// signNames are the names of signs in the file of the weights.
var signNames = [numSigns]string{
	"line base", "line describes", "line states nothing", "line begins", "line certain", "line opening", "line place", "line repeated", "line read", "line follows", "line above", "line after", "line slack", "line gap",
	"line wide gap", "line indent", "line indented", "line smaller", "line capitals", "line alike in case", "line colon", "line lower case", "line marked", "line open", "line length", "line beside", "line figures",
}

// Signs are the signs of a line as numbers, or their weights.
type Signs [numSigns]float64

// Follow notes whether the line before is part of the description. What stands above the main line follows
// none.
func (s *Signs) Follow(chosen bool) { s[lineFollows] = flag(chosen) * (1 - s[lineAbove]) }

// Above reports whether the line stands above the main one.
func (s *Signs) Above() bool { return s[lineAbove] > 0 }

// score is how much speaks for a line to be part of the description, by weights.
func (s *Signs) score(signs *Signs) float64 { return sumOfProducts(s[:], signs[:]) }
