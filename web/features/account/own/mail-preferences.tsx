import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { tMailPreferences as words } from '#texts/mail-preferences';
import { getMailPreferences, setMailPreferences } from '../../../../contract/recalls.ts';
import { CallError, call, queryCall } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { Section } from './section.tsx';

/** Which mails the person wants; a choice is saved as it is made. */
export function MailPreferences() {
  const [wanted, setWanted] = useState<boolean>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');

  useEffect(() => {
    const leaving = new AbortController();
    queryCall(getMailPreferences, { signal: leaving.signal, quiet: true })
      .then(({ recalls }) => setWanted(recalls))
      .catch(() => {
        if (!leaving.signal.aborted) setFailed(words.notLoaded);
      });
    return () => leaving.abort();
  }, []);

  const change = async (recalls: boolean) => {
    setBusy(true);
    setFailed('');
    setWanted(recalls);
    try {
      await call(setMailPreferences, { body: { recalls } });
    } catch (error) {
      setWanted(!recalls);
      setFailed(`${words.failed} ${error instanceof CallError ? failureWords(error) : ''}`.trim());
    } finally {
      setBusy(false);
    }
  };

  return (
    <Section id="mails" title={words.title} intro={words.why}>
      <Checkbox
        label={words.recalls}
        checked={wanted ?? true}
        disabled={wanted === undefined || busy}
        error={failed || undefined}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
    </Section>
  );
}
