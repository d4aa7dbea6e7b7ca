import type { ComponentType } from 'react';
import { FailedPart } from '../../../reading/failed-part.tsx';
import { useLazy } from '../../../ui/use-lazy.ts';
import { Region } from '../region.tsx';
import { Section } from './section.tsx';

interface Props<Own extends object> {
  id: string;
  title: string;
  /** Said when its code cannot be loaded. */
  words: string;
  /** Must be stable. */
  load: () => Promise<ComponentType<Own>>;
  own: Own;
}

const nothing = () => undefined;
const coming = { data: undefined, error: undefined, busy: true, reload: nothing, set: nothing };

/** A section whose code comes after the page's: it holds its place, and its address, meanwhile. */
export function LaterSection<Own extends object>({ id, title, words, load, own }: Props<Own>) {
  const { Component, failed, retry } = useLazy<Own>(load);
  if (Component) return <Component {...own} />;
  return (
    <Section id={id} title={title}>
      {failed ? (
        <FailedPart words={words} retry={retry} />
      ) : (
        <Region loaded={coming} failed={words}>
          {nothing}
        </Region>
      )}
    </Section>
  );
}
