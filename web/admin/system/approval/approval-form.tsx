import { Button, Radio, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { t } from '#texts';
import { type ApprovalPolicy, setApprovalPolicy } from '../../../../contract/approval-policy.ts';
import { CallError, call } from '../../../api/call.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import { Panel } from '../../layout/panel.tsx';
import { useUnsavedGuard } from '../../unsaved.ts';
import styles from './approval.module.css';
import { checkApproval, policyOf, valuesOf } from './approval-values.ts';
import { LineList } from './line-list.tsx';
import { namingLines, type WrongLine, wrongLines } from './lines.ts';

const words = t.admin.approval;
type List = 'domains' | 'addresses';
const none: Record<List, WrongLine[]> = { domains: [], addresses: [] };

export function ApprovalForm({ policy }: { policy: ApprovalPolicy }) {
  const mayWrite = useAllowed(toCall(setApprovalPolicy));
  const [wrong, setWrong] = useState(none);
  const { form, field, problems, busy, onSubmit } = useCallForm({
    initial: valuesOf(policy),
    check: checkApproval,
    async send(values) {
      setWrong(none);
      try {
        const saved = valuesOf(await call(setApprovalPolicy, { body: policyOf(values) }));
        form.setValues(saved);
        form.resetDirty(saved);
        notifications.show({ color: 'ok', message: words.saved });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const of = (list: List) => wrongLines(error.errors, list, values[list]);
        setWrong({ domains: of('domains'), addresses: of('addresses') });
        throw new CallError(error.code, error.msg, namingLines(error.errors, values));
      }
    },
  });
  const { values } = form;
  useUnsavedGuard(form.isDirty());
  const list = (name: List, label: string, description: string) => (
    <LineList
      field={field(name)}
      label={label}
      description={description}
      typed={values[name]}
      wrong={wrong[name]}
      readOnly={!mayWrite}
    />
  );

  return (
    <form className={`${forms.form} ${styles.page}`} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      {!mayWrite && <p className={forms.note}>{words.readOnly}</p>}
      <Panel title={words.mode}>
        <fieldset className={styles.fields}>
          <Radio.Group {...field('mode')} aria-label={words.mode} readOnly={!mayWrite}>
            <div className={styles.choices}>
              <Radio
                value="by hand"
                label={words.byHand}
                description={words.byHandHint}
                disabled={!mayWrite}
              />
              <Radio value="rules" label={words.rules} description={words.rulesHint} disabled={!mayWrite} />
            </div>
          </Radio.Group>
          {values.mode === 'by hand' && <p className={forms.note}>{words.rulesOff}</p>}
          {list('domains', words.domains, words.domainsHint)}
          {list('addresses', words.addresses, words.addressesHint)}
          <TextInput
            {...field('approvalDays')}
            label={words.days}
            description={words.daysHint}
            inputMode="numeric"
            readOnly={!mayWrite}
            styles={{ input: { maxWidth: 160 } }}
          />
        </fieldset>
      </Panel>
      <Panel title={words.notice}>
        <Radio.Group {...field('notice')} aria-label={words.notice} readOnly={!mayWrite}>
          <div className={styles.choices}>
            {(['at once', 'daily', 'off'] as const).map((notice) => (
              <Radio key={notice} value={notice} label={words.notices[notice]} disabled={!mayWrite} />
            ))}
          </div>
        </Radio.Group>
      </Panel>
      {mayWrite && (
        <div>
          <WhileOnline>
            <Button type="submit" loading={busy}>
              {t.admin.save}
            </Button>
          </WhileOnline>
        </div>
      )}
    </form>
  );
}
