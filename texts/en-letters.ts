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
  /** Of followed datasets. */
  news: {
    subject: 'What is new with {dataset}',
    digestSubject: 'What is new with the datasets that you follow at {site}',
    body: `Dear {firstName},

this is what happened to what you follow at {site}:

{news}

Follow other datasets, or hear of them at once or weekly: {settings}

Hear no more of this: {link}
`,
    line: {
      version: '{day}: version {version} came out.',
      opened: '{day}: the files of version {version} can be downloaded from now on.',
      withdrawn: '{day}: version {version} was withdrawn.',
      again: '{day}: version {version} is published again.',
    },
    embargo: 'Its files can be downloaded from {day} on.',
    reason: 'The reason: {reason}',
  },
} as const;
