package site

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
	"lineitem/convert/order/schema"
)

// A draft is the rows of a document while somebody corrects them.
type draft struct {
	Filename, Mode string
	Orders         []draftOrder
}

// A draftOrder is one order of a draft.
type draftOrder struct {
	Number int // from 1
	Head   []draftCell
	Lines  []draftLine
	from   int // index of the row of the result that the head was of; -1 for none
}

// A draftLine is one line item.
type draftLine struct {
	Number int  // from 1, within its order
	Spare  bool // that it is there to be filled in
	From   int  // index of the row of the result that it was; -1 for none
	Cells  []draftCell
}

// A draftCell is a value and the remarks on it.
type draftCell struct {
	order.Column
	field order.Field
	Value string
	Wrong string // why it cannot be used; empty where it can
	Doubt string // why it should be looked at; empty where it need not be
	known bool   // whether it is as it was in the result
	Page  int    // on which it was read; 0 for none
	Box   string // where: left, top, right and bottom, points
}

// mostCorrected is how many rows can be corrected on a page. A browser has a field for
// each cell of them.
const mostCorrected = 300

// ofLines and ofHead are the columns that are corrected in each line, and once for an
// order. A date of delivery may stand in either.
var ofLines, ofHead = schema.LineFields[:], func() (head []order.Field) {
	for f := range order.NumFields {
		if f == order.DeliveryDate || !slices.Contains(schema.LineFields[:], f) {
			head = append(head, f)
		}
	}
	return head
}()

// lineColumns are the columns of lines.
func lineColumns() []order.Column { return columnsOf(ofLines) }

func columnsOf(fields []order.Field) []order.Column {
	columns := make([]order.Column, len(fields))
	for i, f := range fields {
		columns[i] = order.Schema[f]
	}
	return columns
}

// correctable reports whether a result can be corrected on a page.
func correctable(r *convert.Result) bool {
	return len(r.Rows) <= mostCorrected && slices.Equal(r.Columns, order.Schema[:])
}

// newDraft is a draft of a correctable result as it is. One without rows has an order
// without values.
func newDraft(r *convert.Result) *draft {
	d, from := &draft{Filename: r.Filename, Mode: r.Mode}, newReviewed(r)
	for i, row := range r.Rows {
		if i == 0 || !sameHead(r.Rows[i-1], row) {
			d.addOrder(from, i)
		}
		o := &d.Orders[len(d.Orders)-1]
		line := draftLine{From: i}
		for _, f := range ofLines {
			line.Cells = append(line.Cells, from.cell(i, f))
		}
		o.Lines = append(o.Lines, line)
	}
	if len(r.Rows) == 0 {
		d.addOrder(from, -1)
	}
	for i := range d.Orders {
		d.Orders[i].liftDate()
	}
	d.number()
	return d
}

// sameHead reports whether two rows that stand together are of one order.
func sameHead(a, b order.Row) bool {
	for _, f := range ofHead {
		if f != order.DeliveryDate && a[f].Value != b[f].Value {
			return false
		}
	}
	return true
}

// addOrder adds the order that begins with a row; -1 for one without values.
func (d *draft) addOrder(from *reviewed, row int) {
	o := draftOrder{from: row}
	for _, f := range ofHead {
		o.Head = append(o.Head, from.cell(row, f))
	}
	d.Orders = append(d.Orders, o)
}

// liftDate leaves the date of delivery in one place: that of the order where its lines
// have the same, and otherwise those.
func (o *draftOrder) liftDate() {
	of := slices.Index(ofHead, order.DeliveryDate)
	last := len(ofLines) - 1
	for i := range o.Lines {
		if o.Lines[i].Cells[last].Value != o.Head[of].Value {
			o.Head[of] = draftCell{Column: order.Schema[order.DeliveryDate], field: order.DeliveryDate}
			return
		}
	}
	for i := range o.Lines {
		o.Lines[i].Cells[last] = draftCell{Column: order.Schema[order.DeliveryDate], field: order.DeliveryDate}
	}
}

// reviewed is a result with its review by the cells that it names.
type reviewed struct {
	*convert.Result
	doubts map[review.Cell]*review.Entry
}

func newReviewed(r *convert.Result) *reviewed { return &reviewed{r, review.ByCell(r.Review)} }

// cell is the cell of a row; without a value where row is -1.
func (r *reviewed) cell(row int, f order.Field) draftCell {
	c := draftCell{Column: order.Schema[f], field: f}
	if row < 0 {
		return c
	}
	c.Value = r.Rows[row][f].Value
	if e, ok := evidenceOf(r.Result, row, f); ok && c.Value != "" && e.Page > 0 {
		c.Page, c.Box = e.Page, boxText(e.Box)
	}
	if e := r.doubts[review.Cell{Row: row, Key: f.Key()}]; e != nil {
		c.Doubt = e.Message
	}
	return c
}

func evidenceOf(r *convert.Result, row int, f order.Field) (e doc.Evidence, ok bool) {
	if row >= 0 && row < len(r.Evidence) {
		e, ok = r.Evidence[row][f.Key()]
	}
	return e, ok
}

// boxText is a box as the script of the page reads it.
func boxText(b doc.Box) string {
	var text []string
	for _, side := range [...]float64{b.X0, b.Y0, b.X1, b.Y1} {
		text = append(text, strconv.FormatFloat(doc.Hundredths(side), 'f', -1, 64))
	}
	return strings.Join(text, " ")
}

// number numbers the orders and their lines.
func (d *draft) number() {
	for i := range d.Orders {
		o := &d.Orders[i]
		o.Number = i + 1
		for j := range o.Lines {
			o.Lines[j].Number = j + 1
		}
	}
}

// Names of fields of the form besides the columns' keys, which are those of heads.
const (
	lineOrder  = "line.order" // index of the order that a line is of
	lineFrom   = "line.from"
	linePrefix = "line."
)

// parseDraft reads the form: the fields of a name stand in the order of the page, so
// that the first of each are those of the first order, or of the first line.
func parseDraft(form url.Values) (*draft, error) {
	d := &draft{Filename: form.Get("filename"), Mode: form.Get("mode")}
	orders, lines := len(form[order.PONumber.Key()]), len(form[lineOrder])
	if orders == 0 || orders > mostCorrected || lines > mostCorrected+orders || len(form[lineFrom]) != lines || len(d.Filename) > 255 ||
		!slices.Contains([]string{convert.ModeText, convert.ModeOCR, convert.ModeMixed, convert.ModeXML}, d.Mode) {
		return nil, errBadForm
	}
	for i := range orders {
		head, err := formCells(form, "", ofHead, i, orders)
		if err != nil {
			return nil, err
		}
		d.Orders = append(d.Orders, draftOrder{Head: head, from: -1})
	}
	for i := range lines {
		of, err1 := strconv.Atoi(form[lineOrder][i])
		from, err2 := strconv.Atoi(form[lineFrom][i])
		cells, err3 := formCells(form, linePrefix, ofLines, i, lines)
		if err1 != nil || err2 != nil || err3 != nil || of < 0 || of >= orders {
			return nil, errBadForm
		}
		line, o := draftLine{From: from, Cells: cells}, &d.Orders[of]
		if o.from < 0 {
			o.from = from
		}
		if line.stated() {
			o.Lines = append(o.Lines, line)
		}
	}
	d.number()
	return d, nil
}

// formCells are the i-th cells of a form that has so many of each column.
func formCells(form url.Values, prefix string, fields []order.Field, i, of int) ([]draftCell, error) {
	var cells []draftCell
	for _, f := range fields {
		values := form[prefix+f.Key()]
		if len(values) != of {
			return nil, errBadForm
		}
		value := strings.Join(strings.Fields(strings.ToValidUTF8(values[i], "\ufffd")), " ")
		cells = append(cells, draftCell{Column: order.Schema[f], field: f, Value: value})
	}
	return cells, nil
}

// rows are the lines of an order, and one to be filled in.
func (o *draftOrder) rows() []draftLine {
	return append(slices.Clone(o.Lines), draftLine{Number: len(o.Lines) + 1, Spare: true, From: -1, Cells: o.noCells()})
}

// stated reports whether any cell of a line has a value.
func (l *draftLine) stated() bool {
	return slices.ContainsFunc(l.Cells, func(c draftCell) bool { return c.Value != "" })
}

// wrong are the cells that cannot be used, each with its place.
func (d *draft) wrong() []string {
	var all []string
	add := func(c *draftCell, place string) {
		if c.Wrong != "" {
			all = append(all, c.Label+place+": "+c.Wrong)
		}
	}
	for i := range d.Orders {
		o := &d.Orders[i]
		of := ""
		if len(d.Orders) > 1 {
			of = " of order " + strconv.Itoa(o.Number)
		}
		for j := range o.Head {
			add(&o.Head[j], of)
		}
		for j := range o.Lines {
			for k := range o.Lines[j].Cells {
				add(&o.Lines[j].Cells[k], " in row "+strconv.Itoa(o.Lines[j].Number)+of)
			}
		}
	}
	return all
}

// tell puts what is known of the values of a result beside those that are still the same.
func (d *draft) tell(r *convert.Result) {
	was := newReviewed(r)
	for i := range d.Orders {
		o := &d.Orders[i]
		for j := range o.Lines {
			was.tell(o.Lines[j].From, o.Lines[j].Cells)
		}
		was.tell(o.from, o.Head)
	}
}

// tell puts what is known of a row's values beside those cells that still have them.
func (r *reviewed) tell(row int, cells []draftCell) {
	if row < 0 || row >= len(r.Rows) {
		return
	}
	for i := range cells {
		c := &cells[i]
		if known := r.cell(row, c.field); known.Value == c.Value {
			known.Wrong, known.known = c.Wrong, true
			*c = known
		}
	}
}

// result are the rows of a draft, with the evidence of those values that are as they
// were in the result that it is a draft of. Of how sure they are nothing is said any more,
// since somebody has looked at them, but of what contradicts itself.
func (d *draft) result(was *convert.Result) *convert.Result {
	r := &convert.Result{Filename: d.Filename, Mode: d.Mode, Columns: order.Schema[:], Rows: []order.Row{}, Evidence: []order.RowEvidence{}}
	var orders []order.Order
	for i := range d.Orders {
		o := &d.Orders[i]
		lines := o.Lines
		if len(lines) == 0 && slices.ContainsFunc(o.Head, func(c draftCell) bool { return c.Value != "" }) {
			lines = []draftLine{{From: o.from, Cells: o.noCells()}}
		}
		first := len(r.Rows)
		for _, l := range lines {
			row, evidence := o.row(l, was)
			r.Rows, r.Evidence = append(r.Rows, row), append(r.Evidence, evidence)
		}
		orders = append(orders, order.OfRows(r.Rows[first:], r.Evidence[first:]))
	}
	r.RowCount, r.Review = len(r.Rows), order.Contradictions(orders)
	return r
}

// noCells are the cells of a line that states nothing.
func (o *draftOrder) noCells() []draftCell {
	cells := make([]draftCell, len(ofLines))
	for i, f := range ofLines {
		cells[i] = draftCell{Column: order.Schema[f], field: f}
	}
	return cells
}

// row is the row of a line.
func (o *draftOrder) row(l draftLine, was *convert.Result) (order.Row, order.RowEvidence) {
	row, evidence := make(order.Row, order.NumFields), order.RowEvidence{}
	put := func(c *draftCell, from int) {
		row[c.field] = order.Property{Key: c.Key, Value: c.Value}
		if c.Value == "" || was == nil || from < 0 || from >= len(was.Rows) || was.Rows[from][c.field].Value != c.Value {
			return
		}
		if e, ok := evidenceOf(was, from, c.field); ok {
			e.Confidence, e.Proof = 1, ""
			evidence[c.Key] = e
		}
	}
	for i := range o.Head {
		put(&o.Head[i], o.from)
	}
	for i := range l.Cells {
		if c := &l.Cells[i]; c.field != order.DeliveryDate || c.Value != "" {
			delete(evidence, c.Key)
			put(c, l.From)
		}
	}
	return row, evidence
}

// rows are the rows of a result by their columns' keys.
func rowsOf(r *convert.Result) []map[string]string {
	rows := make([]map[string]string, len(r.Rows))
	for i, row := range r.Rows {
		rows[i] = make(map[string]string, len(row))
		for _, p := range row {
			rows[i][p.Key] = p.Value
		}
	}
	return rows
}

// weight is the memory that a draft takes, bytes.
func (d *draft) weight() int64 {
	const cell = 160 // bytes, without its texts
	n := int64(0)
	add := func(cells []draftCell) {
		for i := range cells {
			n += cell + int64(len(cells[i].Value)+len(cells[i].Wrong)+len(cells[i].Box))
		}
	}
	for i := range d.Orders {
		add(d.Orders[i].Head)
		for j := range d.Orders[i].Lines {
			add(d.Orders[i].Lines[j].Cells)
		}
	}
	return n
}
