import { Button, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { tRecalls } from '#texts/recalls';
import type { DataOf } from '../../../../contract/endpoint.ts';
import { dropRecall, type getRecall, sendRecall } from '../../../../contract/recalls.ts';
import { call } from '../../../api/call.ts';
import { plural } from '../../../ui/format.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import { useRefreshDatasets } from '../datasets.query.ts';
import { recallPeopleQuery, useRefreshRecalls } from './recalls.query.ts';

const words = tRecalls.send;

interface Props {
  recall: DataOf<typeof getRecall>;
  onDropped(): void;
}

/** The message of a recall, sent once to everybody in the preview. */
export function SendRecall({ recall, onDropped }: Props) {
  const refresh = useRefreshRecalls();
  const refreshDatasets = useRefreshDatasets();
  // The preview above: nobody is written to before it was seen.
  const preview = useQuery(recallPeopleQuery(recall.id, 1, 20));
  const [dropping, setDropping] = useState(false);
  const newest = recall.versions.find(({ published, id }) => published && id !== recall.datasetId);
  const { form, field, problems, busy, onSubmit, kept } = useCallForm({
    draft: `recall:${recall.id}`,
    initial: { kind: 'corrected', correctedIn: newest?.id ?? recall.datasetId, what: '', reason: '' },
    check: (values) => missing(values, { what: words.changedMissing, reason: words.reasonMissing }),
    async send({ kind, correctedIn, what, reason }) {
      const count = preview.data?.count ?? 0;
      const sure = await confirm({
        title: count === 0 ? words.sureNobody : words.sure(plural(count, ...words.person)),
        message: words.sureHint,
        confirmLabel: words.submit,
        cancelLabel: t.admin.cancel,
      });
      if (!sure) return false;
      const isCorrected = kind !== 'withdrawn';
      const body = {
        kind: isCorrected ? ('corrected' as const) : ('withdrawn' as const),
        what,
        reason,
        correctedIn: isCorrected && correctedIn !== '' ? correctedIn : null,
      };
      const { people, mails } = await call(sendRecall, { params: { id: recall.id }, body });
      notifications.show({
        color: 'ok',
        message: words.done(plural(people, ...words.person), plural(mails, ...words.mail)),
      });
      await Promise.all([refresh(), refreshDatasets()]);
    },
  });
  const drop = async () => {
    const sure = await confirm({
      title: words.dropSure,
      message: words.dropHint,
      confirmLabel: words.drop,
      cancelLabel: t.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    setDropping(true);
    try {
      await call(dropRecall, { params: { id: recall.id } });
      notifications.show({ color: 'ok', message: words.dropped });
      kept.drop();
      onDropped();
      await refresh();
    } catch {
      // The call has said why.
    } finally {
      setDropping(false);
    }
  };
  const { kind } = form.values;
  return (
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <Text size="sm">{words.what}</Text>
      <Radio.Group
        label={words.kind}
        value={kind}
        onChange={(value) => form.setFieldValue('kind', value as never)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="corrected" label={words.corrected} description={words.correctedHint} />
          <Radio value="withdrawn" label={words.withdrawn} description={words.withdrawnHint} />
        </Stack>
      </Radio.Group>
      {kind === 'corrected' && (
        <NativeSelect
          {...field('correctedIn')}
          label={words.in}
          className={forms.narrow}
          data={[
            ...recall.versions.map(({ id, version }) => ({ value: id, label: version })),
            { value: '', label: words.nowhere },
          ]}
        />
      )}
      <Textarea {...field('what')} label={words.changed} rows={4} />
      <Textarea {...field('reason')} label={words.reason} rows={2} />
      <div className={forms.foot}>
        <Button variant="subtle" color="error" loading={dropping} onClick={() => void drop()}>
          {words.drop}
        </Button>
        <WhileOnline>
          <Button type="submit" loading={busy} disabled={preview.data === undefined}>
            {words.submit}
          </Button>
        </WhileOnline>
      </div>
    </form>
  );
}
