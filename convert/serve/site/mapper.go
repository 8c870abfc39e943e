package site

func (v *visit) setMapper() error {
	err := v.handler.config.Service.SetMapper(v.w, v.r, v.account.ID)
	if err == nil {
		return v.redirectDone("/account", "mapper")
	}
	p := v.handler.config.Service.Explain(v.w, v.r, err)
	if p == nil {
		return nil
	}
	return v.refuseForm(p.Status, accountPage{MapperFailed: failure(p)})
}

// sendMapper answers with the module that is the account's mapper, as a file.
func (v *visit) sendMapper() error {
	return v.handler.config.Service.SendMapper(v.w, v.r, v.account.ID)
}

func (v *visit) removeMapper() error {
	if _, err := v.handler.config.Admin.RemoveMapper(v.r.Context(), v.account.ID); err != nil {
		return err
	}
	return v.redirectDone("/account", "mapper-removed")
}
