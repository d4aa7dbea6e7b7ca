import type { DemoClient } from './client.ts';
import type { Event } from './event.ts';
import { type DemoPerson, demoPeople } from './people.ts';

/** The dataset that asks for signed terms. */
const DATASET = 'Wildlife Strikes';
const TITLE = 'Terms of use for incident reports';

const FIRST = `The reports name airports and days. By signing you agree to the following.

1. You use the reports for research and teaching only.
2. You do not try to find out who reported an incident.
3. You keep the files where only you and your group can read them.
4. In what you publish you cite the dataset with its version.
`;

const SECOND = `The reports name airports and days. By signing you agree to the following.

1. You use the reports for research and teaching only.
2. You do not try to find out who reported an incident, and you do not join the reports with staff lists.
3. You keep the files where only you and your group can read them, and delete them when the project ends.
4. In what you publish you cite the dataset with its version.
5. If files were lost or seen by others, you tell us within three days.
`;

/** Who signs the first text; of these, who signs the second one. The demo's user is asked to sign it. */
const FIRST_SIGNERS = [
  'demo@example.org',
  'marit.solvang@fjord-institute.test',
  'a.okonjo@climate-desk.test',
];
const SECOND_SIGNERS = ['marit.solvang@fjord-institute.test'];

/** A dataset asks for terms; they are signed, then changed so that they are to be signed again. */
export function termsEvents(client: DemoClient, administrator: () => Promise<string>): Event[] {
  let [terms, dataset] = ['', ''];
  const office = async <Data>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Data> =>
    client.call<Data>(method, `/api/v1/admin/${path}`, body, await administrator());

  async function write(): Promise<void> {
    ({ id: terms } = await office<{ id: string }>('POST', 'terms', { title: TITLE, text: FIRST }));
    const keyword = encodeURIComponent(DATASET);
    const { list } = await office<{ list: { id: string }[] }>('GET', `datasetList?keyword=${keyword}`);
    dataset = list[0]?.id ?? '';
    await office('PUT', `dataset/${dataset}/access`, { policy: 'terms', termsId: terms });
  }

  const change = () =>
    office<void>('PUT', `terms/${terms}`, { title: TITLE, text: SECOND, version: 1, signAgain: true });

  async function sign({ email, password, firstName, familyName }: DemoPerson): Promise<void> {
    const { token } = await client.call<{ token: string }>('POST', '/api/v1/login', { email, password });
    const { id } = await client.call<{ id: string }>('GET', `/api/v1/dataset/${dataset}/terms`);
    const body = { terms: id, name: `${firstName} ${familyName}`, agreed: true };
    await client.call('POST', `/api/v1/dataset/${dataset}/signature`, body, token);
  }
  const signing = (emails: string[], daysAgo: number): Event[] =>
    demoPeople
      .filter(({ email }) => emails.includes(email))
      .map((person, i) => ({ daysAgo: daysAgo - i / 2, what: () => sign(person) }));

  return [
    { daysAgo: 25, what: write },
    ...signing(FIRST_SIGNERS, 24),
    { daysAgo: 8, what: change },
    ...signing(SECOND_SIGNERS, 7),
  ];
}
