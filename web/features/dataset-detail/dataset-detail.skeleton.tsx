import { t } from '#texts/reading';
import hidden from '../../ui/hidden.module.css';
import skeleton from '../../ui/skeleton.module.css';
import page from './dataset-detail.module.css';
import classes from './dataset-detail.skeleton.module.css';

/** Skeleton of the dataset page, at its final heights. */
export function DatasetDetailSkeleton() {
  return (
    <div className={skeleton.skeleton} aria-busy="true">
      <p className={hidden.hidden} role="status">
        {t.reading.loading}
      </p>
      <div className={`${skeleton.block} ${classes.breadcrumb}`} />
      <div className={page.head}>
        <div className={page.name}>
          <div className={`${skeleton.block} ${classes.title}`} />
        </div>
        <div className={page.side}>
          <div className={`${skeleton.block} ${page.picture}`} />
          <div className={`${skeleton.block} ${classes.action}`} />
        </div>
        <div className={page.summary}>
          <div className={`${skeleton.block} ${classes.facts}`} />
        </div>
      </div>
      <div className={`${skeleton.block} ${classes.table}`} />
    </div>
  );
}
