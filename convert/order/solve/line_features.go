package solve

// lineFeature is a feature of a line of an item that helps to tell whether the line is part of the description.
type lineFeature int

const (
	lineBase        lineFeature = iota
	lineDescribes               // log odds by the network that its words are a description
	lineOther                   // log odds that they are nothing of the item's
	lineBegins                  // log odds that its row begins an item
	lineCertain                 // mean log odds that the main lines of all items are descriptions
	lineOpening                 // the same for sublines that begin with the same word
	linePlace                   // the same for sublines at the same place in their items
	lineRepeated                // logarithm of the number of sublines with the same first word per item with the same main line, at least 0
	lineRead                    // the reading takes it for part of the description
	lineFollows                 // the line before it is part of the description
	lineAbove                   // it stands above the main line
	lineAfter                   // it stands beneath all that is read of the item
	lineSlack                   // ems left in the upper of the two lines if the lower one's first word stood there
	lineGap                     // ems between the neighbouring line and it
	lineWideGap                 // that gap is more than the usual leading
	lineIndent                  // ems by which it begins right of the main line
	lineIndented                // it is clearly indented
	lineSmaller                 // its letters are smaller than those of the line before
	lineCapitals                // it is in capitals
	lineAlikeCase               // it is in capitals as the main line is, or neither is
	lineColon                   // a word near its beginning ends with a colon
	lineLower                   // it begins with a small letter
	linePunctuation             // it begins with a mark
	lineOpen                    // the line before ends with a mark after which a text continues
	lineLength                  // logarithm of its number of words
	lineBeside                  // share of its row's words that are not its own
	lineFigures                 // there are amounts among those words
	numLineFeatures
)

// lineFeatureNames are the names of features of lines in the file of the weights.
var lineFeatureNames = [numLineFeatures]string{
	"line base", "line describes", "line states nothing", "line begins", "line certain", "line opening", "line place", "line repeated", "line read", "line follows", "line above", "line after", "line slack", "line gap",
	"line wide gap", "line indent", "line indented", "line smaller", "line capitals", "line alike in case", "line colon", "line lower case", "line marked", "line open", "line length", "line beside", "line figures",
}

// LineFeatures are the features of a line as numbers, or their weights.
type LineFeatures [numLineFeatures]float64

// Follow sets the feature that tells whether the line before is part of the description. A line above the main line follows
// none.
func (s *LineFeatures) Follow(chosen bool) { s[lineFollows] = flag(chosen) * (1 - s[lineAbove]) }

// Above reports whether the line stands above the main one.
func (s *LineFeatures) Above() bool { return s[lineAbove] > 0 }

// score returns the log odds that a line with these features is part of the description. The receiver holds the weights.
func (s *LineFeatures) score(features *LineFeatures) float64 { return sumOfProducts(s[:], features[:]) }
