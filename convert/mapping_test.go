package convert

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// mapFunc is a mapper that treats all modules alike.
type mapFunc func(module []byte, s *order.Sheet) (*order.Mapped, error)

func (f mapFunc) Map(_ context.Context, module []byte, s *order.Sheet) (*order.Mapped, error) {
	return f(module, s)
}

func (f mapFunc) Try(_ context.Context, module []byte) error {
	_, err := f(module, &order.Sheet{})
	return err
}

// TestMapperMakesTheResult checks that with a mapper the columns, rows and evidence of the result
// are the mapper's, and that its evidence is reported only on request.
func TestMapperMakesTheResult(t *testing.T) {
	data, err := os.ReadFile("../testdata/orders/dutch-forms.pdf")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := new(Converter).Convert(t.Context(), Input{Filename: "order.pdf", Data: data, Evidence: true})
	if err != nil {
		t.Fatal(err)
	}
	mapped := &order.Mapped{
		Columns: []order.Column{{Key: "project", Label: "Project"}},
		Rows:    []order.Row{{{Key: "project", Value: "HB-7"}}, {{Key: "project", Value: ""}}},
	}
	c := &Converter{Mapper: mapFunc(func(module []byte, s *order.Sheet) (*order.Mapped, error) {
		if string(module) != "module" {
			t.Errorf("the module is %q, want %q", module, "module")
		}
		if s.Filename != "order.pdf" || s.Mode != ModeText || !reflect.DeepEqual(s.Columns, plain.Columns) ||
			!reflect.DeepEqual(s.Rows, plain.Rows) || !reflect.DeepEqual(s.Evidence, plain.Evidence) {
			t.Error("the mapper gets other rows than are answered without it")
		}
		if len(s.Lines) == 0 {
			t.Error("the mapper gets no lines of text")
		}
		return mapped, nil
	})}
	in := Input{Filename: "order.pdf", Data: data, Mapper: NewModule([]byte("module"))}
	evidence := []order.RowEvidence{{"project": {Page: 1}}, {}}
	for _, test := range []struct {
		asked        bool
		given, wants []order.RowEvidence
	}{{false, nil, nil}, {true, nil, nil}, {false, evidence, nil}, {true, evidence, evidence}} {
		in.Evidence, mapped.Evidence = test.asked, test.given
		got, err := c.Convert(t.Context(), in)
		want := &Result{Filename: "order.pdf", Mode: ModeText, RowCount: 2, Columns: mapped.Columns, Rows: mapped.Rows, Evidence: test.wants}
		if test.asked {
			want.Pages = plain.Pages
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Convert with the mapper = %+v, %v, want %+v", got, err, want)
		}
	}
}

// TestMapperKeepsTheReview checks that the review of a mapped document tells what was found before
// the mapper ran. Its entries are about the document as a whole, as only the mapper knows which of
// its rows they concern.
func TestMapperKeepsTheReview(t *testing.T) {
	c := &Converter{Mapper: mapFunc(func(_ []byte, s *order.Sheet) (*order.Mapped, error) {
		return &order.Mapped{Columns: []order.Column{{Key: "total", Label: "Sum"}}, Rows: []order.Row{{{Key: "total", Value: "1"}}}}, nil
	})}
	for name, verified := range map[string]bool{"swiss-letter.pdf": true, "dutch-forms.pdf": false} {
		data, err := os.ReadFile("../testdata/orders/" + name)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := c.Convert(t.Context(), Input{Data: data, Review: true})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Convert(t.Context(), Input{Data: data, Review: true, Mapper: NewModule(nil)})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verified == nil || *got.Verified != verified || len(got.Review) != len(plain.Review) || !reflect.DeepEqual(got.Confidence, plain.Confidence) {
			t.Errorf("the mapped %s is judged so: %v, %v, %v; want as without a mapper: %v, %v, %v",
				name, got.Verified, got.Confidence, got.Review, plain.Verified, plain.Confidence, plain.Review)
			continue
		}
		for i, e := range got.Review {
			was := &plain.Review[i]
			want := *was
			if want.Row, want.Key = 0, ""; was.Key != "" {
				label := was.Key
				for _, column := range plain.Columns {
					if column.Key == was.Key {
						label = column.Label
					}
				}
				want.Message = fmt.Sprintf("row %d, %s: %s", was.Row+1, label, was.Message)
			}
			if e.Row != want.Row || e.Key != want.Key || e.Message != want.Message || e.Code != was.Code || e.Page != was.Page || e.Box != was.Box {
				t.Errorf("entry %d of the mapped %s is %+v, want %+v", i, name, e, want)
			}
		}
	}
}

// TestMapperThatFails checks that an error of a mapper, or of loading it, is returned by the
// conversion.
func TestMapperThatFails(t *testing.T) {
	data, err := os.ReadFile("../testdata/orders/dutch-forms.pdf")
	if err != nil {
		t.Fatal(err)
	}
	fault := &doc.MapperError{Reason: "exited with status 3"}
	c := &Converter{Mapper: mapFunc(func([]byte, *order.Sheet) (*order.Mapped, error) { return nil, fault })}
	lost := errors.New("lost")
	cannotLoad := &Module{Load: func(context.Context) ([]byte, error) { return nil, lost }}
	for _, test := range []struct {
		converter *Converter
		module    *Module
		want      error
	}{{c, NewModule([]byte("x")), fault}, {c, cannotLoad, lost}, {new(Converter), NewModule([]byte("x")), errNoMapper}} {
		if r, err := test.converter.Convert(t.Context(), Input{Data: data, Mapper: test.module}); err != test.want {
			t.Errorf("Convert = %+v, %v, want %v", r, err, test.want)
		}
		if err := test.converter.Try(t.Context(), test.module); err != test.want {
			t.Errorf("Try = %v, want %v", err, test.want)
		}
	}
}
