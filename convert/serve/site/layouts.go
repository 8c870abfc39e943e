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

// learn has the layout of a document be remembered whose rows were corrected, or the page
// of these ask for the document where it is not kept any more.
func (v *visit) learn(u *use, t *trial) (err error) {
	rows := rowsOf(u.result)
	if t == nil || t.document == nil {
		text, err := json.Marshal(rows)
		u.resend = string(text)
		return err
	}
	u.lesson, err = v.handler.config.Service.LearnFrom(v.w, v.r, v.account.ID, t.document, rows)
	return err
}

// refuseLesson leads to the form as it was sent, which says why nothing was remembered.
func (v *visit) refuseLesson(u use, err error) error {
	p := v.handler.config.Service.Explain(v.w, v.r, err)
	if p == nil {
		return nil
	}
	return v.refuseDraft(p.Status, v.outcomePath(), u.learn, "Nothing was remembered. "+failure(p))
}

// lessonPage shows the result of learning from a document that was sent again.
type lessonPage struct {
	Lesson *Lesson
	Failed string // why nothing was learned
}

// learnAgain has the layout of a document be remembered that is sent with its rows.
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

// labelOf is the label of a column.
func labelOf(key string) string {
	if f, ok := schema.FieldOf(key); ok {
		return order.Schema[f].Label
	}
	return key
}

// A usedLayout is a layout by which a document was read.
type usedLayout struct {
	ID   string // empty where it is none of the account's
	Name string
}

// layoutOf is the layout by which a result was read, nil for none.
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
	case errors.Is(err, quota.ErrNotFound): // the operator's
		return &usedLayout{Name: id}, nil
	case err != nil:
		return nil, err
	}
	return &usedLayout{l.ID, l.Name}, nil
}

// layoutsPage lists the layouts of an account.
type layoutsPage struct {
	Most    int // that it may have
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

// layoutPage shows one layout.
type layoutPage struct {
	*quota.Layout
	Remarks []string // what is remembered, a sentence each
}

func (v *visit) showLayout() error {
	l, err := v.handler.config.Admin.Layout(v.r.Context(), v.account.ID, v.params.ByName("id"))
	if err != nil {
		return err
	}
	p := layoutPage{Layout: l}
	if t, err := taught.Parse(l.Data); err == nil { // another version of the program may have kept it
		p.Remarks = t.Remarks()
	}
	return v.show(http.StatusOK, "layout", "Layout "+l.Name, p)
}

func (v *visit) removeLayout() error {
	if err := v.handler.config.Admin.RemoveLayout(v.r.Context(), v.account.ID, v.params.ByName("id")); err != nil {
		return err
	}
	return v.leave("/account/layouts", "layout-removed")
}
