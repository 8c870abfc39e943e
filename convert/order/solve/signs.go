package solve

// sign is a feature of a line of an item that helps to tell whether the line is part of the description.
type sign int

const (
	lineBase      sign = iota
	lineDescribes      // log odds by the network that its words are a description
	lineStates         // log odds that they are nothing of the item's
	lineBegins         // log odds that its row begins an item
	lineCertain        // mean log odds that the main lines of all items are descriptions
	lineOpening        // the same for sublines that begin with the same word
	linePlace          // the same for sublines at the same place in their items
	lineRepeated       // logarithm of the number of sublines with the same first word per item with the same main line, at least 0
	lineRead           // the reading takes it for part of the description
	lineFollows        // the line before it is part of the description
	lineAbove          // it stands above the main line
	lineAfter          // it stands beneath all that is read of the item
	lineSlack          // ems left in the upper of the two lines if the lower one's first word stood there
	lineGap            // ems between the neighbouring line and it
	lineWideGap        // that gap is more than the usual leading
	lineIndent         // ems by which it begins right of the main line
	lineIndented       // it is clearly indented
	lineSmaller        // its letters are smaller than those of the line before
	lineCapitals       // it is in capitals
	lineAlikeCase      // it is in capitals as the main line is, or neither is
	lineColon          // a word near its beginning ends with a colon
	lineLower          // it begins with a small letter
	lineMarked         // it begins with a mark
	lineOpen           // the line before ends with a mark after which a text continues
	lineLength         // logarithm of its number of words
	lineBeside         // share of its row's words that are not its own
	lineFigures        // there are amounts among those words
	numSigns
)

// signNames are the names of signs in the file of the weights.
var signNames = [numSigns]string{
	"line base", "line describes", "line states nothing", "line begins", "line certain", "line opening", "line place", "line repeated", "line read", "line follows", "line above", "line after", "line slack", "line gap",
	"line wide gap", "line indent", "line indented", "line smaller", "line capitals", "line alike in case", "line colon", "line lower case", "line marked", "line open", "line length", "line beside", "line figures",
}

// Signs are the signs of a line as numbers, or their weights.
type Signs [numSigns]float64

// Follow sets the sign that tells whether the line before is part of the description. A line above the main line follows
// none.
func (s *Signs) Follow(chosen bool) { s[lineFollows] = flag(chosen) * (1 - s[lineAbove]) }

// Above reports whether the line stands above the main one.
func (s *Signs) Above() bool { return s[lineAbove] > 0 }

// score returns the log odds that a line with these signs is part of the description. The receiver holds the weights.
func (s *Signs) score(signs *Signs) float64 { return sumOfProducts(s[:], signs[:]) }
