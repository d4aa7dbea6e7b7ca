/** Mails to people about datasets, in the language in which they asked. `{name}` places are filled in. */
export const letters = {
  problemAnswer: {
    subject: 'Answer to your report about {dataset}',
    body: `Dear {firstName},

you reported a problem with {dataset} at {site}. The laboratory answers:

{answer}

What you wrote{file}:

{message}
`,
    file: ' about the file {path}',
  },
} as const;
