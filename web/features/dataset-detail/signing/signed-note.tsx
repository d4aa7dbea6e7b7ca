import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { tSigning as words } from '#texts/signing';
import { paths } from '../../../paths.ts';
import { FailedPart } from '../../../reading/failed-part.tsx';
import { bringLinks } from './bring-links.ts';
import classes from './signed-note.module.css';
import type { Open, Signed } from './signing.ts';

/** In the panel's place: that it is signed, and where the agreement is. Its link leads to the other shell. */
export function SignedNote({ signing, signed }: { signing: Open; signed: Signed }) {
  const { datasetId, opener } = signing;
  const { revalidate } = useRevalidator();
  const note = useRef<HTMLDivElement>(null);
  // The form is gone: until there is a link, the focus waits here.
  useEffect(() => {
    if (document.activeElement === document.body) note.current?.focus();
  }, []);
  return (
    <div className={classes.note} role="status" ref={note} tabIndex={-1}>
      <p>
        {words.signed(signed.title, signed.version)}{' '}
        <a href={`${paths.account}#agreements`}>{words.agreement}</a>
      </p>
      {signed.links === 'failed' && (
        <FailedPart
          words={words.linksFailed}
          retry={() => void bringLinks({ datasetId, opener, signed, revalidate, download: false })}
        />
      )}
    </div>
  );
}
