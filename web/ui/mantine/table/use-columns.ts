import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Column } from './column.ts';
import { readHidden, screenOf, writeHidden } from './hidden-columns.ts';

/** The person's choice of visible columns. */
export interface ColumnChoice {
  columns: readonly { key: string; header: string; isShown: boolean }[];
  toggle(key: string): void;
  showAll(): void;
}

const mayHide = ({ primary, actions }: Column<never, string>): boolean => !primary && !actions;

/**
 * The columns to show, and their choice: the row's title and its buttons are always shown.
 * @param name of the table where a screen has several; false: no choice
 */
export function useColumns<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  name: string | false | undefined,
): { shown: readonly Column<Row, Sort>[]; choice: ColumnChoice | undefined } {
  const { pathname } = useLocation();
  const screen = name === false ? '' : (name ?? screenOf(pathname));
  const [kept, setKept] = useState({ screen: '', hidden: [] as readonly string[] });
  const hidden = kept.screen === screen ? kept.hidden : readHidden(screen);
  const choosable = columns.filter((column) => mayHide(column as unknown as Column<never, string>));
  if (name === false || choosable.length < 2) return { shown: columns, choice: undefined };

  const isHidden = (key: string) => hidden.includes(key) && choosable.some((column) => column.key === key);
  const become = (next: readonly string[]) => {
    writeHidden(screen, next);
    setKept({ screen, hidden: next });
  };
  return {
    shown: columns.filter(({ key }) => !isHidden(key)),
    choice: {
      columns: choosable.map(({ key, header }) => ({ key, header, isShown: !isHidden(key) })),
      toggle: (key) => become(isHidden(key) ? hidden.filter((each) => each !== key) : [...hidden, key]),
      showAll: () => become([]),
    },
  };
}
