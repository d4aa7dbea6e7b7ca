import type { RequestStatus } from '../../contract/access.ts';
import type { RequestForm } from '../../contract/request-review.ts';
import type { DemoClient } from './client.ts';
import type { Event } from './event.ts';
import { type DemoPerson, demoAdministrator, demoPeople } from './people.ts';

const DAY = 86_400_000;

/** The dataset that asks for a request. */
const DATASET = 'Gapminder Indicators';

const questions: RequestForm['questions'] = [
  {
    id: 'project',
    kind: 'text',
    label: 'What is the project, and who leads it?',
    help: 'Two or three sentences are enough.',
    required: true,
    options: [],
  },
  {
    id: 'results',
    kind: 'choice',
    label: 'Where will the results appear?',
    help: '',
    required: true,
    options: ['In a publication', 'In a course', 'Inside our organisation only'],
  },
  {
    id: 'approval',
    kind: 'file',
    label: 'Approval of your ethics committee',
    help: 'If your institution has no committee, leave this out.',
    required: false,
    options: [],
  },
  {
    id: 'cites',
    kind: 'tick',
    label: 'I will cite the dataset with its version.',
    help: '',
    required: true,
    options: [],
  },
];

/** A decision of the laboratory. */
interface DemoDecision {
  status: Exclude<RequestStatus, 'draft' | 'pending'>;
  daysAgo: number;
  reason?: string;
  /** The end of what is granted, in days from the day on which the demo is loaded. */
  endsIn?: number;
}

/** Somebody's request: a draft when nothing was sent. */
export interface DemoRequest {
  email: string;
  project: string;
  results: 0 | 1 | 2;
  daysAgo: number;
  /** How it stands now. */
  is: RequestStatus;
  decisions: DemoDecision[];
}

export const demoRequests: DemoRequest[] = [
  {
    email: 'marit.solvang@fjord-institute.test',
    project: 'A course on exploratory statistics; I lead it. Students draw health against income.',
    results: 1,
    daysAgo: 18,
    is: 'granted',
    decisions: [{ status: 'granted', daysAgo: 17, endsIn: 348 }],
  },
  {
    email: 'teodor@wielgosz-lab.example.com',
    project: 'Change points in life expectancy, led by Teodor Wielgosz.',
    results: 0,
    daysAgo: 17.5,
    is: 'ended',
    decisions: [
      { status: 'granted', daysAgo: 16 },
      { status: 'ended', daysAgo: 5, reason: 'You wrote to us that the project has ended. Thank you.' },
    ],
  },
  {
    email: 'nikhil.v@quake-watch.test',
    project: 'One week of a class on animated plots, led by Nikhil Varadarajulu.',
    results: 1,
    daysAgo: 15,
    is: 'ended',
    decisions: [{ status: 'granted', daysAgo: 14.5, endsIn: -4 }],
  },
  {
    email: 'a.okonjo@climate-desk.test',
    project: 'A thesis chapter on income and emissions.',
    results: 0,
    daysAgo: 14,
    is: 'granted',
    decisions: [
      { status: 'needs_info', daysAgo: 13, reason: 'Please name the leader of the project.' },
      { status: 'granted', daysAgo: 11 },
    ],
  },
  {
    email: 'rafael.m@metro-maps.example.com',
    project: 'We draw maps and would like more numbers on them.',
    results: 2,
    daysAgo: 12,
    is: 'rejected',
    decisions: [
      {
        status: 'rejected',
        daysAgo: 11.5,
        reason: 'The purpose has nothing to do with this dataset. Tell us more, and ask again.',
      },
    ],
  },
  {
    email: 'yuna.k@textworks.test',
    project: 'What reports say about development, beside the figures.',
    results: 0,
    daysAgo: 9,
    is: 'needs_info',
    decisions: [{ status: 'needs_info', daysAgo: 8, reason: 'Who leads the project, and until when?' }],
  },
  {
    email: 'chidi.ml@river-school.test',
    project: 'A seminar on income and health, led by Chidi Mbanefo-Lund. My account is still being reviewed.',
    results: 1,
    daysAgo: 3,
    is: 'pending',
    decisions: [],
  },
  {
    email: 'imke@polder-analytics.example.com',
    project: 'A workshop that redraws the countries’ bubbles, led by Imke van der Zandt.',
    results: 1,
    daysAgo: 2,
    is: 'pending',
    decisions: [],
  },
  {
    email: 'demo@example.org',
    project: 'Trying the portal out: ',
    results: 1,
    daysAgo: 1,
    is: 'draft',
    decisions: [],
  },
];

const personOf = (email: string): DemoPerson => {
  const person = demoPeople.find((one) => one.email === email);
  if (!person) throw new Error(`nobody in the demo has the address ${email}`);
  return person;
};

/**
 * A dataset asks for a request; people make theirs, and the laboratory decides.
 * @param end the day on which the demo is loaded, ms
 */
export function requestEvents(
  client: DemoClient,
  administrator: () => Promise<string>,
  end: number,
): Event[] {
  let dataset = '';
  const office = async <Data>(method: 'GET' | 'PUT', path: string, body?: object): Promise<Data> =>
    client.call<Data>(method, `/api/v1/admin/${path}`, body, await administrator());

  async function open(): Promise<void> {
    const keyword = encodeURIComponent(DATASET);
    const { list } = await office<{ list: { id: string }[] }>('GET', `datasetList?keyword=${keyword}`);
    dataset = list[0]?.id ?? '';
    await office('PUT', `dataset/${dataset}/requestForm`, { questions });
    await office('PUT', `dataset/${dataset}/access`, { policy: 'request', termsId: null });
    const { administrators } = await office<{ administrators: { id: string; username: string }[] }>(
      'GET',
      'administrators',
    );
    const own = administrators.find(({ username }) => username === demoAdministrator.email);
    const reviewers = [{ administratorId: own?.id, notice: 'daily' }];
    await office('PUT', `dataset/${dataset}/reviewers`, { reviewers });
  }

  async function ask({ email, project, results, is }: DemoRequest): Promise<void> {
    const { password, purpose } = personOf(email);
    const { token } = await client.call<{ token: string }>('POST', '/api/v1/login', { email, password });
    const path = `/api/v1/dataset/${dataset}/request`;
    if (is === 'draft') {
      await client.call('PUT', path, { purpose, answers: { project } }, token);
      return;
    }
    const answers = { project, results: questions[1]?.options[results], cites: true };
    await client.call('POST', `${path}/submission`, { purpose, answers }, token);
  }

  async function decide(email: string, { status, reason, endsIn }: DemoDecision): Promise<void> {
    const { list } = await office<{ list: { id: string }[] }>(
      'GET',
      `requestList?keyword=${encodeURIComponent(email)}`,
    );
    const grantedUntil = endsIn === undefined ? undefined : new Date(end + endsIn * DAY).toISOString();
    await office('PUT', `requestReview/${list[0]?.id}/${status}`, { reason, grantedUntil });
  }

  return [
    { daysAgo: 19, what: open },
    ...demoRequests.flatMap((request) => [
      { daysAgo: request.daysAgo, what: () => ask(request) },
      ...request.decisions.map((decision) => ({
        daysAgo: decision.daysAgo,
        what: () => decide(request.email, decision),
      })),
    ]),
  ];
}
