import type { OwnSignature, signatureFormats } from '../../../../contract/signing.ts';

/** Longest title in a name; some systems allow 255 bytes, and a Chinese character has three. */
const LONGEST = 40;

/** The name under which an agreement is saved: what any system allows, and told from another dataset's. */
export function agreementFile(
  { title, version, datasetName }: Pick<OwnSignature, 'title' | 'version' | 'datasetName'>,
  format: (typeof signatureFormats)[number],
): string {
  const named = [datasetName, title].map((text) =>
    Array.from(
      text
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, ''),
    )
      .slice(0, LONGEST)
      .join(''),
  );
  return `${[...named.filter(Boolean), `v${version}`].join('_')}.${format}`;
}
