import { Fragment, type ReactNode } from 'react';
import { tDataset } from '#texts/dataset';
import type { Dataset } from '../../../../contract/catalogue.ts';
import { doiUrl, orcidUrl, permalinkPath, rorUrl } from '../../../../contract/identifier-urls.ts';
import type { Identifiers, Release } from '../../../../contract/releases.ts';
import { reportingProblem } from '../../../paths.ts';
import { formatUtcDay } from '../../../ui/format.ts';
import { CopyButton } from '../copy-button.tsx';
import classes from './more-about.module.css';

const { more: words } = tDataset;

/** The release hash by GNU's tools, in the folder of the downloaded files (server/datasets/release-hash.ts). */
const recipe =
  'find . -type f | sed "s,^./,," | LC_ALL=C sort | tr "\\n" "\\0" | xargs -0 sha256sum | sha256sum';

const Doi = ({ doi }: { doi: string }) => <a href={doiUrl(doi)}>{doi}</a>;

const Ror = ({ name, ror }: { name: string; ror?: string | undefined }) =>
  ror ? <a href={rorUrl(ror)}>{name}</a> : name;

const Orcid = ({ orcid }: { orcid: string }) => (
  <a href={orcidUrl(orcid)} aria-label={`ORCID ${orcid}`}>
    ORCID
  </a>
);

function Authors({ authorList }: Pick<Identifiers, 'authorList'>) {
  return (
    <ul>
      {authorList.map(({ name, orcid, affiliation, ror }) => (
        <li key={`${name} ${orcid}`}>
          {name} {orcid && <Orcid orcid={orcid} />}
          {affiliation && (
            <span className={classes.quiet}>
              <Ror name={affiliation} ror={ror} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The hash of the whole, in full: anybody can compute it from the files. */
function ReleaseHash({ hash }: { hash: string }) {
  return (
    <>
      <code className={classes.hash}>{hash}</code>
      <span data-needs="script">
        <CopyButton
          text={hash}
          label={`${tDataset.commands.copy} ${words.releaseHash}`}
          refused={tDataset.cite.copyRefused}
        />
      </span>
      <p className={classes.quiet}>{words.releaseHashWhy}</p>
      <code className={classes.recipe}>{recipe}</code>
    </>
  );
}

/** releases.md, "Identifiers", and what a citation of this version stands on. Empty ones are left out. */
export function MoreAbout({ dataset, release }: { dataset: Dataset; release: Release }) {
  const { doi, conceptDoi, authorList, funders, relatedWorks } = release.identifiers;
  const address = permalinkPath(dataset.slug, dataset.version);
  const entries: [name: string, value: ReactNode][] = [
    [words.address, address && <a href={address}>{address}</a>],
    ['DOI', doi && <Doi doi={doi} />],
    [words.conceptDoi, conceptDoi && <Doi doi={conceptDoi} />],
    [words.frozen, dataset.frozenAt && words.frozenOn(formatUtcDay(dataset.frozenAt))],
    [words.releaseHash, dataset.releaseHash && <ReleaseHash hash={dataset.releaseHash} />],
    [words.freezing, release.freezing && words.freezingWhy],
    [words.authors, authorList.length > 0 && <Authors authorList={authorList} />],
    [
      words.funders,
      funders.length > 0 && (
        <ul>
          {funders.map(({ name, ror, award }) => (
            <li key={`${name} ${award}`}>
              <Ror name={name} ror={ror} />
              {award && <span className={classes.quiet}>{award}</span>}
            </li>
          ))}
        </ul>
      ),
    ],
    [
      words.related,
      relatedWorks.length > 0 && (
        <ul>
          {relatedWorks.map((work) => (
            <li key={`${work.relation} ${work.doi}`}>
              <span className={classes.quiet}>{words.relations[work.relation]}</span> <Doi doi={work.doi} />
            </li>
          ))}
        </ul>
      ),
    ],
    [
      words.changed,
      release.frozenChanges.length > 0 && (
        <details>
          <summary>{words.changedSince}</summary>
          <ul>
            {release.frozenChanges.map(({ field, before, after, at }) => (
              <li key={`${at} ${field}`}>
                {formatUtcDay(at)} · {field}
                <span className={classes.quiet}>
                  <del>{before}</del> → <ins>{after}</ins>
                </span>
              </li>
            ))}
          </ul>
        </details>
      ),
    ],
  ];
  return (
    <section className={classes.more} aria-labelledby="more-about">
      <h2 id="more-about">{words.title}</h2>
      <dl>
        {entries.map(
          ([name, value]) =>
            value && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ),
        )}
        <dt>{words.problem}</dt>
        <dd>
          {/* A page of the other shell: no link of the router's. */}
          <a href={reportingProblem(dataset.id)}>{words.report}</a>
        </dd>
      </dl>
    </section>
  );
}
