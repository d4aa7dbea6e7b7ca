import { Badge } from '@mantine/core';
import { tAdminTerms } from '#texts/admin-terms';
import type { OneTerms, TermsVersion } from '../../../contract/terms.ts';
import { formatTime, shortHash } from '../../ui/format.ts';
import prose from '../../ui/prose.module.css';
import { Copyable } from '../datasets/versions/copyable.tsx';
import styles from './terms.module.css';
import { newestOf } from './terms.query.ts';
import { TermsChanges } from './terms-changes.tsx';

const words = tAdminTerms.one;

/** One version of a set: when it began, how often it was signed, its text and what it changed. */
export function TermsVersionEntry({ terms, version: one }: { terms: OneTerms; version: TermsVersion }) {
  const { version, title, createdAt, signatures, sha256, signAgain, html } = one;
  const newest = newestOf(terms);
  const isNewest = version === newest.version;
  const before = terms.versions.filter((other) => other.version < version);
  return (
    <li className={styles.version}>
      <div className={styles.versionHead}>
        <h3>{words.version(version)}</h3>
        {before.length > 0 && (
          <Badge color={signAgain ? 'warn' : 'neutral'}>{signAgain ? words.again : words.notAgain}</Badge>
        )}
      </div>
      {title !== newest.title && <p className={styles.fact}>{words.titled(title)}</p>}
      <p className={styles.fact}>
        <time dateTime={createdAt}>{formatTime(createdAt)}</time> · {words.signed(signatures)}
      </p>
      <p className={styles.fact}>
        {words.checksum}{' '}
        <Copyable text={sha256} shown={shortHash(sha256)} label={words.copyChecksum(version)} />
      </p>
      <details className={styles.details} open={isNewest}>
        <summary>{words.text}</summary>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
        <div className={`${prose.prose} ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />
      </details>
      {before.length > 0 && (
        <TermsChanges id={terms.id} to={version} before={before.map((other) => other.version)} />
      )}
    </li>
  );
}
