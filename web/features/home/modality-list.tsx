import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '#texts/reading';
import { useModalityName } from '../../reading/setting.ts';
import { isPlainClick } from '../../reading/use-follow.ts';
import type { Modality } from './catalogue.ts';
import classes from './modality-list.module.css';

interface Props {
  modalities: readonly Modality[];
  inView: string | undefined;
  onChoose: (id: string) => void;
}

/** §2: the left list of modality names; on phones a row of chips that keeps the current one visible. */
export function ModalityList({ modalities, inView, onChoose }: Props) {
  const { search } = useLocation();
  const nameOf = useModalityName();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    const chip = row?.querySelector<HTMLElement>(`[data-modality="${CSS.escape(inView ?? '')}"]`);
    if (row && chip) row.scrollLeft = chip.offsetLeft - (row.clientWidth - chip.clientWidth) / 2;
  }, [inView]);

  return (
    <nav className={classes.rail} aria-labelledby="modalities">
      <h2 className={classes.title} id="modalities">
        {t.home.modalities}
      </h2>
      <ul className={classes.list} ref={list}>
        {modalities.map(({ id, name, datasets }) => (
          <li key={id} data-modality={id}>
            <Link
              className={classes.entry}
              to={{ search, hash: id }}
              aria-current={id === inView ? 'location' : undefined}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onChoose(id);
              }}
            >
              <span className={classes.name}>{nameOf(name)}</span>
              <span className={classes.count}>{datasets.length}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
