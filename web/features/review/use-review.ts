import { useCallback, useEffect, useState } from 'react';
import { tReviewer } from '#texts/reviewer';
import { getDataset } from '../../../contract/catalogue.ts';
import { getReview, leaveReview, openReview } from '../../../contract/reviewer-links.ts';
import { getSetting } from '../../../contract/setting.ts';
import { CallError, call, type DataOf } from '../../api/call.ts';
import { failureWords } from '../../api/failure-words.ts';
import { setTitle, storeAppName } from '../../session/title.ts';
import { dropGuestToken, hideSecret, keepGuestToken, readGuestToken, readSecret } from './guest-token.ts';

const words = tReviewer.guest;

/** What a guest is shown. */
export interface Visit {
  token: string;
  review: DataOf<typeof getReview>;
  data: DataOf<typeof getDataset>;
  staticBase: string;
}

type State =
  | { kind: 'opening' }
  | { kind: 'open'; visit: Visit }
  /** There is nothing to look at, and why. */
  | { kind: 'closed'; title: string; why: string }
  | { kind: 'failed'; why: string };

async function tokenFor(): Promise<string | undefined> {
  const secret = readSecret();
  if (secret === '') return readGuestToken();
  dropGuestToken();
  const { token } = await call(openReview, { body: { secret }, quiet: true, guest: '' });
  keepGuestToken(token);
  hideSecret();
  return token;
}

async function visit(): Promise<State> {
  const guest = await tokenFor();
  if (guest === undefined) return { kind: 'closed', title: words.incomplete, why: words.incompleteWhy };
  const as = { guest, quiet: true };
  // One after the other: of a visit that is over no more is asked than whether it is.
  const review = await call(getReview, as);
  const [setting, data] = await Promise.all([
    call(getSetting, as),
    call(getDataset, { ...as, params: { id: review.datasetId } }),
  ]);
  storeAppName(setting.name);
  setTitle(`${data.dataset.name} ${data.dataset.version}`);
  return { kind: 'open', visit: { token: guest, review, data, staticBase: setting.staticBase } };
}

function stateOf(error: unknown): State {
  if (!(error instanceof CallError)) throw error;
  const { code, msg } = error;
  if (code === 401) {
    dropGuestToken();
    return { kind: 'closed', title: words.overSession, why: msg };
  }
  if (code === 400 || code === 404 || code === 410) return { kind: 'closed', title: words.over, why: msg };
  return { kind: 'failed', why: failureWords(error) };
}

/** The visit of who opened a reviewer link. */
export function useReview() {
  const [state, setState] = useState<State>({ kind: 'opening' });
  const load = useCallback(() => {
    setState({ kind: 'opening' });
    visit().then(setState, (error: unknown) => setState(stateOf(error)));
  }, []);
  useEffect(load, [load]);
  // The same page with another link: only what is behind `#` changes.
  useEffect(() => {
    addEventListener('hashchange', load);
    return () => removeEventListener('hashchange', load);
  }, [load]);

  const leave = async (token: string) => {
    // Over already, or out of reach: this browser forgets it all the same.
    await call(leaveReview, { guest: token, quiet: true }).catch(() => undefined);
    dropGuestToken();
    setState({ kind: 'closed', title: words.left, why: words.leftWhy });
  };
  return { state, load, leave };
}
