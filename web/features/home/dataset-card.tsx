import type { MouseEventHandler } from 'react';
import { tHome } from '#texts/home';
import { t } from '#texts/reading';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { Setting } from '../../../contract/setting.ts';
import { paths } from '../../paths.ts';
import { Picture } from '../../reading/picture.tsx';
import { usePrefetch } from '../../reading/use-prefetch.ts';
import dots from '../../ui/dots.module.css';
import { abbreviate, formatSizeShort, plural } from '../../ui/format.ts';
import { type Match, tintOf } from './catalogue.ts';
import classes from './dataset-card.module.css';

const tints = [classes.tint0, classes.tint1, classes.tint2, classes.tint3, classes.tint4, classes.tint5];

/**
 * Width of a card (`sizes` attribute): `.cards` of the home page, in columns of 280 px at least. On a phone 5 % less:
 * the upscaling is invisible, and spares many the next larger file.
 */
const SIZES = '(max-width: 639px) calc(95vw - 30px), (max-width: 1023px) 44vw, 400px';

interface Props {
  dataset: Dataset;
  setting: Setting;
  /** Label of the dataset's modality. */
  modality: string;
  /** Above the fold: loaded eagerly instead of lazily. */
  first: boolean;
  /** Client-side navigation to the link's page. */
  follow: MouseEventHandler<HTMLAnchorElement>;
  /** What a search matched. */
  why: Match['why'];
}

/** §1: the sample image as background, name plus version as title, modality, files and downloads. One link. */
export function DatasetCard({ dataset, setting, modality, first, follow, why }: Props) {
  const { id, name, version, modalityName, count, fileCount, size, samples } = dataset;
  const prefetching = usePrefetch(id);
  const tint = tints[tintOf(modalityName, tints.length)];
  const [one, many] = t.home.download;
  return (
    <a className={`${classes.card} ${tint}`} href={paths.datasetDetail(id)} onClick={follow} {...prefetching}>
      {samples && (
        <Picture setting={setting} path={samples} className={classes.picture} sizes={SIZES} first={first} />
      )}
      <div className={classes.words}>
        <h3 className={classes.title}>
          {name} {version}
        </h3>
        <p className={`${dots.dots} ${classes.facts}`}>
          {modality && <span>{modality}</span>}
          <span className={classes.figures}>
            {fileCount > 0 && (
              <>
                <span>{plural(fileCount, ...t.detail.file)}</span>
                <span>{formatSizeShort(size)}</span>
              </>
            )}
            <span>
              {abbreviate(count)} {count === 1 ? one : many}
            </span>
          </span>
        </p>
        {why && <p className={classes.why}>{tHome.matched[why.field](why.text)}</p>}
      </div>
    </a>
  );
}
