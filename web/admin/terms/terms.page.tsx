import { Button } from '@mantine/core';
import { tAdminTerms } from '#texts/admin-terms';
import { addTerms } from '../../../contract/terms.ts';
import { paths, titleOf } from '../../paths.ts';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../ui/mantine/table/use-list.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import forms from '../layout/form.module.css';
import { PageHead } from '../layout/page-head.tsx';
import { termsListQuery, termsSpec } from './terms.query.ts';
import { termsColumns } from './terms-columns.tsx';
import { TermsDrawer } from './terms-drawer.tsx';
import { useTermsPanel } from './use-terms-panel.ts';

const words = tAdminTerms.list;

/** access.md, "Terms as evidence": the sets of terms that datasets may ask to be signed. */
export function Component() {
  const list = useList(termsSpec, termsListQuery);
  const { panel, setPanel } = useTermsPanel();
  const write = (variant: 'filled' | 'default') => (
    <Allowed {...toCall(addTerms)}>
      <Button variant={variant} onClick={() => setPanel({ kind: 'new' })}>
        {words.write}
      </Button>
    </Allowed>
  );
  return (
    <>
      <div>
        <PageHead title={titleOf(paths.adminTerms)}>{write('filled')}</PageHead>
        <p className={forms.note}>{words.intro}</p>
      </div>
      <ListScreen
        list={list}
        filters={
          <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
        }
        none={{ title: words.none, hint: words.noneHint, action: write('default') }}
        caption={words.caption}
        columns={termsColumns({
          onOpen: (id) => setPanel({ kind: 'open', id }),
          onEdit: (id) => setPanel({ kind: 'edit', id }),
        })}
        idOf={({ id }) => id}
        nameOf={({ title }) => title}
      />
      <TermsDrawer panel={panel} setPanel={setPanel} />
    </>
  );
}
