import { memo, type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Access } from './access.ts';
import { DataRow } from './data-row.tsx';
import type { Row } from './rows.ts';

interface SharedRowProps {
  access: Access;
  datasetId: string;
  /** The key of the row that the visitor came back to. */
  returned: string | undefined;
}

interface Props extends SharedRowProps {
  rows: readonly Row[];
  table: RefObject<HTMLTableElement | null>;
}

/** Rows that come and go together. */
const perBlock = 50;
/** Blocks that are there from the start: as many rows as the server's first answer holds. */
const atFirst = 4;
/** CSS pixels, until a block has been measured. */
const guessedRow = 82;

interface BlocksInView {
  near: ReadonlySet<number>;
  /** Of blocks that have been drawn, in CSS pixels. */
  heights: ReadonlyMap<number, number>;
}

/** Which blocks lie within two windows of what is seen; on paper, all. */
function useNear(table: Props['table'], count: number): BlocksInView {
  const [seen, setSeen] = useState<BlocksInView>({
    near: new Set(Array.from({ length: atFirst }, (_, index) => index)),
    heights: new Map(),
  });
  useEffect(() => {
    if (!table.current || count <= atFirst) return;
    const blocks = [...table.current.tBodies];
    const observer = new IntersectionObserver(
      (entries) =>
        setSeen(({ near, heights }) => {
          const now = { near: new Set(near), heights: new Map(heights) };
          for (const { target, isIntersecting, boundingClientRect } of entries) {
            const block = blocks.indexOf(target as HTMLTableSectionElement);
            if (near.has(block)) now.heights.set(block, boundingClientRect.height);
            if (isIntersecting) now.near.add(block);
            else now.near.delete(block);
          }
          return now;
        }),
      { rootMargin: '200% 0px' },
    );
    for (const block of blocks) observer.observe(block);
    const print = () =>
      flushSync(() => setSeen(({ heights }) => ({ near: new Set(blocks.keys()), heights })));
    addEventListener('beforeprint', print);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', print);
    };
  }, [table, count]);
  return seen;
}

interface BlockProps extends SharedRowProps {
  rows: readonly Row[];
  /** Of its first row among all of the table, from 1. */
  from: number;
  /** In CSS pixels, of what stands for the rows while they are far; undefined draws them. */
  height: number | undefined;
}

const Block = memo(function Block({ rows, from, height, returned, ...shared }: BlockProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a table shown as blocks loses its roles in some browsers
    <tbody role="rowgroup">
      {height === undefined ? (
        rows.map((row, index) => (
          <DataRow key={row.key} row={row} index={from + index} returned={row.key === returned} {...shared} />
        ))
      ) : (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
        <tr aria-hidden="true">
          <td colSpan={3} style={{ height }} />
        </tr>
      )}
    </tbody>
  );
});

/**
 * The rows in blocks, of which a long list draws those near the view: ten thousand rows with their links are 250,000
 * nodes, which every change of the page would have to be laid out around.
 */
export function RowBlocks({ rows, table, returned, ...shared }: Props) {
  const count = Math.ceil(rows.length / perBlock);
  const { near, heights } = useNear(table, count);
  const all = count <= atFirst;
  const measured = heights.get(0);
  const rowHeight = measured === undefined ? guessedRow : measured / perBlock;
  return Array.from({ length: count }, (_, block) => {
    const from = block * perBlock;
    const held = rows.slice(from, from + perBlock);
    const drawn = all || near.has(block) || held.some(({ key }) => key === returned);
    return (
      <Block
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
        key={block}
        rows={held}
        // The row of heads is the first.
        from={from + 2}
        height={drawn ? undefined : (heights.get(block) ?? rowHeight * held.length)}
        returned={returned}
        {...shared}
      />
    );
  });
}
