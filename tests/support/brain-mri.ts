import { callServer } from './server-process.ts';

/**
 * Puts a dataset up, "Brain MRI 1.0" with one file, for who looks at pages rather than at data.
 * @param extra further files of the form
 * @returns the path of its page
 */
export async function publishBrainMri(
  url: string,
  token: string,
  modalityName: string,
  ...extra: [field: string, file: Blob, name: string][]
): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ name: 'Brain MRI', version: '1.0', modalityName }))
    body.append(name, value);
  for (const file of extra) body.append(...file);
  body.append('subsets', new Blob(['a,b\n1,2\n']), 'train.csv');
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', headers, body });
  const { data } = (await added.json()) as { data: { id: string } };
  await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
    token,
    body: { status: 'published' },
  });
  return `/datasetDetail/${data.id}`;
}
