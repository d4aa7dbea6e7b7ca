import { Badge, Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { getTotp } from '../../../contract/administrators.ts';
import { queryCall } from '../../api/call.ts';
import forms from '../layout/form.module.css';
import { Panel } from '../layout/panel.tsx';
import { BeginTotp } from './begin-totp.tsx';
import { ConfirmTotp, type Enrolment } from './confirm-totp.tsx';
import { DisableTotp } from './disable-totp.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const words = t.admin.own;

const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: ({ signal }) => queryCall(getTotp, { signal }),
});

type Step =
  | { kind: 'rest' }
  | { kind: 'password' }
  | { kind: 'scan'; enrolment: Enrolment }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'off' };

const rest: Step = { kind: 'rest' };

/** Enrolment of the second factor: password → secret → a code from the app → recovery codes. */
export function Totp({ name }: { name: string }) {
  const { data, isError, refetch } = useQuery(totpQuery);
  const client = useQueryClient();
  const [step, setStep] = useState<Step>(rest);
  const refresh = () => void client.invalidateQueries({ queryKey: totpQuery.queryKey });
  const toRest = () => {
    setStep(rest);
    refresh();
  };
  const state = data && (
    <Badge color={data.enabled ? 'ok' : 'neutral'}>{data.enabled ? words.on : words.off}</Badge>
  );

  return (
    <Panel title={words.totp} aside={state}>
      <div className={forms.form}>
        {step.kind !== 'codes' && <p className={forms.note}>{words.totpWhy}</p>}
        {!data && !isError && <Skeleton height={36} width={160} aria-busy />}
        {!data && isError && (
          <div role="alert">
            <p className={forms.note}>{words.failed}</p>
            <Button variant="default" mt="sm" onClick={() => void refetch()}>
              {t.admin.table.retry}
            </Button>
          </div>
        )}
        {data?.enabled && step.kind === 'rest' && (
          <p className={forms.note}>{words.codesLeft(data.recoveryCodesLeft)}</p>
        )}
        {data && step.kind === 'rest' && (
          <div>
            <Button
              variant={data.enabled ? 'default' : 'filled'}
              onClick={() => setStep({ kind: data.enabled ? 'off' : 'password' })}
            >
              {data.enabled ? words.turnOff : words.setUp}
            </Button>
          </div>
        )}
        {step.kind === 'password' && (
          <BeginTotp onCancel={toRest} onBegun={(enrolment) => setStep({ kind: 'scan', enrolment })} />
        )}
        {step.kind === 'scan' && (
          <ConfirmTotp
            enrolment={step.enrolment}
            onCancel={toRest}
            onConfirmed={(codes) => {
              setStep({ kind: 'codes', codes });
              refresh();
            }}
          />
        )}
        {step.kind === 'codes' && <RecoveryCodes name={name} codes={step.codes} onDone={toRest} />}
        {step.kind === 'off' && <DisableTotp onEnd={toRest} />}
      </div>
    </Panel>
  );
}
