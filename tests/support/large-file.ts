import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approvedUser } from './person.ts';
import { randomBytes } from './random.ts';
import { adminTokenOf, callServer, startServer } from './server-process.ts';

export interface LargeFileFigures {
  sha256Sent: string;
  sha256Stored: string;
  sha256Received: string;
  /** The most that the server's resident memory grew over what it had when idle, bytes. */
  uploadGrowth: number;
  downloadGrowth: number;
  uploadSeconds: number;
  downloadSeconds: number;
}

const PIECE = 1024 * 1024;
const BOUNDARY = '----vitrine-large-file';

const part = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** Streams `bytes` of noise as one subset of a new dataset; gives the dataset's id and the noise's SHA-256. */
async function upload(url: string, token: string, bytes: number): Promise<{ id: string; sha256: string }> {
  const head = `${part('name', 'Large')}${part('version', '1')}${part('modalityName', 'Noise')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="subsets"; filename="noise.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const call = request(`${url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + bytes + tail.length,
    },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const hash = createHash('sha256');
  const noise = randomBytes(PIECE);
  call.write(head);
  for (let sent = 0, n = 0; sent < bytes; sent += PIECE, n++) {
    // Each piece differs, so that bytes in a wrong place change the hash.
    const piece = Buffer.from(noise);
    piece.writeUInt32LE(n, 0);
    hash.update(piece);
    if (!call.write(piece)) await once(call, 'drain');
  }
  call.end(tail);
  const [response] = await answered;
  const answer = JSON.parse(Buffer.concat(await response.toArray()).toString());
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return { id: answer.data.id, sha256: hash.digest('hex') };
}

async function hashOfDownload(url: string): Promise<string> {
  const call = request(url);
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the download answered ${response.statusCode}`);
  const hash = createHash('sha256');
  for await (const chunk of response) hash.update(chunk);
  return hash.digest('hex');
}

/** Runs `work` and gives the most memory seen meanwhile above `idle`, and the time. */
async function watching<T>(memory: () => number, idle: number, work: () => Promise<T>) {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memory() - idle);
  }, 100);
  const began = performance.now();
  const result = await work();
  clearInterval(timer);
  return { result, growth: Math.max(most, memory() - idle), seconds: (performance.now() - began) / 1000 };
}

/** One large file through a server of its own: up by the form, down by the link, measured from outside. */
export async function largeFileJourney(bytes: number): Promise<LargeFileFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-large-'));
  const server = await startServer(dataDir);
  try {
    const { url, memory } = server;
    // Once through everything first: code and buffers that stay are not growth by size.
    const user = await approvedUser(url, dataDir, 'large@example.org');
    const token = await adminTokenOf(url);
    const idle = memory();
    const up = await watching(memory, idle, () => upload(url, token, bytes));
    await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${up.result.id}`, {
      token,
      body: { status: 'published' },
    });
    const page = await callServer<{ subsetList: { sha256: string; downloadUrl: string }[] }>(
      url,
      'GET',
      `/api/v1/dataset/${up.result.id}`,
      { token: user },
    );
    const [subset] = page.subsetList;
    const down = await watching(memory, idle, () => hashOfDownload(url + subset?.downloadUrl));
    return {
      sha256Sent: up.result.sha256,
      sha256Stored: subset?.sha256 ?? '',
      sha256Received: down.result,
      uploadGrowth: up.growth,
      downloadGrowth: down.growth,
      uploadSeconds: up.seconds,
      downloadSeconds: down.seconds,
    };
  } finally {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The figures in a line for people. */
export const describeFigures = (bytes: number, f: LargeFileFigures): string => {
  const mb = (value: number) => `${(value / 1e6).toFixed(0)} MB`;
  return `${mb(bytes)}: up in ${f.uploadSeconds.toFixed(1)} s with +${mb(f.uploadGrowth)} of memory, down in ${f.downloadSeconds.toFixed(1)} s with +${mb(f.downloadGrowth)}`;
};
