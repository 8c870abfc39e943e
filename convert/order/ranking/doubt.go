package ranking

import "lineitem/convert/order/schema"

// sure is how sure rules must be of all fields of a group for its candidates not to be
// looked at. Above that none took a value's place in some 300 orders, half of them real.
var sure = map[group]float64{names: 0.9, numbers: 0.9}

// sureOfAddress is how sure rules are at least of an address under a heading; of one in a
// sentence they are less.
const sureOfAddress = 0.7

// groups are some of the groups of fields.
type groups [numGroups]bool

// everyGroup is for those who want all candidates.
var everyGroup = groups{names: true, numbers: true, dates: true, texts: true, sums: true, blocks: true}

// doubted are the groups of which another value may take the place of what rules read:
// those that have margins, but for names and numbers of which rules are sure, sums
// where arithmetic proves subtotal and total, and addresses where rules know where the
// goods go. Of what was recognised from pixels rules are never sure.
func doubted(rules *schema.Cells, recognised bool) (some groups) {
	for k, fields := range fieldsOf {
		for _, f := range fields {
			_, ranked := margins[f]
			least, known := sure[group(k)]
			some[k] = some[k] || ranked && (recognised || !known || rules[f].Evidence.Confidence < least)
		}
	}
	if recognised {
		return some
	}
	proven := func(f schema.Field) bool { return len(rules[f].Evidence.Proof) > 0 }
	some[sums] = some[sums] && !(proven(schema.Subtotal) && proven(schema.Total))
	some[blocks] = some[blocks] && rules[schema.ShipTo].Evidence.Confidence < sureOfAddress
	return some
}
