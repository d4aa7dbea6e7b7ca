import type { FollowPace } from '../../contract/follows.ts';
import type { DemoClient } from './client.ts';
import type { Event } from './event.ts';
import { type DemoPerson, demoPeople } from './people.ts';

/** A problem that somebody reports, and what the laboratory answers, if it has by now. */
interface DemoReport {
  email: string;
  dataset: string;
  file?: string;
  message: string;
  daysAgo: number;
  answer?: { words: string; daysAgo: number };
}

const reports: readonly DemoReport[] = [
  {
    email: 'marit.solvang@fjord-institute.test',
    dataset: 'penguins',
    file: 'penguins.csv',
    message:
      'Eleven rows have no sex, written NA. pandas reads that as a missing value, R as text unless told otherwise. A word in the description would save a class half an hour.',
    daysAgo: 20,
    answer: {
      words: 'Thank you. Read the table with na.strings = "NA"; the next version says so in its description.',
      daysAgo: 19,
    },
  },
  {
    email: 'a.okonjo@climate-desk.test',
    dataset: '',
    message:
      'The PDF names a column that the table does not have. Which of the two is the newer one? I did not find a date in either.',
    daysAgo: 2,
  },
];

/** Who follows which dataset since when. */
const follows: readonly { email: string; dataset: string; pace: FollowPace; daysAgo: number }[] = [
  { email: 'demo@example.org', dataset: 'penguins', pace: 'at once', daysAgo: 50 },
  { email: 'marit.solvang@fjord-institute.test', dataset: 'penguins', pace: 'weekly', daysAgo: 40 },
  { email: 'a.okonjo@climate-desk.test', dataset: 'carbon dioxide', pace: 'at once', daysAgo: 30 },
  { email: 'yuna.k@textworks.test', dataset: 'moby-dick', pace: 'weekly', daysAgo: 25 },
];

const personOf = (email: string): DemoPerson => {
  const person = demoPeople.find((one) => one.email === email);
  if (!person) throw new Error(`nobody in the demo has the address ${email}`);
  return person;
};

/** What people do after they have downloaded: they follow datasets and report problems, which the laboratory answers. */
export function afterDownload(client: DemoClient, administrator: () => Promise<string>): Event[] {
  const signIn = async (email: string): Promise<string> => {
    const { password } = personOf(email);
    return (await client.call<{ token: string }>('POST', '/api/v1/login', { email, password })).token;
  };
  /** The published dataset whose name has this in it; the first one for nothing. */
  const datasetId = async (name: string): Promise<string> => {
    const list = await client.call<{ id: string; name: string }[]>('GET', '/api/v1/datasets');
    const found = list.find((one) => one.name.toLowerCase().includes(name));
    if (!found) throw new Error(`no dataset of the demo is named ${name}`);
    return found.id;
  };
  const following = follows.map(({ email, dataset, pace, daysAgo }) => ({
    daysAgo,
    what: async () => {
      const body = { datasetId: await datasetId(dataset), pace };
      await client.call('POST', '/api/v1/follows', body, await signIn(email));
    },
  }));
  const reporting = reports.flatMap(({ email, dataset, file, message, daysAgo, answer }) => {
    const report: Event = {
      daysAgo,
      what: async () => {
        const body = { datasetId: await datasetId(dataset), message, ...(file ? { file } : {}) };
        await client.call('POST', '/api/v1/problemReports', body, await signIn(email));
      },
    };
    if (!answer) return [report];
    const answering: Event = {
      daysAgo: answer.daysAgo,
      what: async () => {
        const token = await administrator();
        const { list } = await client.call<{ list: { id: string }[] }>(
          'GET',
          '/api/v1/admin/problemReports?state=open&order=asc',
          undefined,
          token,
        );
        const path = `/api/v1/admin/problemReports/${list[0]?.id}/answer`;
        await client.call('POST', path, { answer: answer.words }, token);
      },
    };
    return [report, answering];
  });
  return [...following, ...reporting];
}
