import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { afterDownload } from './after-download.ts';
import { buildDemoAssets } from './build-assets.ts';
import { type DemoClient, demoClient } from './client.ts';
import type { Event } from './event.ts';
import { type DemoPerson, demoAdministrator, demoPeople } from './people.ts';
import { releasesOf } from './releases.ts';
import { requestEvents } from './requests.ts';
import { termsEvents } from './terms.ts';

const DAY = 86_400_000;

/** Reproducible pseudo-random numbers in [0, 1) (a linear congruential generator, Numerical Recipes). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Link {
  downloadUrl?: string;
  size: number;
}

/**
 * Fills an empty data folder with the demo: real datasets, people, decisions and downloads over the last 60 days.
 * Everything goes through the API, in chronological order, on an app whose clock is set back; no row is inserted
 * directly.
 */
export async function fillDemo(
  dataDir: string,
): Promise<{ datasets: number; people: number; downloads: number }> {
  const assets = await buildDemoAssets(join(dataDir, 'assets'));
  const end = Date.now();
  let clock = end - 61 * DAY;
  const app = await buildApp({
    config: readConfig({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: demoAdministrator.email,
      ADMIN_PASSWORD: demoAdministrator.password,
      CAPTCHA_EFFORT: '0',
      RATE_LIMIT_FACTOR: '0',
    }),
    now: () => clock,
  });
  const client = demoClient(app, join(dataDir, 'outbox'));
  let downloads = 0;

  const administrator = async (): Promise<string> => {
    const { email: username, password } = demoAdministrator;
    return (await client.call<{ token: string }>('POST', '/api/v1/admin/login', { username, password }))
      .token;
  };

  const events: Event[] = [
    { daysAgo: 61, what: async () => nameSite(client, await administrator()) },
    ...assets.flatMap((asset) => releasesOf(asset, client, administrator, end)),
    ...termsEvents(client, administrator),
    ...requestEvents(client, administrator, end),
    ...afterDownload(client, administrator),
    ...demoPeople.flatMap((person) => lifeOf(person, client, administrator)),
    ...downloadTimes(demoPeople).map(({ daysAgo, person, roll }) => ({
      daysAgo,
      what: async () => {
        if (await downloadSomething(client, person, roll)) downloads++;
      },
    })),
  ];
  for (const event of events.sort((a, b) => b.daysAgo - a.daysAgo)) {
    clock = Math.max(clock + 1_000, end - event.daysAgo * DAY);
    await event.what();
    await app.settle();
  }
  await app.close();
  const made = assets.filter(({ dataset }) => dataset.next).length;
  return { datasets: assets.length + made, people: demoPeople.length, downloads };
}

async function nameSite(client: DemoClient, token: string): Promise<void> {
  await client.call(
    'POST',
    '/api/v1/setting',
    {
      contact: 'Vitrine demonstration · Laboratory for Open Data · data@example.org',
      copyright: 'The datasets belong to their authors; each page names source and licence.',
      filings: 'Demonstration, no filing number',
    },
    token,
  );
}

/** Registration, and the decision if there is one. */
function lifeOf(person: DemoPerson, client: DemoClient, administrator: () => Promise<string>): Event[] {
  const register = async () => {
    const { email, password, firstName, familyName, affiliation, purpose, country } = person;
    const captcha = await client.captcha();
    await client.call('POST', '/api/v1/sendValidCode', { email, purpose: 'register', captcha });
    const validCode = await client.codeFromMail();
    await client.call('POST', '/api/v1/register', {
      email,
      validCode,
      password,
      firstName,
      familyName,
      affiliation,
      purpose,
      country,
    });
  };
  if (person.status === 'pending') return [{ daysAgo: person.registeredDaysAgo, what: register }];
  const decide = async () => {
    const token = await administrator();
    const found = await client.call<{ list: { id: string }[] }>(
      'GET',
      `/api/v1/admin/userList?keyword=${encodeURIComponent(person.email)}`,
      undefined,
      token,
    );
    const review = (status: string, body: object) =>
      client.call('PUT', `/api/v1/admin/userReview/${found.list[0]?.id}/${status}`, body, token);
    // Only an approved user can be suspended.
    if (person.status === 'suspended') await review('approved', {});
    await review(person.status, 'reason' in person ? { reason: person.reason } : {});
  };
  return [
    { daysAgo: person.registeredDaysAgo, what: register },
    // At the earliest a little later on the same day.
    { daysAgo: Math.min(person.reviewedDaysAgo, person.registeredDaysAgo - 0.1), what: decide },
  ];
}

/** Some downloads a week for each approved person, from the approval until now. */
function downloadTimes(people: DemoPerson[]): { daysAgo: number; person: DemoPerson; roll: () => number }[] {
  const roll = dice(20_260_101);
  return people.flatMap((person) => {
    if (person.status !== 'approved') return [];
    const since = person.reviewedDaysAgo;
    const times = Math.max(2, Math.round(since / 4));
    return Array.from({ length: times }, () => ({ daysAgo: roll() * (since - 0.2), person, roll }));
  });
}

/** Signs in, opens a dataset's page and downloads one row of it: mostly complete, sometimes aborted. */
async function downloadSomething(
  client: DemoClient,
  person: DemoPerson,
  roll: () => number,
): Promise<boolean> {
  const { email, password } = person;
  const { token } = await client.call<{ token: string }>('POST', '/api/v1/login', { email, password });
  const listed = await client.call<{ id: string; embargoUntil: string | null }[]>('GET', '/api/v1/datasets');
  const datasets = listed.filter(({ embargoUntil }) => embargoUntil === null);
  const chosen = datasets[Math.floor(roll() ** 2 * datasets.length)];
  if (!chosen) return false;
  const page = await client.call<{ dataset: Link; subsetList: Link[] }>(
    'GET',
    `/api/v1/dataset/${chosen.id}`,
    undefined,
    token,
  );
  const rows = [page.dataset, page.dataset, ...page.subsetList];
  const row = rows[Math.floor(roll() * rows.length)];
  if (!row?.downloadUrl) return false;
  const half = roll() < 0.12 ? { range: `bytes=0-${Math.floor(row.size / 2)}` } : {};
  const agents = [
    'curl/8.14.1',
    'Wget/1.25.0',
    'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    'aria2/1.37.0',
  ];
  const answer = await client.send('GET', row.downloadUrl, undefined, undefined, {
    ...half,
    'user-agent': agents[Math.floor(roll() * agents.length)] ?? 'curl',
  });
  if (answer.statusCode !== 200 && answer.statusCode !== 206)
    throw new Error(`a demo download answered ${answer.statusCode}`);
  return true;
}
