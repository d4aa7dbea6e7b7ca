import type { ReactNode } from 'react';
import { t } from '#texts';
import styles from './audit.module.css';
import { asLists, type Difference, difference, fieldName, isTold } from './difference.ts';

const words = t.admin.audit;

/** Formats a value: booleans as words, lists line by line. */
function shown(value: unknown): ReactNode {
  if (value === undefined || value === null || value === '') return <em>{words.empty}</em>;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return JSON.stringify(value, undefined, 1);
}

/** Not by colour alone: `−` and `+` precede removed and added values, in <del> and <ins>. */
function Sides({ changed }: { changed: Difference }) {
  const lists = asLists(changed);
  const removed = lists ? lists.removed : changed.kind === 'added' ? [] : [changed.before];
  const added = lists ? lists.added : changed.kind === 'removed' ? [] : [changed.after];
  return (
    <dd>
      {removed.map((value) => (
        <del key={JSON.stringify(value) ?? ''} className={styles.removed}>
          {shown(value)}
        </del>
      ))}
      {added.map((value) => (
        <ins key={JSON.stringify(value) ?? ''} className={styles.added}>
          {shown(value)}
        </ins>
      ))}
    </dd>
  );
}

/** The changes of an entry, field by field; unchanged fields are only counted. */
export function DifferenceTable({ before, after }: { before: unknown; after: unknown }) {
  const all = difference(before, after);
  const changes = all.filter(isTold);
  const same = all.filter(({ kind }) => kind === 'same').length;
  if (all.length === 0) return <p className={styles.note}>{words.nothingKept}</p>;
  return (
    <>
      <dl className={styles.difference}>
        {changes.map((changed) => (
          <div key={changed.path} className={styles.change}>
            <dt>{changed.path === '' ? words.whole : fieldName(changed.path)}</dt>
            <Sides changed={changed} />
          </div>
        ))}
      </dl>
      {same > 0 && <p className={styles.note}>{words.same(same)}</p>}
    </>
  );
}
