import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tVersions } from '#texts/versions';
import { datasetQuery } from '../datasets.query.ts';
import styles from './versions.module.css';

const words = tVersions.freeze;

/** What freezing means, in plain words; and what will happen while files are being hashed. */
export function FreezeMeans({ id }: { id: string }) {
  const { data } = useQuery(datasetQuery(id));
  const states = data?.subsetList.map(({ intake }) => intake?.state) ?? [];
  return (
    <div className={styles.means}>
      <ul aria-label={words.whatTitle}>
        {words.means.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {states.includes('failed') ? (
        <Text size="sm" c="error">
          {words.failedFile}
        </Text>
      ) : (
        states.some((state) => state !== undefined) && (
          <Text size="sm" c="warn">
            {words.hashing}
          </Text>
        )
      )}
    </div>
  );
}
