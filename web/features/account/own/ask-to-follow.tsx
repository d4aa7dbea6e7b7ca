import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { tFollows } from '#texts/follows';
import { getDataset } from '../../../../contract/catalogue.ts';
import { addFollow, type Follow, type FollowPace, followPaces } from '../../../../contract/follows.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { ErrorSummary, type Problem } from '../../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../../ui/mantine/form/problems-of.ts';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import styles from './panel.module.css';

const words = tFollows.ask;

interface Props {
  datasetId: string;
  follows: readonly Follow[];
  onFollowed(): void;
}

interface AskProps extends Omit<Props, 'follows'> {
  name: string;
}

/** How often, and then: the one decision of whoever comes from a dataset's page. */
function Ask({ name, datasetId, onFollowed }: AskProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [pace, setPace] = useState<FollowPace>('at once');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(() => title.current?.focus(), []);
  const follow = async () => {
    setBusy(true);
    setProblems([]);
    try {
      await call(addFollow, { body: { datasetId, pace } });
      onFollowed();
    } catch (error) {
      setProblems(problemsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={`${styles.panel} ${styles.above}`}>
      <h3 className={styles.title} ref={title} tabIndex={-1}>
        {words.title(name)}
      </h3>
      <ErrorSummary problems={problems} />
      <NativeSelect
        label={tFollows.pace}
        data={followPaces.map((value) => ({ value, label: tFollows.paces[value] }))}
        value={pace}
        onChange={(event) => setPace(event.currentTarget.value as FollowPace)}
        size="md"
        maw={280}
      />
      <Group gap="sm">
        <Button loading={busy} onClick={() => void follow()}>
          {words.follow}
        </Button>
        <Button component="a" variant="default" href={paths.datasetDetail(datasetId)}>
          {words.back}
        </Button>
      </Group>
    </div>
  );
}

/** Asks whether to follow the dataset of a version, unless that is done. */
export function AskToFollow({ datasetId, follows, onFollowed }: Props) {
  const load = useCallback(
    async (signal: AbortSignal) => (await call(getDataset, { params: { id: datasetId }, signal })).dataset,
    [datasetId],
  );
  const loaded = useLoaded(load);
  return (
    <Region loaded={loaded} failed={words.failed}>
      {({ name }) =>
        // All versions of a dataset have its name.
        follows.some((follow) => follow.name === name) ? (
          <p className={styles.done} role="status">
            {words.done(name)} <Anchor href={paths.datasetDetail(datasetId)}>{words.back}</Anchor>
          </p>
        ) : (
          <Ask name={name} datasetId={datasetId} onFollowed={onFollowed} />
        )
      }
    </Region>
  );
}
