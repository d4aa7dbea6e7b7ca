import { Anchor, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { tAccount } from '#texts/account';
import {
  getOwnSignature,
  listOwnSignatures,
  type OwnSignature,
  signatureFormats,
} from '../../../../contract/signing.ts';
import { CallError, call, callFile } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { formatTime } from '../../../ui/format.ts';
import styles from '../../../ui/row-list.module.css';
import { saveBlob } from '../../../ui/save-blob.ts';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { agreementFile } from './agreement-file.ts';
import { Empty } from './empty.tsx';
import { Section } from './section.tsx';

const words = tAccount.own.agreements;

type Format = (typeof signatureFormats)[number];

const load = (signal: AbortSignal) => call(listOwnSignatures, { signal });

function Item({ signature }: { signature: OwnSignature }) {
  const { id, title, version, datasetName, slug, signedAt } = signature;
  const [busy, setBusy] = useState<Format>();
  const [failed, setFailed] = useState<string>();
  const name = words.named(title, version);
  const save = async (format: Format) => {
    setBusy(format);
    setFailed(undefined);
    try {
      const blob = await callFile(getOwnSignature, { params: { id }, query: { format } });
      saveBlob(blob, agreementFile(signature, format));
    } catch (error) {
      setFailed(error instanceof CallError ? failureWords(error) : '');
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.facts}>
          <span>
            {slug === null ? (
              datasetName
            ) : (
              <Anchor href={`/d/${slug}`} inherit underline="always">
                {datasetName}
              </Anchor>
            )}
          </span>
          <span>
            {words.signed} <time dateTime={signedAt}>{formatTime(signedAt)}</time>
          </span>
        </p>
        {failed !== undefined && (
          <p className={styles.facts} role="alert">
            {words.saveFailed} {failed}
          </p>
        )}
      </div>
      <Group gap="sm">
        {signatureFormats.map((format) => (
          <Button
            key={format}
            variant="default"
            size="xs"
            loading={busy === format}
            aria-label={`${words.formats[format]}: ${name}, ${datasetName}`}
            onClick={() => void save(format)}
          >
            {words.formats[format]}
          </Button>
        ))}
      </Group>
    </li>
  );
}

/** Access.md, "Terms as evidence": what one has signed, the newest first, each with the text. */
export function Agreements() {
  const signatures = useLoaded(load);
  return (
    <Section id="agreements" title={words.title} intro={words.intro}>
      <Region loaded={signatures} failed={words.failed}>
        {(list) =>
          list.length === 0 ? (
            <Empty words={words} />
          ) : (
            <ul className={styles.list}>
              {list.map((signature) => (
                <Item key={signature.id} signature={signature} />
              ))}
            </ul>
          )
        }
      </Region>
    </Section>
  );
}
