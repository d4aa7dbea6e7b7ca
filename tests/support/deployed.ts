// Uses a portal that was set up as docs/deployment.md says, over https, as people do; run by deployment.long.test.ts
// on that machine, as its root.
// usage: node deployed.ts first LINK FOLDER | again
import assert from 'node:assert/strict';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { ADMIN } from '../../server/testing/admin.ts';
import { decide, registeredByMail, signIn } from './person.ts';
import { adminTokenOf, callServer } from './server-process.ts';

const url = 'https://data.lab.example';
const READER = 'reader@example.org';
const CONTENT = 'a,b\n1,2\n'.repeat(100_000);

/** Makes the first administrator, a dataset and an approved person. */
async function begin(link: string, dataDir: string): Promise<void> {
  const token = decodeURIComponent(link.split('#token=')[1] ?? '');
  const { username: email, password } = ADMIN;
  const body = { token, email, name: 'Owner', password };
  await callServer(url, 'POST', '/api/v1/admin/invitation/accept', { body });
  const form = new FormData();
  for (const [key, value] of Object.entries({ name: 'Deployed', version: '1', modalityName: 'MRI' }))
    form.append(key, value);
  form.append('subsets', new Blob([CONTENT]), 'a.csv');
  const headers = { authorization: `Bearer ${await adminTokenOf(url)}` };
  const added = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
  const { data } = (await added.json()) as { data: Dataset };
  await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
    token: await adminTokenOf(url),
    body: { status: 'published' },
  });
  await registeredByMail(url, dataDir, READER);
  await decide(url, READER, 'approved');
}

/** Looks at the pages, and downloads as that person. */
async function use(): Promise<void> {
  const home = await fetch(url);
  assert.match(await home.text(), /Deployed/);
  assert.match(home.headers.get('strict-transport-security') ?? '', /max-age=/);
  const session = await signIn(url, READER);
  const [dataset] = await callServer<Dataset[]>(url, 'GET', '/api/v1/datasets');
  const page = await callServer<{ subsetList: Subset[] }>(url, 'GET', `/api/v1/dataset/${dataset?.id}`, {
    token: session,
  });
  const answer = await fetch(url + page.subsetList[0]?.downloadUrl);
  assert.equal(await answer.text(), CONTENT);
  const { list } = await callServer<{ list: { ip: string }[] }>(url, 'GET', '/api/v1/admin/records', {
    token: await adminTokenOf(url),
  });
  console.log(`Downloaded; ${list.length} record of ${list[0]?.ip}, by ${answer.headers.get('server')}`);
}

const [what, link = '', dataDir = ''] = process.argv.slice(2);
if (what === 'first') await begin(link, dataDir);
await use();
