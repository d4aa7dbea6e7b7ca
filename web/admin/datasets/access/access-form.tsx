import { Button, Radio, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '#texts';
import { tAdminRequests } from '#texts/admin-requests';
import { tAdminTerms } from '#texts/admin-terms';
import type { AccessPolicy } from '../../../../contract/access.ts';
import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import { addTerms, type TermsRow, updateDatasetAccess } from '../../../../contract/terms.ts';
import { call, type DataOf } from '../../../api/call.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import { newTermsAddress, useRefreshTerms } from '../../terms/terms.query.ts';
import styles from './access.module.css';
import { datasetAccessQuery } from './access.query.ts';
import { ChosenTerms } from './chosen-terms.tsx';
import { RequestParts } from './request-parts.tsx';

const words = tAdminTerms.dataset;
const { policy: requestWords } = tAdminRequests;
type Access = DataOf<typeof updateDatasetAccess>;

interface Values extends Record<string, string> {
  policy: AccessPolicy;
  termsId: string;
}

const valuesOf = ({ policy, termsId }: Access): Values => ({ policy, termsId: termsId ?? '' });

interface Props {
  dataset: AdminDataset;
  access: Access;
  /** All sets; absent for whom may not read them. */
  choices: readonly TermsRow[] | undefined;
}

export function AccessForm({ dataset, access, choices }: Props) {
  const mayWrite = useAllowed(toCall(updateDatasetAccess));
  const client = useQueryClient();
  const refresh = useRefreshTerms();
  const [saved, setSaved] = useState(access);
  const titleOf = (id: string) => choices?.find((set) => set.id === id)?.title ?? '';

  /** Asks first where people lose what they have now. */
  const isSure = async ({ policy, termsId }: Values): Promise<boolean> => {
    if (policy === 'portal' || (saved.policy === policy && (saved.termsId ?? '') === termsId)) return true;
    if (policy === 'request' && saved.policy !== 'request') {
      return confirm({
        title: requestWords.askTitle(dataset.name),
        message: requestWords.ask(dataset.name),
        confirmLabel: requestWords.confirm,
        cancelLabel: t.admin.cancel,
        danger: true,
      });
    }
    if (termsId === '') return true;
    return confirm({
      title: words.askTitle(titleOf(termsId)),
      message: (saved.policy === 'portal' ? words.ask : words.changeTerms)(dataset.name),
      confirmLabel: words.confirm,
      cancelLabel: t.admin.cancel,
      danger: true,
    });
  };

  const { form, field, problems, busy, onSubmit } = useCallForm({
    initial: valuesOf(access),
    check: ({ policy, termsId }) =>
      policy === 'terms' ? missing({ termsId }, { termsId: words.missing }) : [],
    async send(values) {
      if (!(await isSure(values))) return;
      const { policy, termsId } = values;
      const now = await call(updateDatasetAccess, {
        params: { id: dataset.id },
        body: { policy, termsId: policy === 'portal' || termsId === '' ? null : termsId },
      });
      setSaved(now);
      form.setValues(valuesOf(now));
      form.resetDirty(valuesOf(now));
      client.setQueryData(datasetAccessQuery(dataset.id).queryKey, now);
      notifications.show({ color: 'ok', message: words.saved(dataset.name) });
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: ['datasetAccess'] })]);
    },
  });
  const { policy, termsId } = form.values;
  const chosen = choices?.find(({ id }) => id === termsId);
  const hasNone = choices?.length === 0;

  const [wasRequest, setWasRequest] = useState(false);
  if (policy === 'request' && !wasRequest) setWasRequest(true);

  const asksTerms = policy === 'terms' || (policy === 'request' && !hasNone);

  return (
    <>
      <form className={forms.form} onSubmit={onSubmit} noValidate>
        <ErrorSummary problems={problems} />
        <p className={forms.note}>{words.intro}</p>
        {!mayWrite && <p className={forms.note}>{words.readOnly}</p>}
        <Radio.Group {...field('policy')} required={false} label={words.policy}>
          <div className={styles.choices}>
            <Radio value="portal" label={words.portal} description={words.portalHint} disabled={!mayWrite} />
            <Radio
              value="terms"
              label={words.terms}
              description={words.termsHint}
              disabled={!mayWrite || (policy !== 'terms' && (choices === undefined || hasNone))}
            />
            <Radio
              value="request"
              label={requestWords.label}
              description={requestWords.hint}
              disabled={!mayWrite}
            />
          </div>
        </Radio.Group>
        {choices === undefined && <p className={forms.note}>{words.noneReadable}</p>}
        {hasNone && <p className={forms.note}>{words.noTerms}</p>}
        {asksTerms && choices !== undefined && (
          <div className={styles.terms}>
            <Select
              {...field('termsId')}
              value={termsId || null}
              onChange={(id) => form.setFieldValue('termsId', id ?? '')}
              label={policy === 'terms' ? words.choose : requestWords.terms}
              placeholder={policy === 'terms' ? words.chooseHint : requestWords.noTerms}
              clearable={policy === 'request'}
              clearButtonProps={{ 'aria-label': requestWords.noTerms }}
              nothingFoundMessage={words.noSuggestion}
              data={choices.map(({ id, title }) => ({ value: id, label: title }))}
              searchable
              disabled={!mayWrite}
            />
            {chosen && <ChosenTerms terms={chosen} />}
          </div>
        )}
        <Allowed {...toCall(addTerms)}>
          <div>
            <Button component={Link} to={newTermsAddress} variant="default" size="xs">
              {words.write}
            </Button>
          </div>
        </Allowed>
        <p className={forms.note}>{words.means}</p>
        {mayWrite && (
          <div>
            <WhileOnline>
              <Button type="submit" loading={busy} disabled={!form.isDirty()}>
                {t.admin.save}
              </Button>
            </WhileOnline>
          </div>
        )}
      </form>
      {/* Stays when another policy is tried: what is written in it does, too. */}
      {wasRequest && (
        <div hidden={policy !== 'request'}>
          <RequestParts dataset={dataset} />
        </div>
      )}
    </>
  );
}
