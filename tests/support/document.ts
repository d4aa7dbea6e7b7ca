import { adminTokenOf, callServer } from './server-process.ts';

/** Publishes a dataset with a document of so many bytes, which anybody may fetch; gives its path on the server. */
export async function publishedDocument(url: string, bytes: number): Promise<string> {
  const token = await adminTokenOf(url);
  const form = new FormData();
  for (const [key, value] of Object.entries({ name: 'Read slowly', version: '1', modalityName: 'Text' }))
    form.append(key, value);
  const pdf = Buffer.alloc(bytes, ' ');
  pdf.write('%PDF-1.7\n');
  pdf.write('\n%%EOF\n', bytes - 7);
  form.append('desc', new Blob([pdf], { type: 'application/pdf' }), 'long.pdf');
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
  const { data, msg } = (await added.json()) as { data?: { id: string }; msg: string };
  if (!data) throw new Error(msg);
  const body = { status: 'published' };
  await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, { token, body });
  const page = await callServer<{ dataset: { desc: string } }>(url, 'GET', `/api/v1/dataset/${data.id}`);
  return `/static/${page.dataset.desc}`;
}
