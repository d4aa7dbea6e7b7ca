import { Modal } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { tLayout } from '#texts/layout';
import dots from '../../../ui/dots.module.css';
import { useOnTop } from '../../../ui/mantine/use-on-top.ts';
import styles from './search.module.css';
import { type Found, useFound } from './use-found.ts';

const words = tLayout.search;
const list = 'header-search-results';
const optionId = (index: number) => `header-search-${index}`;
/** As long as the calls accept. */
const LONGEST = 200;

/** The index that a key moves to among `count` results, or undefined for other keys. */
const moved = (key: string, at: number, count: number): number | undefined =>
  ({ ArrowDown: (at + 1) % count, ArrowUp: (at - 1 + count) % count })[key];

/**
 * §2: a fuzzy search over the titles of the permitted screens; and people and datasets by name. A combobox: the field
 * keeps the focus, arrow keys move among the results, Enter opens one, Escape closes.
 */
function Combobox({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const options = useRef<(HTMLDivElement | null)[]>([]);
  const { groups, busy } = useFound(query);
  const results = groups.flatMap(({ found }) => found);

  const goTo = ({ path }: Found) => {
    onClose();
    void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const chosen = results[at];
    if (event.key === 'Enter' && chosen) goTo(chosen);
    const next = results.length > 0 ? moved(event.key, at, results.length) : undefined;
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    options.current[next]?.scrollIntoView({ block: 'nearest' });
  };
  const option = (found: Found, index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys, as the combobox pattern has it
    <div
      key={found.path}
      id={optionId(index)}
      ref={(element) => {
        options.current[index] = element;
      }}
      role="option"
      // In a combobox the options are referenced by the field (aria-activedescendant) and never focused.
      tabIndex={-1}
      aria-selected={index === at}
      className={styles.result}
      onClick={() => goTo(found)}
      onMouseMove={() => setAt(index)}
    >
      <span className={styles.name}>{found.name}</span>
      {found.hint && <span className={styles.hint}>{found.hint}</span>}
    </div>
  );

  return (
    <>
      <input
        data-autofocus
        className={styles.field}
        type="text"
        role="combobox"
        aria-label={words.label}
        aria-expanded={results.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={results.length > 0 ? optionId(at) : undefined}
        placeholder={words.placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} className={styles.results} role="listbox" aria-label={words.results}>
        {groups.map(({ kind, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: of a listbox, not of a form
          <div key={kind} role="group" aria-labelledby={`${list}-${kind}`}>
            <p className={styles.kind} id={`${list}-${kind}`}>
              {words.kinds[kind]}
            </p>
            {found.map((each) => option(each, results.indexOf(each)))}
          </div>
        ))}
      </div>
      <p className={results.length > 0 ? styles.count : styles.none} role="status">
        {results.length > 0 ? (
          <span className={dots.dots}>
            {groups.map(({ kind, found }) => (
              <span key={kind}>{words.found[kind](found.length)}</span>
            ))}
          </span>
        ) : (
          !busy && words.none(query)
        )}
      </p>
    </>
  );
}

/** Mounted anew each time, so that the query is empty. */
export function SearchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal.Root {...useOnTop(opened)} opened={opened} onClose={onClose} yOffset="12dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={words.open}>
        <Combobox onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}
