package parties

import (
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// readNumbered reads, where no heading names the supplier, the block under the
// number by which the buyer knows it: "Supplier Code: V10077".
func (pr *partyReader) readNumbered() {
	for _, b := range pr.blocks {
		if b.roles&(RoleSupplier|RoleTo) != 0 {
			return
		}
	}
	for _, p := range pr.pages {
		for _, line := range p.lines {
			for _, s := range line {
				if s.used || s.table || s.head.roles != 0 || !s.numbersSupplier() {
					continue
				}
				b := p.beneath(s)
				if b.weight() < 2 || b.lines[0].caption != captionNone || b.lines[0].traits&address.Postal != 0 && b.lines[0].traits&address.Legal == 0 {
					continue
				}
				b.head, s.head.words = s, 1
				pr.take(s, b, RoleSupplier)
				return
			}
		}
	}
}

// numbersSupplier tells whether a segment is the label and number of the supplier.
func (s *partySeg) numbersSupplier() bool {
	keys := s.keys()
	if len(keys) < 2 || len(keys) > 6 || !wording.HasDigit(keys[len(keys)-1].text) {
		return false
	}
	supplier := false
	for _, k := range keys[:len(keys)-1] {
		switch {
		case headWords()[k.text]&RoleSupplier != 0 || supplierNumbers[k.text]:
			supplier = true
		case !wording.HasDigit(k.text) && fieldCaptions[k.text] != captionNumber && !numberWords[k.text]:
			return false
		}
	}
	return supplier
}

// Words of the labels of a supplier's number.
var (
	supplierNumbers = wording.Set("lieferantennr lieferantennummer leveranciersnummer leverantorsnr leverantorsnummer leverandornr leverandornummer toimittajanumero kreditorennr kreditorennummer")
	numberWords     = wording.Set("code no nr number num id vnd vend supp account acct ref our your with us n de du del do codice codigo cod numero kod cislo vat unsere ihre")
)
