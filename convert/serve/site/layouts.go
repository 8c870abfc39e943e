package site

import (
	"encoding/json"
	"errors"
	"net/http"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
	"lineitem/quota"
)

// learn learns the layout of a trial's document from its corrected rows, and sets u.lesson.
// If the document is not kept, it sets u.resend instead, so that the page asks for the
// document.
func (v *visit) learn(u *correction, t *trial) (err error) {
	rows := rowsOf(u.result)
	if t == nil || t.document == nil {
		text, err := json.Marshal(rows)
		u.resend = string(text)
		return err
	}
	u.lesson, err = v.handler.config.Service.LearnFrom(v.w, v.r, v.account.ID, t.document, rows)
	return err
}

// refuseLesson redirects to the form as it was sent, which then says why nothing was
// learned.
func (v *visit) refuseLesson(u correction, err error) error {
	p := v.handler.config.Service.Explain(v.w, v.r, err)
	if p == nil {
		return nil
	}
	return v.refuseDraft(p.Status, v.outcomePath(), u.learn, "Nothing was remembered. "+failure(p))
}

// lessonPage is the data of the page with the result of learning from a document that was
// sent again.
type lessonPage struct {
	Lesson *Lesson
	Failed string // why nothing was learned
}

// learnAgain learns the layout of a document that is sent again together with its rows.
func (v *visit) learnAgain() error {
	service := v.handler.config.Service
	lesson, err := service.Learn(v.w, v.r, v.account.ID)
	if err == nil {
		return v.show(http.StatusOK, "lesson", "Layout", lessonPage{Lesson: lesson})
	}
	p := service.Explain(v.w, v.r, err)
	if p == nil {
		return nil
	}
	return v.show(p.Status, "lesson", "Layout", lessonPage{Failed: failure(p)})
}

// labelOf returns the label of the column with the given key, or the key if it has none.
func labelOf(key string) string {
	if f, ok := schema.FieldOf(key); ok {
		return order.Schema[f].Label
	}
	return key
}

// A usedLayout is a learned layout that was used to read a document.
type usedLayout struct {
	ID   string // empty if it is not one of the account's
	Name string
}

// layoutOf returns the learned layout that was used to read a result, or nil.
func (v *visit) layoutOf(r *convert.Result) (*usedLayout, error) {
	id := ""
	for _, row := range r.Evidence {
		for _, e := range row {
			id = max(id, e.Layout)
		}
	}
	if id == "" {
		return nil, nil
	}
	l, err := v.handler.config.Admin.Layout(v.r.Context(), v.account.ID, id)
	switch {
	case errors.Is(err, quota.ErrNotFound): // it is one of the operator's
		return &usedLayout{Name: id}, nil
	case err != nil:
		return nil, err
	}
	return &usedLayout{l.ID, l.Name}, nil
}

// layoutsPage is the data of the page with the layouts of an account.
type layoutsPage struct {
	Most    int // how many it may have
	Layouts []*quota.Layout
}

func (v *visit) showLayouts() error {
	p := layoutsPage{Most: v.account.Limits.Layouts}
	for l, err := range v.handler.config.Admin.Layouts(v.r.Context(), v.account.ID) {
		if err != nil {
			return err
		}
		p.Layouts = append(p.Layouts, l)
	}
	return v.show(http.StatusOK, "layouts", "Layouts", p)
}

// layoutPage is the data of the page with one layout.
type layoutPage struct {
	*quota.Layout
	Remarks []string // what was learned, a sentence each
}

func (v *visit) showLayout() error {
	l, err := v.handler.config.Admin.Layout(v.r.Context(), v.account.ID, v.params.ByName("id"))
	if err != nil {
		return err
	}
	p := layoutPage{Layout: l}
	if t, err := taught.Parse(l.Data); err == nil { // it fails if another version of the program stored the layout
		p.Remarks = t.Remarks()
	}
	return v.show(http.StatusOK, "layout", "Layout "+l.Name, p)
}

func (v *visit) removeLayout() error {
	if err := v.handler.config.Admin.RemoveLayout(v.r.Context(), v.account.ID, v.params.ByName("id")); err != nil {
		return err
	}
	return v.redirectDone("/account/layouts", "layout-removed")
}
