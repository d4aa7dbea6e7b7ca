import { useState } from 'react';
import { en } from '../../../texts/en.ts';
import { AccountFrame } from './account-frame.tsx';
import { RegisterForm } from './register-form.tsx';
import { type Outcome, Submitted } from './submitted.tsx';

/** §2 /register: the form, then where the application stands. */
export function Component() {
  const [outcome, setOutcome] = useState<Outcome>();
  if (outcome) return <Submitted {...outcome} />;
  return (
    <AccountFrame title={en.account.register.title} intro={en.account.register.intro}>
      <RegisterForm onDone={setOutcome} />
    </AccountFrame>
  );
}
