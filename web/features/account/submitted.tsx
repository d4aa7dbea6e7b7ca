import { Button, Group } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { t } from '#texts';
import { loginReturningTo, paths } from '../../paths.ts';
import { safeRedirect } from '../../session/guard.ts';
import { AccountFrame } from './account-frame.tsx';
import { type Step, Steps } from './steps.tsx';
import styles from './submitted.module.css';

const words = t.account.submitted;

export interface Outcome {
  status: 'pending' | 'approved';
  email: string;
  signedIn: boolean;
}

const stepsOf = (approved: boolean): Step[] => [
  { name: words.step.submitted, state: 'done' },
  { name: words.step.review, state: approved ? 'done' : 'current' },
  { name: words.step.approved, state: approved ? 'done' : 'upcoming' },
];

/** After registering: the application's state, and the link back. */
export function Submitted({ status, email, signedIn }: Outcome) {
  const [search] = useSearchParams();
  const back = safeRedirect(search.get('redirect'), paths.home);
  const approved = status === 'approved';
  return (
    <AccountFrame
      title={approved ? words.approvedTitle : words.title}
      intro={approved ? words.approved : words.pending(email)}
    >
      <div className={styles.steps}>
        <Steps steps={stepsOf(approved)} />
      </div>
      {!signedIn && <p className={styles.note}>{words.notSignedIn}</p>}
      <Group mt="xl">
        <Button component="a" href={signedIn ? back : loginReturningTo(back)}>
          {signedIn ? (back === paths.home ? words.browse : words.back) : words.signIn}
        </Button>
      </Group>
    </AccountFrame>
  );
}
