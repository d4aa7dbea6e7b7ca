import { useMemo } from 'react';
import { Link, useLoaderData } from 'react-router';
import { tHome } from '#texts/home';
import { t } from '#texts/reading';
import type { Dataset } from '../../../contract/catalogue.ts';
import { catalogueSearch, tidySearch } from '../../../contract/catalogue-query.ts';
import { paths } from '../../paths.ts';
import { Failure } from '../../reading/failure.tsx';
import { useModalityName, useSetting } from '../../reading/setting.ts';
import { useFollow } from '../../reading/use-follow.ts';
import { useTitle } from '../../reading/use-title.ts';
import controls from '../../ui/controls.module.css';
import hidden from '../../ui/hidden.module.css';
import { State } from '../../ui/state.tsx';
import { groupByModality, searchDatasets, sortDatasets } from './catalogue.ts';
import { DatasetCard } from './dataset-card.tsx';
import classes from './home.module.css';
import type { HomeData } from './home.query.ts';
import { Intro } from './intro.tsx';
import { ModalityList } from './modality-list.tsx';
import { useCatalogueQuery } from './use-catalogue-query.ts';
import { useScrollspy } from './use-scrollspy.ts';

export function HomePage() {
  const data = useLoaderData<HomeData>();
  useTitle(t.pageTitle.home);
  if ('failed' in data) return <Failure title={t.home.failed} failed={data.failed} heading="h1" />;
  return <Catalogue {...data} />;
}

function Catalogue({ datasets }: { datasets: Dataset[] }) {
  const setting = useSetting();
  const nameOf = useModalityName();
  const follow = useFollow();
  const fields = useCatalogueQuery();
  const { q, sort } = fields;
  const searching = q.trim() !== '';
  const matches = useMemo(() => searchDatasets(datasets, q, nameOf), [datasets, q, nameOf]);
  const found = useMemo(() => matches.map(({ dataset }) => dataset), [matches]);
  const whys = useMemo(() => new Map(matches.map(({ dataset, why }) => [dataset, why])), [matches]);
  // Modalities keep the laboratory's order, whatever the sort order within them.
  const modalities = useMemo(
    () =>
      searching
        ? []
        : groupByModality(found).map((one) => ({ ...one, datasets: sortDatasets(one.datasets, sort) })),
    [found, sort, searching],
  );
  const results = searching ? sortDatasets(found, sort) : [];
  const { inView, goTo } = useScrollspy(modalities.map((modality) => modality.id));
  // On a phone only one image is above the fold: others loaded eagerly would compete with it.
  const firstPicture = [...results, ...modalities.flatMap((one) => one.datasets)].find(
    ({ samples }) => samples,
  )?.id;
  const card = (dataset: Dataset) => (
    <li key={dataset.id}>
      <DatasetCard
        dataset={dataset}
        setting={setting}
        modality={nameOf(dataset.modalityName)}
        first={dataset.id === firstPicture}
        follow={follow}
        why={whys.get(dataset)}
      />
    </li>
  );
  return (
    <>
      <Intro datasets={datasets} found={found.length} fields={fields} />
      {datasets.length === 0 && <State title={tHome.noneYet} words={tHome.noneYetWhy} />}
      {datasets.length > 0 && found.length === 0 && (
        <State title={`${tHome.noMatch} “${tidySearch(q)}”`} words={tHome.noMatchWhy}>
          <Link className={controls.button} to={paths.home + catalogueSearch({ q: '', sort })}>
            {tHome.clearSearch}
          </Link>
        </State>
      )}
      {results.length > 0 && (
        <section aria-labelledby="results">
          <h2 className={hidden.hidden} id="results">
            {tHome.results}
          </h2>
          <ul className={classes.cards}>{results.map(card)}</ul>
        </section>
      )}
      {modalities.length > 0 && (
        <div className={classes.columns}>
          <ModalityList modalities={modalities} inView={inView} onChoose={goTo} />
          <div className={classes.sections}>
            {modalities.map(({ id, name, datasets: ofModality }) => (
              <section className={classes.section} id={id} key={id} aria-labelledby={`${id}-title`}>
                <h2 className={classes.modality} id={`${id}-title`} tabIndex={-1}>
                  {nameOf(name)}
                </h2>
                <ul className={classes.cards}>{ofModality.map(card)}</ul>
              </section>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
