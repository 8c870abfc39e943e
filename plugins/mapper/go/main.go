//go:build wasip1

// A mapper that makes rows for Odoo's import of sales orders: the CSV or XLSX
// that lineitem answers can be imported into sale.order as it is.
//
//	GOOS=wasip1 GOARCH=wasm go build -trimpath -ldflags=-s -o odoo.wasm .
//
// Columns are named as Odoo's fields. A customer is found by name and a product
// by its internal reference (default_code), which is to be the item's number on
// the order. Fields of the order stand in its first row only: a row in which
// they are all empty is one more line of the order before it.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// Row is a row of the sheet or of the answer: values by keys.
type Row map[string]string

// Column is a column of the answer. CSV has its key for a heading, XLSX its
// label.
type Column struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

// Answer is what a mapper writes: an error, or columns and rows.
type Answer struct {
	Error   string   `json:"error,omitempty"`
	Columns []Column `json:"columns,omitempty"`
	Rows    *[]Row   `json:"rows,omitempty"`
}

// columns are fields of sale.order, and by order_line/ of sale.order.line.
var columns = []string{
	"id", "partner_id", "client_order_ref", "date_order", "commitment_date",
	"order_line/product_id", "order_line/name", "order_line/product_uom_qty", "order_line/price_unit", "order_line/discount",
}

func main() {
	out := bufio.NewWriter(os.Stdout)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(answer(os.Stdin))
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func answer(in io.Reader) Answer {
	rows, err := readRows(in)
	if err == nil {
		rows, err = saleOrders(rows)
	}
	if err != nil {
		return Answer{Error: err.Error()}
	}
	a := Answer{Rows: &rows}
	for _, key := range columns {
		a.Columns = append(a.Columns, Column{key, key})
	}
	return a
}

// readRows reads the sheet's rows, and nothing of what stands behind them.
func readRows(in io.Reader) ([]Row, error) {
	decoder := json.NewDecoder(in)
	if _, err := decoder.Token(); err != nil { // the brace
		return nil, err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		if name == "rows" {
			var rows []Row
			err := decoder.Decode(&rows)
			return rows, err
		}
		var other json.RawMessage
		if err := decoder.Decode(&other); err != nil {
			return nil, err
		}
	}
	return nil, errors.New("the input has no rows")
}

// saleOrders makes rows of sale.order of rows of the sheet.
func saleOrders(rows []Row) ([]Row, error) {
	orders := make([]Row, 0, len(rows))
	last := ""
	for i, row := range rows {
		number := row["po_number"]
		if number == "" {
			return nil, fmt.Errorf("row %d has no order number, without which Odoo would import it again and again", i+1)
		}
		price, discount := price(row)
		line := Row{
			"order_line/product_id":      row["item_code"],
			"order_line/name":            row["description"],
			"order_line/product_uom_qty": row["quantity"],
			"order_line/price_unit":      price,
			"order_line/discount":        discount,
		}
		if id := externalID(row["buyer"], number); id != last {
			last = id
			line["id"] = id
			line["partner_id"] = row["buyer"]
			line["client_order_ref"] = number
			line["date_order"] = midnight(row["po_date"])
			line["commitment_date"] = midnight(row["delivery_date"])
		}
		for _, key := range columns { // every row has every key
			line[key] += ""
		}
		orders = append(orders, line)
	}
	return orders, nil
}

// externalID is an order's name in Odoo. The same order always has the same: if
// it is imported twice, the second time changes the first one's order.
func externalID(buyer, number string) string {
	plain := func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return '_'
	}
	return "po_" + strings.Map(plain, strings.ToLower(buyer)) + "_" + strings.Map(plain, strings.ToLower(number))
}

// midnight makes a time of a date, as both fields are times.
func midnight(date string) string {
	if date == "" {
		return ""
	}
	return date + " 00:00:00"
}

// price is the price of one unit and the discount on it in percent. A discount
// that is an amount becomes part of the price.
func price(row Row) (price, percent string) {
	price, discount := row["unit_price"], row["discount"]
	if number, ok := strings.CutSuffix(discount, "%"); ok {
		return price, strings.TrimSpace(number)
	}
	if amount, _ := strconv.ParseFloat(discount, 64); amount == 0 {
		return price, ""
	}
	total, err1 := strconv.ParseFloat(row["line_total"], 64)
	quantity, err2 := strconv.ParseFloat(row["quantity"], 64)
	if err1 != nil || err2 != nil || quantity == 0 {
		return price, ""
	}
	price = strconv.FormatFloat(total/quantity, 'f', 4, 64)
	return strings.TrimRight(strings.TrimRight(price, "0"), "."), ""
}
