import { Link } from 'react-router';
import type { Dataset } from '../../../contract/catalogue.ts';
import { en } from '../../../texts/en-reading.ts';
import { paths } from '../../paths.ts';
import { abbreviate } from '../../ui/format.ts';
import { tintOf } from './catalogue.ts';
import classes from './dataset-card.module.css';

const tints = [classes.tint0, classes.tint1, classes.tint2, classes.tint3, classes.tint4, classes.tint5];

interface Props {
  dataset: Dataset;
  /** Address of the sample image, if there is one. */
  picture: string | undefined;
  /** In the first screen: fetched at once instead of when it comes near. */
  first: boolean;
}

/** §1: the sample image as background, name plus version as title, modality, downloads and version. One link. */
export function DatasetCard({ dataset, picture, first }: Props) {
  const { id, name, version, modalityName, count } = dataset;
  const tint = tints[tintOf(modalityName, tints.length)];
  const [one, many] = en.home.download;
  return (
    <Link className={`${classes.card} ${tint}`} to={paths.datasetDetail(id)}>
      {picture && (
        <img
          className={classes.picture}
          src={picture}
          alt=""
          width={480}
          height={300}
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
      <div className={classes.words}>
        <h3 className={classes.title}>
          {name} {version}
        </h3>
        <p className={classes.facts}>
          <span>{modalityName}</span>
          <span>
            {abbreviate(count)} {count === 1 ? one : many}
          </span>
          <span>
            {en.home.version} {version}
          </span>
        </p>
      </div>
    </Link>
  );
}
