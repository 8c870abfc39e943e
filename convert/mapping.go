package convert

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
	"lineitem/convert/order/schema"
)

// A Module is a customer's mapper: a WebAssembly module that makes other rows
// or other columns from what was found in a document.
type Module struct {
	// Hash is the SHA-256 of the module. Modules with the same hash are the same.
	Hash [sha256.Size]byte
	// Load returns the module itself, which must not change while it is used. It is
	// called only if the module is not cached under its hash.
	Load func(ctx context.Context) ([]byte, error)
}

// NewModule returns a module that is in memory. The code must not be changed afterwards.
func NewModule(code []byte) *Module {
	return &Module{
		Hash: sha256.Sum256(code),
		Load: func(context.Context) ([]byte, error) { return code, nil },
	}
}

// Mapper runs customers' mappers. It is safe for concurrent use, and
// deterministic. Errors that are the module's fault are *doc.MapperError.
type Mapper interface {
	// Map runs a module on what was found, and returns the rows of the result.
	// Neither the module nor the sheet may be changed afterwards.
	Map(ctx context.Context, module []byte, s *order.Sheet) (*order.Mapped, error)
	// Try runs a module on a sample, to find out beforehand whether it works.
	Try(ctx context.Context, module []byte) error
}

// errNoMapper reports that the Converter has nothing to run mappers with. It is a
// mistake of whoever made the Converter.
var errNoMapper = errors.New("convert: a mapper was given to a Converter that runs none")

// Try reports whether a module can be used as a mapper: it returns nil, or one of the errors
// that Convert returns because of a module.
func (c *Converter) Try(ctx context.Context, m *Module) error {
	if c.Mapper == nil {
		return errNoMapper
	}
	code, err := m.Load(ctx)
	if err != nil {
		return err
	}
	return c.Mapper.Try(ctx, code)
}

// mapped makes the result with the input's mapper.
func (c *Converter) mapped(ctx context.Context, in Input, source *source) (*Result, error) {
	if c.Mapper == nil {
		return nil, errNoMapper
	}
	code, err := in.Mapper.Load(ctx)
	if err != nil {
		return nil, err
	}
	reader, failed := in.reader(ctx)
	reader.VerifyAt = c.VerifyAt
	found := map[*doc.Document]order.Findings{}
	study := func(d *doc.Document) (orders []order.Order) {
		orders, found[d] = reader.ReadWithFindings(d)
		return orders
	}
	if source.xml && len(source.document.Pages) == 0 {
		study(source.document) // an empty document, which fromXML does not read
	}
	orders, document, err := c.orders(ctx, in, source, study)
	if err == nil {
		err = failed()
	}
	if err != nil {
		return nil, err
	}
	order.Cut(orders, c.Limits.withDefaults().Cell)
	rows, evidence := order.Rows(orders)
	result := &Result{Filename: in.Filename, Mode: source.mode(document)}
	checks := order.Review(document, orders)
	m, err := c.Mapper.Map(ctx, code, &order.Sheet{
		Filename: in.Filename,
		Mode:     result.Mode,
		Columns:  order.Schema[:],
		Rows:     rows,
		Evidence: evidence,
		Verified: len(checks) == 0,
		Findings: found[document],
	})
	if err != nil {
		return nil, err
	}
	result.RowCount, result.Columns, result.Rows = len(m.Rows), m.Columns, m.Rows
	if in.Evidence {
		result.Evidence = m.Evidence
		for _, row := range result.Evidence {
			for key, e := range row {
				e.Box = e.Box.Rounded()
				row[key] = e
			}
		}
	}
	if in.Review {
		result.Verified = new(len(checks) == 0)
		result.Confidence = order.Confidence(orders)
		result.Review = ofDocument(checks)
	}
	return result, nil
}

// ofDocument turns entries about the rows that a mapper was given into entries about the document:
// only the mapper knows which of its own rows and columns they concern.
func ofDocument(entries []review.Entry) []review.Entry {
	for i := range entries {
		e := &entries[i]
		if f, ok := schema.FieldOf(e.Key); ok {
			e.Message = fmt.Sprintf("row %d, %s: %s", e.Row+1, order.Schema[f].Label, e.Message)
		}
		e.Row, e.Key = 0, ""
	}
	return entries
}
