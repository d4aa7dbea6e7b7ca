import { Link } from 'react-router';
import { tDataset } from '#texts/dataset';
import { type FilesQuery, filesPerPage, filesSearch } from '../../../../contract/files-query.ts';
import controls from '../../../ui/controls.module.css';
import { formatCount } from '../../../ui/format.ts';
import classes from './file-browser.module.css';

const { files: words } = tDataset;

interface Props {
  query: FilesQuery;
  count: number;
  pages: number;
}

/**
 * Which rows these are, and the way to the others: links, so that they work without script. Of a single page, only how
 * many a search has found.
 */
export function Pager({ query, count, pages }: Props) {
  const { page, find } = query;
  if (pages === 1 && find === '') return null;
  const from = (page - 1) * filesPerPage + 1;
  const to = Math.min(page * filesPerPage, count);
  const link = (to: number, name: string) =>
    to < 1 || to > pages || to === page ? (
      <span className={`${controls.button} ${classes.off}`} aria-disabled="true">
        {name}
      </span>
    ) : (
      <Link className={controls.button} to={filesSearch({ ...query, page: to }) || '?'} preventScrollReset>
        {name}
      </Link>
    );
  return (
    <nav className={classes.pager} aria-label={words.pages}>
      <p role="status">{count > 0 && words.range(formatCount(from), formatCount(to), formatCount(count))}</p>
      {pages > 1 && (
        <div className={classes.turn}>
          {link(1, words.first)}
          {link(page - 1, words.previous)}
          <span>{words.pageOf(formatCount(page), formatCount(pages))}</span>
          {link(page + 1, words.next)}
          {link(pages, words.last)}
        </div>
      )}
    </nav>
  );
}
