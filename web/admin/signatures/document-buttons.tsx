import { Button, Group } from '@mantine/core';
import { tAdminTerms } from '#texts/admin-terms';
import { getSignature, type SignatureRow, signatureFormats } from '../../../contract/terms.ts';
import { callFile } from '../../api/call.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { saveBlob } from '../../ui/save-blob.ts';

const words = tAdminTerms.signatures;

/** A signature with the text that was signed, as a file. */
export function DocumentButtons({ signature }: { signature: SignatureRow }) {
  const { id, name, title, signedAt } = signature;
  const work = useWork();
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {signatureFormats.map((format) => (
        <Button
          key={format}
          size="compact-sm"
          variant="default"
          aria-label={words.documentOf(words.documents[format], name, title)}
          loading={work.isBusy(format)}
          onClick={() =>
            work.run(format, async () => {
              const blob = await callFile(getSignature, { params: { id }, query: { format } });
              saveBlob(blob, `signature-${signedAt.slice(0, 10)}-${id}.${format}`);
            })
          }
        >
          {words.documents[format]}
        </Button>
      ))}
    </Group>
  );
}
