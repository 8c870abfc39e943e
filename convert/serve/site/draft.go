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
	from   int // index of the row of the result that the head comes from; -1 for none
}

// A draftLine is one line item.
type draftLine struct {
	Number int  // from 1, within its order
	Spare  bool // whether it is an empty line to be filled in
	From   int  // index of the row of the result that it comes from; -1 for none
	Cells  []draftCell
}

// A draftCell is a value and the remarks on it.
type draftCell struct {
	order.Column
	field order.Field
	Value string
	Wrong string // why it cannot be used; empty if it can
	Doubt string // why it should be looked at; empty if it need not be
	known bool   // whether the value is the same as in the result
	Page  int    // number of the page on which it was read; 0 for none
	Box   string // where on the page: left, top, right and bottom, in points
}

// mostCorrected is how many rows can be corrected on a page. Each of their cells is a
// field in the browser.
const mostCorrected = 300

// ofLines are the fields that are corrected in each line, and ofHead those that are
// corrected once for an order. The delivery date is in both.
var ofLines, ofHead = schema.LineFields[:], func() (head []order.Field) {
	for f := range order.NumFields {
		if f == order.DeliveryDate || !slices.Contains(schema.LineFields[:], f) {
			head = append(head, f)
		}
	}
	return head
}()

// lineColumns returns the columns of the fields in ofLines.
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

// newDraft returns a draft with the rows of a correctable result. For a result without
// rows it has one order without values.
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

// sameHead reports whether two adjacent rows belong to one order: whether they agree in
// all fields of ofHead but the delivery date.
func sameHead(a, b order.Row) bool {
	for _, f := range ofHead {
		if f != order.DeliveryDate && a[f].Value != b[f].Value {
			return false
		}
	}
	return true
}

// addOrder adds the order that begins with the given row, or an order without values if
// row is -1.
func (d *draft) addOrder(from *reviewed, row int) {
	o := draftOrder{from: row}
	for _, f := range ofHead {
		o.Head = append(o.Head, from.cell(row, f))
	}
	d.Orders = append(d.Orders, o)
}

// liftDate leaves the delivery date in one place: in the head if all lines have the date
// of the head, and otherwise in the lines.
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

// reviewed is a result with the entries of its review by the cells that they name.
type reviewed struct {
	*convert.Result
	doubts map[review.Cell]*review.Entry
}

func newReviewed(r *convert.Result) *reviewed { return &reviewed{r, review.ByCell(r.Review)} }

// cell returns the cell of a row and field, without a value if row is -1.
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

// boxText returns a box in the form that the page's script reads: left, top, right and
// bottom in points.
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

// Names of fields of the form. Those of an order's head are named by their columns' keys.
const (
	lineOrder  = "line.order" // index of the order that a line belongs to
	lineFrom   = "line.from"  // draftLine.From
	linePrefix = "line."      // precedes the column's key in a line
)

// parseDraft reads the form. Fields of the same name come in the order of the page, so
// that the first of each name belongs to the first order, or to the first line.
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

// formCells returns the i-th cell of each of the given fields from a form. It returns
// an error unless the form has as many cells of each as of says.
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

// rows returns the lines of an order, and an empty one to be filled in.
func (o *draftOrder) rows() []draftLine {
	return append(slices.Clone(o.Lines), draftLine{Number: len(o.Lines) + 1, Spare: true, From: -1, Cells: o.noCells()})
}

// stated reports whether any cell of a line has a value.
func (l *draftLine) stated() bool {
	return slices.ContainsFunc(l.Cells, func(c draftCell) bool { return c.Value != "" })
}

// wrong returns a message for each cell that cannot be used, with its place.
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

// annotate adds to the cells of d that still have their value from r what r tells about it.
func (d *draft) annotate(r *convert.Result) {
	was := newReviewed(r)
	for i := range d.Orders {
		o := &d.Orders[i]
		for j := range o.Lines {
			was.annotate(o.Lines[j].From, o.Lines[j].Cells)
		}
		was.annotate(o.from, o.Head)
	}
}

// annotate adds to those cells that still have their value from the given row what the
// result tells about it.
func (r *reviewed) annotate(row int, cells []draftCell) {
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

// result returns a result with the rows of a draft. Values that are the same as in was,
// the result that the draft was made of, keep their evidence, but with confidence 1 and
// without proof, since somebody has looked at them. The review has only contradictions.
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

// noCells returns the cells of a line without values.
func (o *draftOrder) noCells() []draftCell {
	cells := make([]draftCell, len(ofLines))
	for i, f := range ofLines {
		cells[i] = draftCell{Column: order.Schema[f], field: f}
	}
	return cells
}

// row returns the row of a line, with the evidence of the values that are as they were.
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

// rowsOf returns the rows of a result as maps from their columns' keys to the values.
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

// weight returns the memory that a draft takes, in bytes.
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
