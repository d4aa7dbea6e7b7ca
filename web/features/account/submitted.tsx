import { Button, Group } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { en } from '../../../texts/en.ts';
import { loginReturningTo, paths } from '../../paths.ts';
import { safeRedirect } from '../../session/guard.ts';
import { AccountFrame } from './account-frame.tsx';
import styles from './submitted.module.css';

const words = en.account.submitted;

export interface Outcome {
  status: 'pending' | 'approved';
  email: string;
  signedIn: boolean;
}

/** How far the application is: `aria-current` marks the step it is at. */
const steps = [words.step.submitted, words.step.review, words.step.approved];

function Steps({ at }: { at: number }) {
  return (
    <ol className={styles.steps} aria-label={words.steps}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'current' : 'upcoming';
        return (
          <li key={step} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className={styles.dot} aria-hidden>
              {state === 'done' ? '✓' : index + 1}
            </span>
            <span>
              {step} <span className={styles.state}>{words[state]}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function Submitted({ status, email, signedIn }: Outcome) {
  const [search] = useSearchParams();
  const back = safeRedirect(search.get('redirect'), paths.home);
  const approved = status === 'approved';
  return (
    <AccountFrame
      title={approved ? words.approvedTitle : words.title}
      intro={approved ? words.approved : words.pending(email)}
    >
      <Steps at={approved ? steps.length : 1} />
      {!signedIn && <p className={styles.note}>{words.notSignedIn}</p>}
      <Group mt="lg">
        <Button component="a" href={signedIn ? back : loginReturningTo(back)}>
          {signedIn ? (back === paths.home ? words.browse : words.back) : words.signIn}
        </Button>
      </Group>
    </AccountFrame>
  );
}
