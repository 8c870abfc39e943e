// Package value reads the values that orders state: numbers, amounts and their
// currencies, units of measure, and dates. What is ambiguous by itself ("1,234",
// "03/04/2026") is read by the Locale that a document's values together tell.
package value
