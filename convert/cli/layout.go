package cli

var layoutCommands = &group{
	name: "layout",
	about: `Teach layouts: what is corrected in one document is right in all others of its
layout from then on.`,
	commands: []subcommand{
		{name: "bench", operands: " FOLDER...", alone: layoutBench,
			about: `Tell what taught layouts are worth on documents whose right rows are known.
Of each template with several documents, each in turn is learned and the others are
converted. FOLDER/truth holds the truth files (*.json) with the member "template",
FOLDER/docs the documents that they name.`},
	},
}
