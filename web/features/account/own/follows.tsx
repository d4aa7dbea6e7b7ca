import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { tFollows as words } from '#texts/follows';
import {
  changeFollow,
  type Follow,
  type FollowPace,
  followPaces,
  listFollows,
  removeFollow,
} from '../../../../contract/follows.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { formatDay } from '../../../ui/format.ts';
import styles from '../../../ui/row-list.module.css';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { AskToFollow } from './ask-to-follow.tsx';
import { Empty } from './empty.tsx';
import { Section } from './section.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const loadFollows = (signal: AbortSignal) => call(listFollows, { signal });

const paceChoices = followPaces.map((value) => ({ value, label: words.paces[value] }));

interface ItemProps {
  follow: Follow;
  onPace(pace: FollowPace): void;
  onEnd(): void;
}

function Item({ follow: { name, datasetId, pace, since }, onPace, onEnd }: ItemProps) {
  useFocusAfterRemoval('follows');
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>
          {datasetId === null ? (
            name
          ) : (
            <Anchor href={paths.datasetDetail(datasetId)} inherit>
              {name}
            </Anchor>
          )}
        </p>
        <p className={styles.facts}>
          <span>{words.since(formatDay(since))}</span>
          {datasetId === null && <span>{words.gone}</span>}
        </p>
      </div>
      <Group gap="sm">
        <NativeSelect
          size="xs"
          aria-label={words.paceOf(name)}
          data={paceChoices}
          value={pace}
          onChange={(event) => onPace(event.currentTarget.value as FollowPace)}
        />
        <Button variant="default" size="xs" aria-label={words.endOf(name)} onClick={onEnd}>
          {words.end}
        </Button>
      </Group>
    </li>
  );
}

/** access.md "Follow": the datasets that somebody follows, and the one that a dataset's page has led here for. */
export function Follows() {
  const follows = useLoaded(loadFollows);
  const asked = useSearchParams()[0].get('follow');
  const [said, setSaid] = useState('');

  /** `call` has reported a failure; what holds is asked anew. */
  const change = async (work: Promise<unknown>, done: string) => {
    const isDone = await work.then(
      () => true,
      () => false,
    );
    setSaid(isDone ? done : '');
    follows.reload();
  };

  return (
    <Section id="follows" title={words.title} intro={words.intro}>
      <Region loaded={follows} failed={words.failed}>
        {(list) => (
          <>
            {asked && (
              <AskToFollow
                datasetId={asked}
                follows={list}
                onFollowed={() => {
                  setSaid('');
                  follows.reload();
                }}
              />
            )}
            {list.length === 0 ? (
              !asked && (
                <Empty words={words}>
                  <Anchor href={paths.home}>{words.browse}</Anchor>
                </Empty>
              )
            ) : (
              <ul className={styles.list}>
                {list.map((follow) => (
                  <Item
                    key={follow.id}
                    follow={follow}
                    onPace={(pace) =>
                      void change(
                        call(changeFollow, { params: { id: follow.id }, body: { pace } }),
                        words.changed(follow.name),
                      )
                    }
                    onEnd={() =>
                      void change(call(removeFollow, { params: { id: follow.id } }), words.ended(follow.name))
                    }
                  />
                ))}
              </ul>
            )}
            <p className={styles.facts} role="status">
              {said}
            </p>
          </>
        )}
      </Region>
    </Section>
  );
}
