import { useCallback } from 'react';
import { tDataset } from '#texts/dataset';
import { getUsage, getUsageCsv, shownMonths, type UsageMonth } from '../../../../contract/usage.ts';
import { fillPath } from '../../../api/address.ts';
import { call } from '../../../api/call.ts';
import { formatCount } from '../../../ui/format.ts';
import { useLoaded } from '../../../ui/use-lazy.ts';
import classes from './usage.module.css';

const { usage: words } = tDataset;

/** Units of the drawing: a month's width, the gap between two, the height. */
const WIDTH = 10;
const GAP = 2;
const HEIGHT = 100;
/** Months for which a bar is drawn at least, so that one is no wall. */
const LEAST = 12;

/** A bar for each month: all versions, and in it this one. The table below it says the same. */
function Plot({ months }: { months: readonly UsageMonth[] }) {
  const most = Math.max(...months.map(({ allVersions }) => allVersions), 1);
  const width = Math.max(months.length, LEAST) * WIDTH;
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? ''];
  const bar = (downloads: number, index: number, className: string | undefined) => {
    const height = (downloads / most) * HEIGHT;
    return (
      <rect className={className} x={index * WIDTH} y={HEIGHT - height} width={WIDTH - GAP} height={height} />
    );
  };
  return (
    <figure className={classes.figure}>
      <span className={classes.quiet}>{words.most(formatCount(most))}</span>
      <svg
        className={classes.plot}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.plot(first, last, formatCount(most))}
      >
        {months.map(({ month, downloads, allVersions }, index) => (
          <g key={month}>
            <title>{words.of(month, formatCount(allVersions))}</title>
            {bar(allVersions, index, classes.all)}
            {bar(downloads, index, classes.own)}
          </g>
        ))}
      </svg>
      <figcaption>
        <div className={classes.ends}>
          {/* Few bars do not reach the right end: both months stand below them. */}
          {months.length < LEAST ? (
            <span>{first === last ? first : words.span(first, last)}</span>
          ) : (
            <>
              <span>{first}</span>
              <span>{last}</span>
            </>
          )}
        </div>
        {months.some(({ downloads, allVersions }) => downloads < allVersions) && (
          <ul className={classes.legend}>
            <li data-of="own">{words.thisVersion}</li>
            <li>{words.otherVersions}</li>
          </ul>
        )}
      </figcaption>
    </figure>
  );
}

const Table = ({ months }: { months: readonly UsageMonth[] }) => (
  <details className={classes.table}>
    <summary>{words.table}</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">{words.month}</th>
          <th scope="col">{words.thisVersion}</th>
          <th scope="col">{words.allVersions}</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, downloads, allVersions }) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td>{formatCount(downloads)}</td>
            <td>{formatCount(allVersions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);

interface Props {
  datasetId: string;
  /** As rendered on the server; null: not public; undefined after a navigation in the browser. */
  initial: UsageMonth[] | null | undefined;
}

/** access.md "Usage": downloads by month, where the laboratory publishes them. */
export function Usage({ datasetId, initial }: Props) {
  const load = useCallback(
    async () => (await call(getUsage, { params: { id: datasetId }, quiet: true })).slice(-shownMonths),
    [datasetId],
  );
  // A failure is no loss, and 404 says that they are not public.
  const { loaded } = useLoaded(initial === undefined ? load : undefined);
  const months = initial ?? loaded;
  if (!months) return null;
  return (
    <section className={classes.section} aria-labelledby="usage">
      <h2 id="usage">{words.title}</h2>
      {months.length === 0 ? (
        <p className={classes.quiet}>{words.none}</p>
      ) : (
        <>
          <p className={classes.quiet}>{words.why}</p>
          <Plot months={months} />
          <Table months={months} />
          <p className={classes.csv}>
            <a href={fillPath(getUsageCsv.path, { id: datasetId })} download>
              {words.csv}
            </a>
          </p>
        </>
      )}
    </section>
  );
}
