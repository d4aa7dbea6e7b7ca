import { memo, type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Access } from './access.ts';
import { DataRow } from './data-row.tsx';
import type { Row } from './rows.ts';
import type { UserParts } from './user-parts.ts';

interface SharedRowProps {
  access: Access;
  parts: UserParts | undefined;
  datasetId: string;
  /** Key of the row that the visitor returned to. */
  returned: string | undefined;
}

interface Props extends SharedRowProps {
  rows: readonly Row[];
  table: RefObject<HTMLTableElement | null>;
}

/** Rows rendered or removed together. */
const perBlock = 50;
/** Blocks rendered initially: as many rows as the server-rendered page has. */
const atFirst = 4;
/** Estimated row height in CSS pixels, until a block has been measured. */
const guessedRow = 82;

interface BlocksInView {
  near: ReadonlySet<number>;
  /** Measured block heights, in CSS pixels. */
  heights: ReadonlyMap<number, number>;
}

/** Blocks within two viewports of the visible area; all for print. */
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
  /** Index of the block's first row in the table, from 1. */
  from: number;
  /** Height in CSS pixels of the spacer that replaces distant rows; undefined renders the rows. */
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
 * Virtualised rows, in blocks: ten thousand rows with their links are 250,000 nodes, which every change of the page
 * would have to lay out.
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
        // The header is the first row.
        from={from + 2}
        height={drawn ? undefined : (heights.get(block) ?? rowHeight * held.length)}
        returned={returned}
        {...shared}
      />
    );
  });
}
