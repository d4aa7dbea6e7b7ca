import { tVersions as words } from '#texts/versions';
import { descOfFile, type Release } from '../../../../contract/releases.ts';
import { formatTime } from '../../../ui/format.ts';
import styles from './versions.module.css';

const nameOf = (field: string): string => words.fields[field] ?? field.replace(descOfFile, '');

/** What was changed of a frozen version's words, newest first; visitors see the same. */
export function WordsChanged({ changes }: { changes: Release['frozenChanges'] }) {
  if (changes.length === 0) return null;
  return (
    <details className={`${styles.changes} ${styles.words}`}>
      <summary>{words.changesOfWords(changes.length)}</summary>
      <p className={styles.facts}>{words.wordsChanged}</p>
      <ul>
        {changes.map(({ field, before, after, at }) => (
          <li key={`${at}${field}`}>
            <strong>{nameOf(field)}</strong> <time dateTime={at}>{formatTime(at)}</time>
            <dl>
              <dt>{words.before}</dt>
              <dd>{before || words.emptyText}</dd>
              <dt>{words.after}</dt>
              <dd>{after || words.emptyText}</dd>
            </dl>
          </li>
        ))}
      </ul>
    </details>
  );
}
