package serve

import (
	"encoding/json"
	"net/http"

	"lineitem/quota"
)

// Account is the answer of the resource /api/v1/account: the data of the key's
// account that the account page shows, for programs.
type Account struct {
	Account   string          `json:"account"` // its ID
	Name      string          `json:"name"`    // for people; may be empty
	Plan      quota.Plan      `json:"plan"`
	Allowance quota.Allowance `json:"allowance"`
	Credits   int64           `json:"credits"` // conversions beyond the allowance
	Windows   []quota.Window  `json:"windows"` // "minute" and "day"
	Uncharged quota.Window    `json:"uncharged"`
	Limits    quota.Limits    `json:"limits"`
}

// getAccount answers with the state of the account. It counts against no rate
// window, so that asking does not reduce what it reports.
func (s *Server) getAccount(w http.ResponseWriter, r *http.Request) {
	body, err := s.account(w, r)
	if err != nil {
		s.answerError(w, r, err)
		return
	}
	s.write(w, http.StatusOK, jsonMediaType, append(body, '\n'))
}

func (s *Server) account(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if s.draining.Load() {
		return nil, errDraining
	}
	key, err := bearerKey(r.Header.Get("Authorization"))
	if err != nil {
		return nil, err
	}
	id, err := s.config.Gate.Authenticate(r.Context(), key)
	if err != nil {
		return nil, err
	}
	a, err := s.config.Admin.Account(r.Context(), id)
	if err != nil {
		return nil, err
	}
	exchangeOf(r).account = id
	setRateLimit(w.Header(), a.Windows)
	if _, err := queryOf(r); err != nil {
		return nil, err
	}
	return json.Marshal(Account{
		Account: a.ID, Name: a.Name, Plan: a.Plan, Allowance: a.Allowance, Credits: a.Credits, Windows: a.Windows, Uncharged: a.Uncharged, Limits: a.Limits,
	})
}
