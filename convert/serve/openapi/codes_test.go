package openapi_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/taught"
	"lineitem/convert/serve"
	"lineitem/convert/table"
	"lineitem/convert/ubl"
	"lineitem/quota"
	"lineitem/quota/problem"
)

// A reply is a problem's status and code.
type reply struct {
	status int
	code   string
}

// statuses maps the names of statuses used in package serve to their values. 499
// is logged, but never sent.
var statuses = map[string]int{
	"StatusBadRequest": http.StatusBadRequest, "StatusUnauthorized": http.StatusUnauthorized, "StatusPaymentRequired": http.StatusPaymentRequired,
	"StatusForbidden": http.StatusForbidden, "StatusConflict": http.StatusConflict, "StatusNotFound": http.StatusNotFound, "StatusMethodNotAllowed": http.StatusMethodNotAllowed,
	"StatusRequestEntityTooLarge": http.StatusRequestEntityTooLarge, "StatusTooManyRequests": http.StatusTooManyRequests,
	"StatusInternalServerError": http.StatusInternalServerError, "StatusServiceUnavailable": http.StatusServiceUnavailable,
	"StatusGatewayTimeout": http.StatusGatewayTimeout, "statusClientGone": 499,
}

// serverReplies reads the source of package serve for the problems it makes: each
// is a requestError with its status and code written out, or made by badRequest.
// One copied from a site.Error is among those that package site exports; other
// errors of the pages are not answers of the API.
func serverReplies(t *testing.T) []reply {
	t.Helper()
	replies := repliesIn(t, "../*.go", func(n ast.Node) (status, code ast.Expr) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if isNamed(n.Fun, "badRequest") {
				return ast.NewIdent("StatusBadRequest"), n.Args[0]
			}
		case *ast.CompositeLit:
			if isNamed(n.Type, "requestError") {
				return member(n, "status"), member(n, "code")
			}
		}
		return nil, nil
	})
	return append(replies, repliesIn(t, "../site/*.go", func(n ast.Node) (status, code ast.Expr) {
		if n, ok := n.(*ast.ValueSpec); ok && n.Names[0].IsExported() && len(n.Values) == 1 {
			if pointer, ok := n.Values[0].(*ast.UnaryExpr); ok {
				if literal, ok := pointer.X.(*ast.CompositeLit); ok && isNamed(literal.Type, "Error") {
					return member(literal, "Status"), member(literal, "Code")
				}
			}
		}
		return nil, nil
	})...)
}

// repliesIn collects the replies that find finds in a package's source.
func repliesIn(t *testing.T, pattern string, find func(ast.Node) (status, code ast.Expr)) (replies []reply) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s is no source (%v)", pattern, err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		places := token.NewFileSet()
		file, err := parser.ParseFile(places, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok && f.Name.Name == "badRequest" {
				return false // its callers are read instead
			}
			status, code := find(n)
			if copied, ok := code.(*ast.SelectorExpr); code == nil || ok && copied.Sel.Name == "Code" {
				return true
			}
			r, ok := replyOf(status, code)
			if !ok {
				t.Errorf("%v: write the status and the code out, so that they can be compared with the document", places.Position(n.Pos()))
			}
			if ok && r.status != 499 {
				replies = append(replies, r)
			}
			return true
		})
	}
	return replies
}

func replyOf(status, code ast.Expr) (r reply, ok bool) {
	literal, ok := code.(*ast.BasicLit)
	if !ok {
		return r, false
	}
	r.code, _ = strconv.Unquote(literal.Value)
	switch status := status.(type) {
	case *ast.SelectorExpr:
		r.status = statuses[status.Sel.Name]
	case *ast.Ident:
		r.status = statuses[status.Name]
	}
	return r, r.status != 0
}

func isNamed(e ast.Expr, name string) bool {
	ident, ok := e.(*ast.Ident)
	return ok && ident.Name == name
}

func member(literal *ast.CompositeLit, name string) ast.Expr {
	for _, e := range literal.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok && isNamed(pair.Key, name) {
			return pair.Value
		}
	}
	return nil
}

// TestProblemsAreThoseOfTheServer checks that the document has each problem that
// the server can answer, and no other.
func TestProblemsAreThoseOfTheServer(t *testing.T) {
	var documented []reply
	for _, o := range loadContract(t).outcomes(t) {
		r := reply{o.status, o.code}
		if o.status >= 400 && o.operation != "GET /healthz" && o.operation != "HEAD /healthz" && !slices.Contains(documented, r) {
			documented = append(documented, r)
		}
	}
	server := serverReplies(t)
	for _, r := range server {
		if !slices.Contains(documented, r) {
			t.Errorf("the server can answer %d %s, which the document does not have", r.status, r.code)
		}
	}
	for _, r := range documented {
		if !slices.Contains(server, r) {
			t.Errorf("the document has %d %s, which the server never answers", r.status, r.code)
		}
	}
}

// TestFilesAreAllNamed checks that each format of file answers is named where the
// document describes them.
func TestFilesAreAllNamed(t *testing.T) {
	d := loadContract(t).document
	names := map[string]string{table.CSVMediaType: "CSV", table.XLSXMediaType: "XLSX", ubl.MediaType: "XML"}
	for mediaType := range d.Paths.Value("/api/v1/convert").Post.Responses.Value("200").Value.Content {
		name := names[mediaType]
		if mediaType != "application/json" && name == "" {
			t.Errorf("this test has no name for %s", mediaType)
		}
		for what, text := range map[string]string{
			"the parameter include": d.Components.Parameters["Include"].Value.Description, "Content-Disposition": d.Components.Headers["Content-Disposition"].Value.Description,
		} {
			if !strings.Contains(text, name) {
				t.Errorf("%s is described without %s: %s", what, name, text)
			}
		}
	}
}

// TestMembersAreThoseOfTheServer checks that the document has each member of the
// answers' JSON objects, and no other.
func TestMembersAreThoseOfTheServer(t *testing.T) {
	schemas := loadContract(t).document.Components.Schemas
	for name, value := range map[string]any{
		"Result": convert.Result{}, "Column": order.Column{}, "Evidence": doc.Evidence{}, "Box": doc.Box{},
		"Mapper": quota.MapperRef{}, "Account": serve.Account{}, "Allowance": quota.Allowance{}, "Problem": problem.Problem{},
		"Lesson": taught.Report{}, "Unexplained": taught.ReportedValue{}, "Layout": serve.Layout{},
	} {
		schema := schemas[name].Value
		var members []string
		for field := range reflect.TypeOf(value).Fields() {
			member, options, _ := strings.Cut(field.Tag.Get("json"), ",")
			if member == "-" {
				continue
			}
			if member == "" {
				member = field.Name
			}
			members = append(members, member)
			if schema.Properties[member] == nil {
				t.Errorf("%s has no %s", name, member)
			}
			if required := !strings.Contains(options, "omitempty"); slices.Contains(schema.Required, member) != required {
				t.Errorf("that %s always has %s is said otherwise than %v", name, member, required)
			}
		}
		for member := range schema.Properties {
			if !slices.Contains(members, member) {
				t.Errorf("%s has %s, which the server does not answer", name, member)
			}
		}
	}
	row := schemas["Row"].Value
	for _, column := range order.Schema {
		if p := row.Properties[column.Key]; p == nil || p.Value.Title != column.Label {
			t.Errorf("Row has no %s with the title %q", column.Key, column.Label)
		}
	}
	if len(row.Properties) != len(order.Schema) {
		t.Errorf("Row has %d members, want %d", len(row.Properties), len(order.Schema))
	}
}
