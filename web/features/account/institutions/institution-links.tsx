import { useSearchParams } from 'react-router';
import { listInstitutions } from '../../../../contract/institutions.ts';
import { call } from '../../../api/call.ts';
import { SignInLinks } from '../../../ui/mantine/sign-in-links.tsx';
import { startAddress } from './start-address.ts';

const load = (signal: AbortSignal) => call(listInstitutions, { quiet: true, signal });

/** Links to the configured institutions; nothing where there is none, or they cannot be loaded: the form works. */
export function InstitutionLinks({ above = false }: { above?: boolean }) {
  const [search] = useSearchParams();
  return (
    <SignInLinks load={load} addressOf={(id) => startAddress(id, search.get('redirect'))} above={above} />
  );
}
