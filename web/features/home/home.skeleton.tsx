import { t } from '#texts/reading';
import hidden from '../../ui/hidden.module.css';
import skeleton from '../../ui/skeleton.module.css';
import classes from './home.module.css';
import blocks from './home.skeleton.module.css';

/** Skeleton of the home page, at its final heights. */
export function HomeSkeleton() {
  return (
    <div className={skeleton.skeleton} aria-busy="true">
      <p className={hidden.hidden} role="status">
        {t.reading.loading}
      </p>
      <div className={blocks.intro}>
        <div className={`${skeleton.block} ${blocks.heading}`} />
        <div className={`${skeleton.block} ${blocks.sentence}`} />
        <div className={`${skeleton.block} ${blocks.search}`} />
      </div>
      <div className={classes.columns}>
        <div className={`${skeleton.block} ${blocks.rail}`} />
        <div className={classes.sections}>
          {['one', 'two'].map((section) => (
            <div className={classes.cards} key={section}>
              {['a', 'b', 'c'].map((card) => (
                <div className={`${skeleton.block} ${blocks.card}`} key={card} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
