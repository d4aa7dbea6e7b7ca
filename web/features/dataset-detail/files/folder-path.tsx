import { Link } from 'react-router';
import { tDataset } from '#texts/dataset';
import { filesSearch } from '../../../../contract/files-query.ts';
import classes from './file-browser.module.css';

/** The folders that lead to the one shown, each a link; the first is the dataset. */
export function FolderPath({ folder, top }: { folder: string; top: string }) {
  const names = folder === '' ? [] : folder.split('/');
  const linkTo = (count: number) =>
    filesSearch({ folder: names.slice(0, count).join('/'), find: '', page: 1 }) || '?';
  return (
    <nav className={classes.path} aria-label={tDataset.files.path}>
      <ol>
        {[top, ...names].map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a folder is its place in the path
          <li key={index} aria-current={index === names.length ? 'true' : undefined}>
            {index === names.length ? (
              name
            ) : (
              <Link to={linkTo(index)} preventScrollReset>
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
