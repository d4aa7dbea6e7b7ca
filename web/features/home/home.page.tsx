import { useMemo } from 'react';
import { useLoaderData } from 'react-router';
import type { Dataset } from '../../../contract/catalogue.ts';
import { en } from '../../../texts/en-reading.ts';
import { Failure } from '../../reading/failure.tsx';
import { useSetting } from '../../reading/setting.ts';
import { State } from '../../reading/state.tsx';
import { useTitle } from '../../reading/use-title.ts';
import controls from '../../ui/controls.module.css';
import { groupByModality, searchDatasets } from './catalogue.ts';
import { DatasetCard } from './dataset-card.tsx';
import classes from './home.module.css';
import type { HomeData } from './home.query.ts';
import { Intro } from './intro.tsx';
import { ModalityList } from './modality-list.tsx';
import { useScrollspy } from './use-scrollspy.ts';
import { useSearch } from './use-search.ts';

export function HomePage() {
  const data = useLoaderData<HomeData>();
  useTitle(en.pageTitle.home);
  if ('failed' in data) return <Failure title={en.home.failed} failed={data.failed} heading="h1" />;
  return <Catalogue {...data} />;
}

function Catalogue({ datasets }: { datasets: Dataset[] }) {
  const setting = useSetting();
  const { query, search } = useSearch();
  const found = useMemo(() => searchDatasets(datasets, query), [datasets, query]);
  const modalities = useMemo(() => groupByModality(found), [found]);
  const { inView, goTo } = useScrollspy(modalities.map((modality) => modality.id));
  const eager = new Set(found.slice(0, 3).map((dataset) => dataset.id));
  return (
    <>
      <Intro datasets={datasets} found={found.length} query={query} onSearch={search} />
      {datasets.length === 0 && <State title={en.home.noneYet} words={en.home.noneYetWhy} />}
      {datasets.length > 0 && found.length === 0 && (
        <State title={`${en.home.noMatch} “${query.trim()}”`} words={en.home.noMatchWhy}>
          <button className={controls.button} type="button" onClick={() => search('')}>
            {en.home.clearSearch}
          </button>
        </State>
      )}
      {found.length > 0 && (
        <div className={classes.columns}>
          <ModalityList modalities={modalities} inView={inView} onChoose={goTo} />
          <div className={classes.sections}>
            {modalities.map(({ id, name, datasets: ofModality }) => (
              <section className={classes.section} id={id} key={id} aria-labelledby={`${id}-title`}>
                <h2 className={classes.modality} id={`${id}-title`} tabIndex={-1}>
                  {name}
                </h2>
                <ul className={classes.cards}>
                  {ofModality.map((dataset) => (
                    <li key={dataset.id}>
                      <DatasetCard dataset={dataset} setting={setting} first={eager.has(dataset.id)} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </div>
      )}
    </>
  );
}
