import { Link } from 'react-router';
import { en } from '../../texts/en-reading.ts';
import { paths } from '../paths.ts';
import controls from '../ui/controls.module.css';
import { State } from './state.tsx';
import { useTitle } from './use-title.ts';

interface Props {
  title?: string;
  words?: string;
}

/** The way home from an address that leads nowhere. */
export function NotFound({ title = en.reading.notFound, words = en.reading.notFoundWhy }: Props) {
  useTitle(en.pageTitle.notFound);
  return (
    <State title={title} words={words} heading="h1">
      <Link className={controls.primary} to={paths.home}>
        {en.reading.backHome}
      </Link>
    </State>
  );
}
