/** Mails to people about their requests for a dataset. `{name}` places are filled in. */
export const requestMails = {
  decision: {
    granted: {
      subject: 'You now have access to {dataset} at {site}',
      body: `Dear {firstName},

your request for "{dataset}" at {site} was granted. Sign in, and the download links are on the dataset's page: {page}
{until}`,
    },
    rejected: {
      subject: 'Your request for {dataset} was not granted',
      body: `Dear {firstName},

your request for "{dataset}" at {site} was not granted. The reason:

{reason}

You can change your request on the dataset's page and send it again: {page}

All your requests: {account}
`,
    },
    needs_info: {
      subject: 'Your request for {dataset} needs more information',
      body: `Dear {firstName},

before we can decide on your request for "{dataset}" at {site}, we need to know more:

{reason}

Please answer on the dataset's page, where your request is ready to be completed and sent again: {page}

All your requests: {account}
`,
    },
    ended: {
      subject: 'Your access to {dataset} was ended',
      body: `Dear {firstName},

your access to "{dataset}" at {site} was ended. The reason:

{reason}

You can ask again on the dataset's page: {page}
`,
    },
  },
  /** To somebody who may have no account. */
  group: {
    subject: '{asker} asks you to join a request for {dataset} at {site}',
    body: `Dear colleague,

{asker} ({affiliation}) has asked {site} for access to the dataset "{dataset}" and asks for you as well. If you join, you need
not fill in a form: what was sent for the group counts for you too. The laboratory decides about you yourself.

Accept or decline here, by {date}:

{link}

Nobody learns anything about you unless you accept. If you decline, this request never asks you again. If this mail is not
meant for you, do nothing.
`,
  },
  /** In the mail of a grant that ends. */
  until: `
Your access lasts until {date}. We will remind you before that.
`,
  end: {
    reminder: {
      subject: 'Your access to {dataset} ends on {date}',
      body: `Dear {firstName},

your access to "{dataset}" at {site} ends on {date}. After that day its download links no longer work.

If you need the data for longer, you can ask again on the dataset's page as soon as the access has ended: your request is
kept there, ready to be sent again: {page}
`,
    },
    expired: {
      subject: 'Your access to {dataset} has ended',
      body: `Dear {firstName},

your access to "{dataset}" at {site} ended on {date}, and its download links no longer work.

To go on, send your request again on the dataset's page, where it is kept, filled in: {page}
`,
    },
  },
} as const;
