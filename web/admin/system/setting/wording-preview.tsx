import { en } from '../../../../texts/en.ts';
import { enTitles } from '../../../../texts/en-reading.ts';
import { enSystem } from '../../../../texts/en-system.ts';
import styles from './setting.module.css';

const words = enSystem.setting;

/** Each pair once; what both wordings say alike is left out. */
const pairs: [string, string][] = [
  ...Object.entries(en.literal).map(([key, text]): [string, string] => [
    text,
    en.corrected[key as keyof typeof en.corrected],
  ]),
  ...Object.entries(enTitles.correctedTitle).map(([key, text]): [string, string] => [
    enTitles.pageTitle[key as keyof typeof enTitles.pageTitle],
    text,
  ]),
].filter(([before, after]) => before !== after);

/** Decisions §8: every word that the switch changes. */
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
