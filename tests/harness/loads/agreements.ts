import type { ListedRequest } from '../../../contract/request-review.ts';
import type { OwnSignature, TermsToSign } from '../../../contract/signing.ts';
import { form, newDataset } from '../../../server/testing/forms.ts';
import { Thing } from '../thing.ts';
import { alone, idle, type Load, type World } from '../world.ts';

/** So many requests at most, each for a dataset of its own. */
const MOST = 30;

/** Terms that are changed and signed, and requests that are sent and decided on. */
export function agreements(world: World): Load {
  let termsId = '';
  let datasetId = '';
  const versions = new Thing<number>('the terms', 1, async (portal) => {
    const set = await portal.get<{ versions: { version: number }[] }>(
      `/api/v1/admin/terms/${termsId}`,
      await portal.admin(),
    );
    return set.versions[0]?.version ?? 0;
  });
  /** The version that each has signed last; 0: none. */
  const signatures: Thing<number>[] = [];
  const requests: { thing: Thing<string>; id: string }[] = [];

  async function newDatasetFor(name: string, policy: string): Promise<string> {
    const { portal } = world;
    async function must<Data>(method: string, path: string, body: object | FormData): Promise<Data> {
      const { code, msg, data } = await portal.asAdmin<Data>(method, `/api/v1/admin/${path}`, body);
      if (code !== 200) throw new Error(msg);
      return data;
    }
    const body = form(newDataset(name), ['subsets', `${name} bytes`, 'a.txt']);
    const { id } = await must<{ id: string }>('POST', 'addDataset', body);
    await must('PUT', `updateDataset/${id}`, { status: 'published' });
    const access = { policy, termsId: policy === 'terms' ? termsId : null };
    await must('PUT', `dataset/${id}/access`, access);
    return id;
  }

  const newSignature = (email: string) =>
    new Thing<number>(`signature of ${email}`, 0, async (portal) => {
      const found = await portal.get<OwnSignature[]>('/api/v1/signatures', await portal.person(email));
      return Math.max(0, ...found.map(({ version }) => version));
    });

  async function sign(thing: Thing<number>): Promise<void> {
    const email = thing.name.slice('signature of '.length);
    const path = `/api/v1/dataset/${datasetId}`;
    const { code, data } = await world.portal.asPerson<TermsToSign>(email, 'GET', `${path}/terms`);
    if (code !== 200 || data.signed?.holds) return;
    const body = { terms: data.id, name: 'Ada Lovelace', agreed: true };
    await thing.attempt(data.version, () => world.portal.asPerson(email, 'POST', `${path}/signature`, body));
  }

  async function changeTerms(): Promise<void> {
    const version = versions.acknowledged;
    const body = { title: 'Terms', text: `Do not share ${world.next()}.`, version, signAgain: true };
    await versions.attempt(version + 1, () =>
      world.portal.asAdmin('PUT', `/api/v1/admin/terms/${termsId}`, body),
    );
  }

  /** Of a dataset of its own: one request each. */
  async function newRequest(): Promise<void> {
    const name = `Asked for ${world.next()}.`;
    const id = await newDatasetFor(name, 'request').catch(() => undefined);
    if (id === undefined) return;
    const email = world.one(world.people);
    const one = { id: '' } as (typeof requests)[number];
    one.thing = new Thing<string>(`request for ${name}`, 'none', async (portal) => {
      const found = (await portal.find<ListedRequest>('requestList', email)).filter(
        (row) => row.datasetName === name,
      );
      if (found.length > 1) throw new Error(`${name} is asked for more than once`);
      one.id = found[0]?.id ?? '';
      return found[0]?.status ?? 'none';
    });
    requests.push(one);
    const body = { purpose: 'To know.', answers: {} };
    await alone(one.thing, async () => {
      await one.thing.attempt('pending', () =>
        world.portal.asPerson(email, 'POST', `/api/v1/dataset/${id}/request/submission`, body),
      );
    });
  }

  const NEXT: Record<string, string[]> = {
    pending: ['granted', 'rejected', 'needs_info'],
    granted: ['ended'],
    rejected: ['granted'],
    needs_info: ['granted'],
    ended: ['granted'],
  };
  async function decide({ thing, id }: (typeof requests)[number]): Promise<void> {
    const status = world.one(NEXT[thing.acknowledged] ?? []);
    const body = { reason: 'So it is.' };
    await thing.attempt(status, () =>
      world.portal.asAdmin('PUT', `/api/v1/admin/requestReview/${id}/${status}`, body),
    );
  }

  return {
    isInBackup: true,
    async prepare() {
      const body = { title: 'Terms', text: 'Do not share.' };
      const { data } = await world.portal.asAdmin<{ id: string }>('POST', '/api/v1/admin/terms', body);
      termsId = data.id;
      datasetId = await newDatasetFor('Asking', 'terms');
      signatures.push(...world.people.map(newSignature));
      for (const thing of signatures) await sign(thing);
    },
    async act() {
      const dice = world.random();
      if (dice < 0.1 && !versions.isBusy && !versions.isOpen) return alone(versions, changeTerms);
      const signature = idle(signatures, () => true, world);
      if (dice < 0.5 && signature) return alone(signature, () => sign(signature));
      const thing = idle(
        requests.filter(({ id }) => id !== '').map((one) => one.thing),
        (status) => status in NEXT,
        world,
      );
      const one = requests.find((each) => each.thing === thing);
      if (one && dice < 0.85) return alone(one.thing, () => decide(one));
      const unknown = requests.find(
        ({ thing: each, id }) => id === '' && !each.isBusy && !each.isOpen && each.acknowledged !== 'none',
      );
      if (!unknown) return requests.length < MOST ? newRequest() : undefined;
      await alone(unknown.thing, async () => {
        await unknown.thing.check(world.portal).catch(() => undefined);
      });
    },
    things: () => [versions, ...signatures, ...requests.map(({ thing }) => thing)],
  };
}
