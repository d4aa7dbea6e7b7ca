import type { Subset } from '../../contract/catalogue.ts';
import type { Page } from '../../contract/lists.ts';
import { PASSWORD } from '../support/person.ts';
import { ADMIN, type ServerProcess } from '../support/server-process.ts';

/** ms after which a call counts as broken: nothing may hang for so long. */
const BROKEN_AFTER = 60_000;
/** ms that a session of ours is used: far less than the 60 minutes after which a person's ends (decisions §2). */
const SESSION = 30 * 60_000;

/** A look-up that the server did not answer: it is gone, or in trouble. */
export class Unanswered extends Error {}

/** What came back. `code` of the envelope, or the status of another answer; 0: the connection broke. */
export interface Answer<Data = unknown> {
  code: number;
  data: Data;
  msg: string;
}

interface Asked {
  token?: string | undefined;
  body?: object;
}

/** A running server as people and administrators use it, and what it has answered. */
export class Portal {
  readonly server: ServerProcess;
  readonly dataDir: string;
  /** How often each code came, and one example of each. */
  readonly codes: Map<number, { times: number; example: string }>;
  private readonly tokens = new Map<string, Promise<string>>();
  /** When each was asked for, by `performance.now()`. */
  private readonly since = new Map<string, number>();
  /** Those of the server before: each ends once its person has signed in here, or 20 starts would end the oldest sessions. */
  private readonly former: Portal['tokens'];

  /** @param before the server before its last start */
  constructor(server: ServerProcess, dataDir: string, before?: Portal) {
    this.server = server;
    this.dataDir = dataDir;
    this.codes = before?.codes ?? new Map();
    this.former = new Map(before && [...before.former, ...before.tokens]);
  }

  /** Any request; its body is read whole. */
  async request(method: string, path: string, { token, body }: Asked = {}): Promise<Response | undefined> {
    const isForm = body instanceof FormData;
    try {
      return await fetch(this.server.url + path, {
        method,
        headers: {
          ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(BROKEN_AFTER),
      });
    } catch {
      return undefined;
    }
  }

  note(code: number, example: string): void {
    const known = this.codes.get(code) ?? { times: 0, example };
    this.codes.set(code, { ...known, times: known.times + 1 });
  }

  async call<Data>(method: string, path: string, asked: Asked = {}): Promise<Answer<Data>> {
    const response = await this.request(method, path, asked);
    const answer = (await response?.json().catch(() => undefined)) as Answer<Data> | undefined;
    const code = answer?.code ?? 0;
    this.note(code, `${method} ${path}: ${answer?.msg ?? 'broken'}`);
    return answer ?? { code, data: undefined as Data, msg: 'the connection broke' };
  }

  /** `data` of a call that must succeed: of looking things up. */
  async get<Data>(path: string, token: string | undefined): Promise<Data> {
    const answer = await this.call<Data>('GET', path, { token });
    if (answer.code !== 200) throw new Unanswered(`GET ${path}: ${answer.code} ${answer.msg}`);
    return answer.data;
  }

  private async signIn(key: string, path: string, body: object): Promise<string> {
    const { data, code, msg } = await this.call<{ token: string }>('POST', path, { body });
    if (code === 200) {
      const former = await this.former.get(key)?.catch(() => undefined);
      this.former.delete(key);
      if (former) await this.request('POST', path.replace('login', 'logout'), { token: former });
      return data.token;
    }
    this.tokens.delete(key);
    throw new Unanswered(`${path} of ${key}: ${code} ${msg}`);
  }

  private token(key: string, path: string, body: object): Promise<string> {
    const held = this.tokens.get(key);
    if (held && performance.now() - (this.since.get(key) ?? 0) < SESSION) return held;
    if (held) this.former.set(key, held);
    const begun = this.signIn(key, path, body);
    this.tokens.set(key, begun);
    this.since.set(key, performance.now());
    return begun;
  }

  /** The administrator's session with this server. */
  admin = (): Promise<string> => this.token('admin', '/api/v1/admin/login', ADMIN);

  /** Somebody's session with this server. */
  person = (email: string): Promise<string> =>
    this.token(email, '/api/v1/login', { email, password: PASSWORD });

  /** Sessions are over: the clock has jumped. */
  forgetSessions(): void {
    this.tokens.clear();
  }

  private async as<Data>(
    key: string,
    signedIn: Promise<string>,
    method: string,
    path: string,
    body: object | undefined,
  ): Promise<Answer<Data>> {
    const token = await signedIn.catch(() => undefined);
    // Nothing was asked: as certain as a refusal.
    if (token === undefined) return { code: 401, data: undefined as Data, msg: 'no session' };
    const answer = await this.call<Data>(method, path, { token, ...(body && { body }) });
    // Over, since the clock has jumped: the next call signs in anew.
    if (answer.code === 401 || answer.code === 6401) this.tokens.delete(key);
    return answer;
  }

  asAdmin<Data>(method: string, path: string, body?: object): Promise<Answer<Data>> {
    return this.as<Data>('admin', this.admin(), method, path, body);
  }

  asPerson<Data>(email: string, method: string, path: string, body?: object): Promise<Answer<Data>> {
    return this.as<Data>(email, this.person(email), method, path, body);
  }

  /** The rows of a list of the back office that a keyword finds. */
  async find<Row>(list: string, keyword: string): Promise<Row[]> {
    const path = `/api/v1/admin/${list}?pageSize=100&keyword=${encodeURIComponent(keyword)}`;
    return (await this.get<Page<Row>>(path, await this.admin())).list;
  }

  /** The files of a dataset, by name without folders, as the back office has them; '' while one is being hashed. */
  async filesOf(id: string): Promise<Record<string, string>> {
    const { subsetList } = await this.get<{ subsetList: Subset[] }>(
      `/api/v1/admin/dataset/${id}`,
      await this.admin(),
    );
    return Object.fromEntries(subsetList.map(({ path, sha256 }) => [path.split('/').at(-1), sha256 ?? '']));
  }
}
