/** Words of the document of a signature under terms, which is a PDF. */
export const t = {
  title: 'Signed terms',
  dataset: 'Dataset',
  terms: 'Terms',
  version: (version: string) => `version ${version}`,
  name: 'Signed by',
  email: 'E-mail',
  affiliation: 'Affiliation',
  signedAt: 'Signed at',
  /** Network address. */
  ip: 'From the address',
  portal: 'Portal',
  sha256: 'SHA-256 of the text',
  id: 'Signature',
  seal: 'Seal',
  keyId: 'Key of the seal',
  /** Whether the seal fits what stands above. */
  holds: 'The seal was checked when this document was made: signature and text are as they were sealed.',
  fails: 'The seal does not fit: signature or text were changed after signing.',
  text: 'What was signed',
  attached: 'The same for programs is attached to this document: `signature.json`.',
  page: (page: string, of: string) => `Page ${page} of ${of}`,
} as const;
