import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { type SyntheticEvent, useEffect } from 'react';
import { t } from '#texts';
import { limits } from '../../../../contract/limits.ts';
import { Icon } from '../../icon.tsx';
import styles from './pager.module.css';
import { pagesShown } from './pages-shown.ts';
import { pageCount } from './table-query.ts';
import type { TablePage } from './use-list.ts';

const words = t.admin.table;

interface Props {
  count: number | undefined;
  /** Whether `count` is still that of the list before. */
  busy: boolean;
  page: Pick<TablePage<string>, 'query' | 'setPage' | 'correctPage' | 'setSize'>;
}

/** §9: total, sizes, prev, pager, next, jumper. */
export function Pager({ count, busy, page }: Props) {
  const { query, setPage, correctPage, setSize } = page;
  const last = count === undefined ? undefined : pageCount(count, query.size);

  // The page may be beyond the end: its last row was deleted, or the URL is old.
  useEffect(() => {
    if (!busy && last !== undefined && query.page > last) correctPage(last);
  }, [busy, last, query.page, correctPage]);

  if (count === undefined || last === undefined) return <div className={styles.pager} />;

  const jump = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('page')).trim();
    if (wanted === '') return;
    setPage(Math.min(last, Math.max(1, Number(wanted))));
    event.currentTarget.reset();
  };

  return (
    <div className={styles.pager}>
      <span role="status">{words.total(count)}</span>
      <NativeSelect
        size="xs"
        aria-label={words.perPage}
        value={String(query.size)}
        onChange={(event) => setSize(Number(event.currentTarget.value))}
        data={limits.pageSizes.map((size) => ({ value: String(size), label: words.size(size) }))}
      />
      <nav className={styles.pages} aria-label={words.pages}>
        <ActionIcon
          variant="default"
          aria-label={words.previous}
          disabled={query.page <= 1}
          onClick={() => setPage(query.page - 1)}
        >
          <Icon name="previous" />
        </ActionIcon>
        {pagesShown(query.page, last).map((shown, index) =>
          shown === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name
            <span key={`gap${index}`} aria-hidden>
              …
            </span>
          ) : (
            <ActionIcon
              key={shown}
              variant={shown === query.page ? 'light' : 'default'}
              aria-label={words.page(shown)}
              aria-current={shown === query.page ? 'page' : undefined}
              onClick={() => setPage(shown)}
              className={styles.number}
            >
              {shown}
            </ActionIcon>
          ),
        )}
        <ActionIcon
          variant="default"
          aria-label={words.next}
          disabled={query.page >= last}
          onClick={() => setPage(query.page + 1)}
        >
          <Icon name="next" />
        </ActionIcon>
      </nav>
      <form className={styles.jump} onSubmit={jump}>
        <TextInput
          name="page"
          size="xs"
          aria-label={words.jump}
          placeholder={words.jump}
          inputMode="numeric"
          pattern="\s*\d+\s*"
          title={words.jumpHint(last)}
          w={96}
        />
        <Button type="submit" size="xs" variant="default">
          {words.go}
        </Button>
      </form>
    </div>
  );
}
