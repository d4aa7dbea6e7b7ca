/** Mails about recalled files, and the page that a link in them opens. `{name}` places are filled in. */
export const recallMails = {
  corrected: {
    subject: 'Corrected files: {dataset}',
    body: `Dear {firstName},

you downloaded files of {dataset} from {site} that have been corrected since:

{files}

What has changed:

{what}

Why:

{reason}

Please use the corrected files from now on: {page}

If you do not want such mails about corrected files any more: {stop}
`,
  },
  withdrawn: {
    subject: 'Withdrawn files: {dataset}',
    body: `Dear {firstName},

you downloaded files of {dataset} from {site} that have been withdrawn:

{files}

What has changed:

{what}

Why:

{reason}

Please do not use these files any more. The dataset's page: {page}
`,
  },
  partly: '(downloaded in part)',
  more: '- and {count} more',
  stop: {
    title: 'Mails about corrected files',
    ask: 'Do you want no more mails when files that you downloaded are corrected? You will still be told when files are withdrawn.',
    confirm: 'Send no more of these mails',
    done: 'You will get no more mails about corrected files. You can turn them on again on your account page.',
    wrong: 'This link is not complete. You can turn these mails off on your account page.',
    home: 'Back to the catalogue',
  },
} as const;
