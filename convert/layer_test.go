package convert

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext"
)

func TestJudge(t *testing.T) {
	english := "Purchase Order Number Date Vendor Ship To Item Description Quantity Unit Price Amount Hex bolt zinc plated " +
		"Subtotal Tax Total Payment terms net thirty days please deliver to the rear gate of the works by noon and state our number on all papers"
	russian := "Заказ поставщику номер дата поставщик покупатель адрес доставки наименование количество единица цена сумма болт оцинкованный " +
		"итого налог всего условия оплаты тридцать дней доставить на склад указать номер заказа во всех документах и счетах спасибо всего хорошего вам счет отгрузка товар вес паллета срок"
	tests := []struct {
		name, text string
		layer      pdftext.Layer
		want       layerQuality
	}{
		{"a text layer", english, pdftext.Layer{Glyphs: 180}, good},
		{"a text layer over a picture of paper", english, pdftext.Layer{Glyphs: 180, Images: 1}, good},
		{"an empty page", "", pdftext.Layer{}, good},
		{"a scan", "", pdftext.Layer{Images: 1}, absent},
		{"a scan with a stamp", "Received 2026-05-18", pdftext.Layer{Glyphs: 18, Images: 1}, absent},
		{"a scan that its scanner has read", english, pdftext.Layer{Glyphs: 180, Invisible: 180, Images: 1}, absent},
		{"one in letters that ours cannot read", russian, pdftext.Layer{Glyphs: 180, Invisible: 180, Images: 1}, good},
		{"a text layer with some hidden words", english, pdftext.Layer{Glyphs: 180, Invisible: 20, Images: 1}, good},
		{"hidden words without a picture", english, pdftext.Layer{Glyphs: 180, Invisible: 180}, good},
		{"glyphs without text", "", pdftext.Layer{Glyphs: 180}, doubted},
		{"glyphs of which many have no text", english, pdftext.Layer{Glyphs: 180, Unknown: 20}, doubted},
	}
	for _, test := range tests {
		var words []doc.Word
		for _, field := range strings.Fields(test.text) {
			words = append(words, doc.Word{Text: field})
		}
		if got := judge(words, test.layer); got != test.want {
			t.Errorf("judge(%s) = %d, want %d", test.name, got, test.want)
		}
	}
}
