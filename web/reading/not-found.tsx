import { Link } from 'react-router';
import { t } from '#texts/reading';
import { paths } from '../paths.ts';
import controls from '../ui/controls.module.css';
import { State } from '../ui/state.tsx';
import { useTitle } from './use-title.ts';

interface Props {
  title?: string;
  words?: string;
}

/** The not-found page, with a link home. */
export function NotFound({ title = t.reading.notFound, words = t.reading.notFoundWhy }: Props) {
  useTitle(t.pageTitle.notFound);
  return (
    <State title={title} words={words} heading="h1">
      <Link className={controls.primary} to={paths.home}>
        {t.reading.backHome}
      </Link>
    </State>
  );
}
