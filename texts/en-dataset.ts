/**
 * The words of those parts of the dataset page whose code is fetched when they are needed: search, citation, versions,
 * document. A file of its own, so that the page itself does not carry them.
 */
export const tDataset = {
  /** What a signed-in user sees in the rows. */
  access: {
    commandLine: 'Command line',
    commandLineFor: 'for',
    commandFailed: 'The commands could not be loaded',
    checksumFor: 'SHA-256 checksum for',
    downloadAll: 'Download all',
    awaiting: 'Awaiting approval',
    rejected: 'Application rejected',
    suspended: 'Suspended',
    expired: 'Approval expired',
    unavailable: 'Not available yet',
    unknown: 'Account not checked',
    resubmit: 'Resubmit',
    resubmitName: 'Resubmit your application',
    renew: 'Ask for renewal',
    needsInfo: 'More information is needed',
  },
  /** Why there are no links, for a user who is signed in. */
  notice: {
    awaiting:
      'An administrator still has to approve your account. The download links appear here as soon as that is done; you will get a mail.',
    needsInfo: 'The laboratory needs to know more before it can decide. Add it to your application.',
    rejected: 'Your application was rejected. You can change it and send it again.',
    suspended: 'Your account is suspended, so downloads are closed to you.',
    expired: 'Your approval has expired. Apply again to have it renewed: the form is filled in already.',
    unknown: 'We could not check whether you may download. Retry, or sign in again.',
    reason: 'Reason',
  },
  search: {
    label: 'Search the data list',
    count: (found: string, all: string) => `${found} of ${all} rows`,
    none: 'No row matches',
  },
  commands: {
    copy: 'Copy',
    tool: 'Tool',
    copyFailed: 'Not copied: select the command by hand',
    note: 'Paste it into a terminal, in the folder for the file; after a break paste it again, and it goes on. The links in it are yours alone and work for some days: fetch new ones here.',
    pending: 'The checksum is still being computed: until it is there, the last step fails.',
  },
  /** Of a checksum that is not there yet: follows what the link will say. */
  integrity: {
    pending: 'not ready yet',
    computed: 'being computed',
    ask: 'Compute it now',
  },
  cite: {
    open: 'Cite',
    title: 'Cite this dataset',
    format: 'Format',
    /** What the laboratory asks for itself. */
    given: 'Cite as',
    apa: 'APA',
    copyRefused: 'Not copied: select the text by hand',
    /** The picture that tells when the files were verified, as Markdown; and its alternative text. */
    badge: 'Badge',
    badgeText: (title: string) => `Last check of the files of ${title}`,
    save: 'Save',
    undated: 'n.d.',
    kind: 'Data set',
    version: 'Version',
  },
  versions: {
    open: (count: string) => `Versions (${count})`,
    title: 'Versions of this dataset',
    newest: 'newest',
    here: 'this page',
    newer: 'There is a newer version:',
    changes: 'What changed',
    changesSince: (name: string) => `since ${name}`,
    loading: 'Comparing the files',
    failed: 'The versions could not be compared',
    none: 'No file was added, removed or changed.',
    added: 'Added',
    removed: 'Removed',
    changed: 'Changed',
    unsure: 'Same size, checksum not ready yet',
    same: (count: string) => `${count} unchanged`,
    more: (count: string) => `and ${count} more`,
  },
  print: {
    address: 'Address',
    cite: 'Citation',
  },
  document: {
    tools: 'Document tools',
    outline: 'Outline',
    page: 'Page',
    of: (pages: string) => `of ${pages}`,
    zoomOut: 'Zoom out',
    zoomIn: 'Zoom in',
    fit: 'Fit width',
    zoom: 'Zoom',
    pages: 'Pages of the document',
  },
} as const;
