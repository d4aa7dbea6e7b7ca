import { Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#texts';
import { tAccount } from '#texts/account';
import { getDictByType } from '../../../contract/dictionary-entry.ts';
import { call } from '../../api/call.ts';
import styles from './purpose-field.module.css';

const words = t.account.register;

interface Props {
  field: Record<string, unknown>;
  value: string;
  onChange(value: string): void;
  /** What stands below its name. */
  hint?: string;
}

/** The dictionary's labels (decisions §7); empty when they cannot be loaded. */
function usePurposes(): string[] {
  const [labels, setLabels] = useState<string[]>([]);
  useEffect(() => {
    const asked = new AbortController();
    call(getDictByType, { params: { type: 'purpose' }, signal: asked.signal, quiet: true }).then(
      (entries) => setLabels(entries.map(({ dictLabel }) => dictLabel)),
      () => undefined,
    );
    return () => asked.abort();
  }, []);
  return labels;
}

const beginsWith = (text: string, label: string): boolean => text === label || text.startsWith(`${label}.`);

/** The text without its leading choice. */
const withoutChoice = (text: string, labels: readonly string[]): string => {
  const begun = labels.find((label) => beginsWith(text, label));
  return begun === undefined ? text : text.slice(begun.length).replace(/^\.?\s*/, '');
};

/** The purpose of use: a choice from the dictionary starts the text, which the person may continue. */
export function PurposeField({ field, value, onChange, hint = words.purposeHint }: Props) {
  const labels = usePurposes();
  const choose = (label: string) => {
    const rest = withoutChoice(value, labels);
    onChange(beginsWith(value, label) ? rest : `${label}. ${rest}`.trimEnd());
  };
  return (
    <div>
      <Textarea {...field} label={words.purpose} description={hint} autoComplete="off" rows={4} size="md" />
      {labels.length > 0 && (
        <fieldset className={styles.choices}>
          <legend>{tAccount.purposeChoices}</legend>
          {labels.map((label) => (
            <button
              key={label}
              type="button"
              className={styles.choice}
              aria-pressed={beginsWith(value, label)}
              onClick={() => choose(label)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
