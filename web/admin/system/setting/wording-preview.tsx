import { t } from '#texts';
import { tTitles } from '#texts/reading';
import { tSystem } from '#texts/system';
import styles from './setting.module.css';

const words = tSystem.setting;

/** Each pair once; texts that are equal in both wordings are omitted. */
const pairs: [string, string][] = [
  ...Object.entries(t.literal).map(([key, text]): [string, string] => [
    text,
    t.corrected[key as keyof typeof t.corrected],
  ]),
  ...Object.entries(tTitles.correctedTitle).map(([key, text]): [string, string] => [
    tTitles.pageTitle[key as keyof typeof tTitles.pageTitle],
    text,
  ]),
].filter(([before, after]) => before !== after);

/** Decisions §8: every text that the switch changes. */
export function WordingPreview() {
  return (
    <details className={styles.preview}>
      <summary>{words.preview}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.asSpecified}</th>
            <th scope="col">{words.corrected}</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(([before, after]) => (
            <tr key={`${before}${after}`}>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
