import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#texts';
import { paths } from '../../paths.ts';
import { safeRedirect } from '../../session/guard.ts';
import { AccountFrame } from './account-frame.tsx';
import { InstitutionLinks } from './institutions/institution-links.tsx';
import { RegisterForm } from './register-form.tsx';
import { type Outcome, Submitted } from './submitted.tsx';

/**
 * §2 /register: the form, then the application's state. A user who is approved at once and came from a dataset returns
 * to it, where the links are; who was asked to join a request goes on to that in any case.
 */
export function Component() {
  const [search] = useSearchParams();
  const [outcome, setOutcome] = useState<Outcome>();
  const done = (reached: Outcome) => {
    const back = safeRedirect(search.get('redirect'), paths.home);
    const isDone = reached.status === 'approved' || back === paths.groupInvitation;
    if (isDone && reached.signedIn && back !== paths.home) location.assign(back);
    else setOutcome(reached);
  };
  if (outcome) return <Submitted {...outcome} />;
  return (
    <AccountFrame title={t.account.register.title} intro={t.account.register.intro}>
      <InstitutionLinks above />
      <RegisterForm onDone={done} />
    </AccountFrame>
  );
}
