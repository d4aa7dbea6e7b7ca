import { join } from 'node:path';
import { demoClient } from '../../scripts/demo/client.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { PASSWORD } from './person.ts';
import { ADMIN } from './server-process.ts';

interface NewDataset {
  name: string;
  version: string;
  modalityName: string;
  files: Record<string, string | Uint8Array<ArrayBuffer>>;
}

interface Found {
  id: string;
  subsetList: { path: string; downloadUrl?: string }[];
}

/**
 * Fills a data folder with what happened at times before now, through the portal's own calls, on an app whose clock is
 * set. Times must grow; a real server is started on the folder afterwards.
 */
export async function fillPast(
  dataDir: string,
  happen: (past: ReturnType<typeof hands>) => Promise<void>,
): Promise<void> {
  const clock = { now: Date.now() };
  // A pair's servers are started on one database afterwards, not on what the folder holds.
  const ground =
    process.env.TEST_SERVERS === 'two' ? await (await import('./pair.ts')).groundEnv(dataDir) : {};
  const config = readConfig({
    ...ground,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    CAPTCHA_EFFORT: '0',
    RATE_LIMIT_FACTOR: '0',
  });
  const app = await buildApp({ config, now: () => clock.now });
  await happen(hands(demoClient(app, join(dataDir, 'outbox')), clock, app.settle));
  await app.settle();
  await app.close();
}

function hands(client: ReturnType<typeof demoClient>, clock: { now: number }, settle: () => Promise<void>) {
  const { call, send } = client;
  const tokenOf = async (path: string, body: object) =>
    (await call<{ token: string }>('POST', path, body)).token;
  const admin = () => tokenOf('/api/v1/admin/login', ADMIN);

  return {
    /** Sets the clock, in ms since 1970. */
    at(time: number): void {
      clock.now = time;
    },

    /** Registers somebody and takes them to a status. */
    async user(email: string, status: 'pending' | 'approved' | 'needs_info' | 'rejected'): Promise<void> {
      const captcha = await client.captcha();
      await call('POST', '/api/v1/sendValidCode', { email, purpose: 'register', captcha });
      await call('POST', '/api/v1/register', {
        email,
        validCode: await client.codeFromMail(),
        password: PASSWORD,
        firstName: email.split('@')[0] ?? '',
        familyName: 'Reader',
        affiliation: 'Library',
        purpose: 'Reading',
      });
      if (status === 'pending') return;
      const token = await admin();
      const found = `/api/v1/admin/userList?keyword=${encodeURIComponent(email)}`;
      const { list } = await call<{ list: { id: string }[] }>('GET', found, undefined, token);
      const body = status === 'approved' ? {} : { reason: 'A reason.' };
      await call('PUT', `/api/v1/admin/userReview/${list[0]?.id}/${status}`, body, token);
    },

    /** Publishes a dataset; gives its id. */
    async dataset({ name, version, modalityName, files }: NewDataset): Promise<string> {
      const form = new FormData();
      for (const [key, value] of Object.entries({ name, version, modalityName })) form.append(key, value);
      for (const [file, content] of Object.entries(files)) form.append('subsets', new Blob([content]), file);
      const token = await admin();
      const { id } = await call<{ id: string }>('POST', '/api/v1/admin/addDataset', form, token);
      await call('PUT', `/api/v1/admin/updateDataset/${id}`, { status: 'published' }, token);
      await settle();
      return id;
    },

    /** One download by somebody who is approved, of the dataset's file of that name; `range` breaks it off. */
    async download(email: string, datasetId: string, file: string, range?: string): Promise<void> {
      const token = await tokenOf('/api/v1/login', { email, password: PASSWORD });
      const { subsetList } = await call<Found>('GET', `/api/v1/dataset/${datasetId}`, undefined, token);
      const url = subsetList.find(({ path }) => path.endsWith(`/${file}`))?.downloadUrl;
      if (!url) throw new Error(`${email} finds no link to ${file}`);
      const { statusCode } = await send('GET', url, undefined, undefined, range ? { range } : {});
      if (statusCode !== 200 && statusCode !== 206) throw new Error(`a download answered ${statusCode}`);
      await settle();
    },
  };
}
