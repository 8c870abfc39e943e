// Package value reads the values that orders state: numbers, amounts and their
// currencies, units of measure, and dates. Values that are ambiguous by themselves
// ("1,234", "03/04/2026") are read by the Locale, which is determined from all values of a document.
package value
