import { Link, useLoaderData } from 'react-router';
import { t } from '#texts/reading';
import { paths } from '../../paths.ts';
import { deferred } from '../../reading/deferred.tsx';
import { FailedPart } from '../../reading/failed-part.tsx';
import { Failure } from '../../reading/failure.tsx';
import { NotFound } from '../../reading/not-found.tsx';
import { Picture } from '../../reading/picture.tsx';
import { staticUrl, useLiteral, useSetting } from '../../reading/setting.ts';
import { useTitle } from '../../reading/use-title.ts';
import { useVisitor } from '../../session/user.ts';
import { formatCount } from '../../ui/format.ts';
import { useLoaded } from '../../ui/use-lazy.ts';
import { accessOf } from './access.ts';
import { Actions } from './actions.tsx';
import { DataList } from './data-list.tsx';
import classes from './dataset-detail.module.css';
import type { DatasetData } from './dataset-detail.query.ts';
import { ExtrasPlace } from './extras-place.tsx';
import { Chips, Facts, Keywords, LicenceLine } from './facts.tsx';
import { Notice } from './notice.tsx';
import './print.css';
import { Later } from './later.tsx';
import { leadOf } from './lead.ts';
import { rowsOf } from './rows.ts';

const releaseFailed = { failed: t.detail.extrasFailed };
const loadRelease = () => import('./release/release-parts.ts');
const ReleaseBanner = deferred(async () => (await loadRelease()).ReleaseBanner, releaseFailed);
const TermsNotice = deferred(async () => (await loadRelease()).TermsNotice, releaseFailed);
const RequestNotice = deferred(async () => (await loadRelease()).RequestNotice, releaseFailed);
const Versions = deferred(async () => (await loadRelease()).Versions, releaseFailed);
const Usage = deferred(async () => (await loadRelease()).Usage, releaseFailed);
const MoreAbout = deferred(async () => (await loadRelease()).MoreAbout, releaseFailed);
const FileBrowser = deferred(async () => (await import('./files/file-browser.tsx')).FileBrowser, {
  failed: t.detail.filesFailed,
  waiting: <div className={classes.filesWaiting} aria-busy="true" />,
});
const DocumentSection = deferred(async () => (await import('./document-section.tsx')).DocumentSection, {
  failed: t.detail.documentFailed,
});
const loadUserParts = async () => (await import('./user-parts.ts')).userParts;

export function DatasetDetailPage() {
  const data = useLoaderData<DatasetData>();
  if (!('failed' in data)) return <Detail {...data} />;
  if (data.failed.code === 404) {
    return <NotFound title={t.detail.notFound} words={t.detail.notFoundWhy} />;
  }
  return <Failure title={t.detail.failed} failed={data.failed} heading="h1" />;
}

function Breadcrumb({ current }: { current: string }) {
  return (
    <nav className={classes.breadcrumb} aria-label={t.detail.breadcrumb}>
      <ol>
        <li>
          <Link to={paths.home}>{t.detail.datasets}</Link>
        </li>
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}

/** The server-rendered page has only the first rows of a long list. */
const RestNeedsScript = ({ shown, all }: { shown: number; all: number }) =>
  shown < all && (
    <noscript>
      <p className={classes.rest}>{t.detail.restNeedsScript(formatCount(shown), formatCount(all))}</p>
    </noscript>
  );

function Detail(data: Exclude<DatasetData, { failed: unknown }>) {
  const { dataset, detailHtml, subsetList, subsetCount, release, files, usage, access: asks } = data;
  const setting = useSetting();
  const literal = useLiteral();
  const title = `${dataset.name} ${dataset.version}`;
  const visitor = useVisitor();
  const access = accessOf(dataset, visitor, asks);
  const {
    loaded: parts,
    failed,
    retry,
  } = useLoaded(visitor.kind === 'anonymous' ? undefined : loadUserParts);
  const awaiting = access.kind === 'awaiting';
  const rows = rowsOf(dataset, subsetList, literal);
  const [whole] = rows;
  const { lead, rest } = leadOf(detailHtml);
  useTitle(title);
  return (
    <article>
      <Breadcrumb current={title} />
      <ReleaseBanner dataset={dataset} release={release} />
      <div className={classes.head}>
        <div className={classes.name}>
          <h1 className={classes.title} tabIndex={-1}>
            {dataset.name}
          </h1>
          <Chips dataset={dataset} />
        </div>
        <div className={classes.side}>
          {dataset.samples && (
            <Picture
              setting={setting}
              path={dataset.samples}
              className={classes.picture}
              sizes="(max-width: 767px) calc(95vw - 30px), 280px"
              first
            />
          )}
          {whole && <Actions row={whole} access={access} parts={parts} datasetId={dataset.id} />}
          <ExtrasPlace dataset={dataset} doi={release.identifiers.doi} publisher={setting.name} />
          <LicenceLine license={dataset.license} />
          <nav className={classes.jump} aria-label={t.detail.onThisPage}>
            <a href="#files">{t.detail.files}</a>
            <a href="#versions">{`${t.detail.versions} (${formatCount(release.versions.length)})`}</a>
            <a href="#document">{literal.document}</a>
          </nav>
          {dataset.citation && (
            <noscript>
              <p>
                {t.detail.citation}: {dataset.citation}
              </p>
            </noscript>
          )}
        </div>
        {parts && <parts.LeadPanel datasetId={dataset.id} toSign={asks.toSign} className={classes.terms} />}
        <div className={classes.summary}>
          <Facts {...data} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server made and sanitised it */}
          {lead && <p className={classes.lead} dangerouslySetInnerHTML={{ __html: lead }} />}
          <Keywords keywords={dataset.keywords} />
        </div>
      </div>
      <section className={`${classes.section} ${classes.screen}`} aria-labelledby="files">
        <h2 id="files">{t.detail.files}</h2>
        <FileBrowser
          key={dataset.id}
          dataset={dataset}
          asks={asks}
          versions={release.versions}
          initial={files}
        />
      </section>
      <section className={classes.section} aria-label={literal.dataList}>
        <Notice access={access} datasetId={dataset.id} toSign={asks.toSign} />
        {asks.terms && <TermsNotice dataset={dataset} asks={asks} />}
        {asks.policy === 'request' && <RequestNotice dataset={dataset} asks={asks} />}
        {failed && <FailedPart words={t.detail.linksFailed} retry={retry} />}
        <DataList rows={rows} access={access} parts={parts} datasetId={dataset.id} />
        {(awaiting || rows.some(({ state }) => state === 'pending')) && (
          <Later news={{ dataset, subsetList, awaiting }} />
        )}
        <RestNeedsScript shown={subsetList.length} all={subsetCount} />
      </section>
      <div className={`${classes.below} ${classes.screen}`}>
        <div className={classes.told}>
          {rest !== '' && (
            <section className={classes.about} aria-labelledby="about">
              <h2 id="about">{t.detail.about}</h2>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server made and sanitised it */}
              <div className={classes.prose} dangerouslySetInnerHTML={{ __html: rest }} />
            </section>
          )}
          <Versions dataset={dataset} release={release} />
          <Usage key={dataset.id} datasetId={dataset.id} initial={usage} />
        </div>
        <MoreAbout dataset={dataset} release={release} />
      </div>
      <DocumentSection url={dataset.desc ? staticUrl(setting, dataset.desc) : undefined} />
    </article>
  );
}
