import { t } from '#texts';
import { tAdminTerms } from '#texts/admin-terms';
import { exportSignatures } from '../../../contract/terms.ts';
import { callFile } from '../../api/call.ts';
import { paths, titleOf } from '../../paths.ts';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../ui/mantine/table/use-list.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { ExportButton, today } from '../layout/export-button.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { PeriodFilter } from '../period/period-filter.tsx';
import { signatureColumns } from './signature-columns.tsx';
import { signaturesQuery, signaturesSpec } from './signatures.query.ts';
import { TermsFilter } from './terms-filter.tsx';

const words = tAdminTerms.signatures;

/** access.md, "Terms as evidence": "the lab lists, filters, exports". */
export function Component() {
  const list = useList(signaturesSpec, signaturesQuery);
  const { filters } = list.query;
  return (
    <>
      <PageHead title={titleOf(paths.adminSignatures)}>
        <Allowed {...toCall(exportSignatures)}>
          <ExportButton
            label={t.admin.export.csv}
            load={() => callFile(exportSignatures, { query: filters })}
            fileName={() => `signatures-${today()}.csv`}
          />
        </Allowed>
      </PageHead>
      <ListScreen
        list={list}
        filters={
          <>
            <KeywordFilter
              list={list}
              name="keyword"
              label={words.keyword}
              placeholder={words.keywordHint}
              width={280}
            />
            <TermsFilter
              chosen={filters.termsId}
              rows={list.rows ?? []}
              onChange={(termsId) => list.setFilters({ termsId })}
            />
            <PeriodFilter value={filters} onChange={list.setFilters} />
          </>
        }
        none={{ title: words.none, hint: words.noneHint }}
        caption={words.caption}
        columns={signatureColumns}
        idOf={({ id }) => id}
        nameOf={({ name, title }) => `${name}, ${title}`}
        lines={2}
      />
    </>
  );
}
