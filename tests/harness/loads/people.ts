import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ListedUser } from '../../../contract/user-review.ts';
import { PASSWORD } from '../../support/person.ts';
import { Thing } from '../thing.ts';
import { alone, idle, type Load, type World } from '../world.ts';

/** How many approved people there are from the beginning. */
const PEOPLE = 6;
/** How often a mail is looked for, 20 ms apart. */
const TRIES = 250;

const APPLICATION = { firstName: 'Ada', familyName: 'Lovelace', affiliation: 'Society', purpose: 'Weaving' };
/** Decisions §3, of those that an administrator may take. */
const DECISIONS: Record<string, string[]> = {
  pending: ['approved', 'rejected', 'needs_info'],
  approved: ['suspended'],
  suspended: ['approved'],
};

/** Codes that came by mail, which is files in the data folder; each file is read once. */
function mailedCodes() {
  const seen = new Set<string>();
  const codes = new Map<string, string>();
  return async (dataDir: string, email: string): Promise<string | undefined> => {
    const outbox = join(dataDir, 'outbox');
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.endsWith('.eml') || seen.has(name)) continue;
      const mail = await readFile(join(outbox, name), 'utf8').catch(() => '');
      seen.add(name);
      const to = /^To: (\S+)/m.exec(mail)?.[1];
      const code = /Your code: (\d{8})/.exec(mail)?.[1];
      if (to && code) codes.set(to, code);
    }
    return codes.get(email);
  };
}

/** Registrations, and decisions on them. */
export function people(world: World): Load {
  const all: Thing<string | null>[] = [];
  const codeOf = mailedCodes();

  const newThing = (email: string) =>
    new Thing<string | null>(email, null, async (portal) => {
      const found = (await portal.find<ListedUser>('userList', email)).filter((user) => user.email === email);
      if (found.length > 1) throw new Error(`${email} is there more than once`);
      return found[0]?.status ?? null;
    });

  async function register(email: string): Promise<Thing<string | null>> {
    const { portal } = world;
    const thing = newThing(email);
    all.push(thing);
    await alone(thing, async () => {
      const { code: asked, data: challenge } = await portal.call<Challenge>('GET', '/api/v1/getCaptcha');
      if (asked !== 200) return;
      const solution = await solveChallenge({ challenge, deriveKey });
      const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
      const body = { email, purpose: 'register', captcha };
      const { code: sent } = await portal.call('POST', '/api/v1/sendValidCode', { body });
      let validCode: string | undefined;
      for (let tries = 0; sent === 200 && !validCode && tries < TRIES && !world.over; tries++) {
        validCode = await codeOf(portal.dataDir, email);
        if (!validCode) await new Promise((resolve) => setTimeout(resolve, 20));
      }
      if (!validCode || world.over) return;
      await thing.attempt('pending', () =>
        portal.call('POST', '/api/v1/register', {
          body: { email, validCode, password: PASSWORD, ...APPLICATION },
        }),
      );
    });
    return thing;
  }

  async function decide(thing: Thing<string | null>, status: string): Promise<void> {
    await alone(thing, async () => {
      const [user] = await world.portal.find<ListedUser>('userList', thing.name).catch(() => []);
      if (!user) return;
      await thing.attempt(status, () =>
        world.portal.asAdmin('PUT', `/api/v1/admin/userReview/${user.id}/${status}`, { reason: 'So it is.' }),
      );
    });
  }

  return {
    isInBackup: true,
    async prepare() {
      for (let n = 0; n < PEOPLE; n++) {
        const thing = await register(`reader${n}@example.org`);
        await decide(thing, 'approved');
        if (thing.acknowledged !== 'approved') throw new Error(`${thing.name} could not be approved`);
        world.people.push(thing.name);
      }
    },
    async act() {
      const others = all.slice(PEOPLE);
      const thing = idle(others, (status) => status !== null && status in DECISIONS, world);
      if (!thing || world.random() < 0.4) await register(`person${world.next()}@example.org`);
      else await decide(thing, world.one(DECISIONS[thing.acknowledged ?? ''] ?? []));
    },
    things: () => all,
  };
}
