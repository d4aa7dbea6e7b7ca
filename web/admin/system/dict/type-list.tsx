import { tSystem } from '#texts/system';
import { formatCount } from '../../../ui/format.ts';
import styles from './dict.module.css';
import { typeName } from './dict.query.ts';

const words = tSystem.dict;

interface Props {
  types: readonly { dictType: string; entries: number }[];
  /** Empty: all. */
  current: string;
  onChoose(type: string): void;
}

/** The types with their number of entries; a wrapping row on narrow screens. */
export function TypeList({ types, current, onChoose }: Props) {
  const all = { dictType: '', entries: types.reduce((sum, { entries }) => sum + entries, 0) };
  return (
    <nav className={styles.types} aria-label={words.types}>
      <ul>
        {[all, ...types].map(({ dictType, entries }) => (
          <li key={dictType}>
            <button
              type="button"
              className={styles.type}
              aria-current={dictType === current ? 'true' : undefined}
              onClick={() => onChoose(dictType)}
            >
              <span>{dictType === '' ? words.allTypes : typeName(dictType)}</span>
              <span className={styles.count}>{formatCount(entries)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
