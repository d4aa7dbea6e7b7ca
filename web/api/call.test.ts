import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getDataset, listDatasets } from '../../contract/catalogue.ts';
import { getUserInfo } from '../../contract/session.ts';
import { CallError, call } from './call.ts';
import { reactions } from './reactions.ts';

/** Mocked browser events, for modules that add listeners when they are imported. */
const browser = vi.hoisted(() => {
  const events = new EventTarget();
  globalThis.addEventListener = events.addEventListener.bind(events);
  return events;
});

let cookies: Record<string, string>;
let answers: (() => Response)[];
const sent: {
  url: string;
  authorization: string | undefined;
  background: string | undefined;
  language: string | undefined;
}[] = [];
const onError = vi.fn();
const onExpired = vi.fn(async () => {});

const answer =
  (code: number, rest: object = {}) =>
  () =>
    Response.json({ code, msg: `msg ${code}`, ...rest }, { status: code === 6401 ? 401 : code });

beforeEach(() => {
  cookies = {};
  answers = [];
  sent.length = 0;
  onError.mockClear();
  onExpired.mockClear();
  Object.assign(reactions, { onError, onExpired });
  vi.stubGlobal('location', { pathname: '/', href: 'http://here/', protocol: 'http:', reload: vi.fn() });
  vi.stubGlobal('document', {
    documentElement: { lang: 'zh-CN' },
    get cookie() {
      return Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '') delete cookies[name];
      else cookies[name] = value;
    },
  });
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string> }) => {
    const {
      Authorization: authorization,
      'X-Background': background,
      'Accept-Language': language,
    } = init.headers;
    sent.push({ url, authorization, background, language });
    const next = answers.shift();
    if (!next) throw new TypeError('failed to fetch');
    return next();
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('§8 an answer is judged by its code', () => {
  it('200: the data', async () => {
    answers.push(answer(200, { data: { dataset: { id: 'a/b' } } }));
    expect(await call(getDataset, { params: { id: 'a/b' } })).toEqual({ dataset: { id: 'a/b' } });
    expect(sent[0]?.url).toBe('/api/v1/dataset/a%2Fb');
  });
  it('decisions §10: a call asks for its words in the language of the page', async () => {
    answers.push(answer(200, { data: { dataset: { id: 'a' } } }));
    await call(getDataset, { params: { id: 'a' } });
    expect(sent[0]?.language).toBe('zh-CN');
  });
  it.each([
    [400, 'toast'],
    [403, 'toast'],
    [500, 'toast'],
    [409, 'notice'],
    [503, 'notice'],
  ])('%d: the call fails and a %s shows the message', async (code, kind) => {
    answers.push(answer(code, { errors: [{ path: 'x', message: 'y' }] }));
    const error = await call(listDatasets).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ code, msg: `msg ${code}`, errors: [{ path: 'x', message: 'y' }] });
    expect(onError).toHaveBeenCalledExactlyOnceWith(kind, `msg ${code}`);
  });
  it('quiet: fails without a message', async () => {
    answers.push(answer(500));
    await expect(call(listDatasets, { quiet: true })).rejects.toThrow('msg 500');
    expect(onError).not.toHaveBeenCalled();
  });
  it('a page that is left tells nobody that its calls got no answer, until it is shown again', async () => {
    browser.dispatchEvent(new Event('pagehide'));
    await expect(call(listDatasets)).rejects.toMatchObject({ code: 0 });
    expect(onError).not.toHaveBeenCalled();
    browser.dispatchEvent(new Event('pageshow'));
    await expect(call(listDatasets)).rejects.toMatchObject({ code: 0 });
    expect(onError).toHaveBeenCalledOnce();
  });
  it("a network error shows 'server connect error！'", async () => {
    await expect(call(listDatasets)).rejects.toMatchObject({ code: 0, msg: 'server connect error！' });
    expect(onError).toHaveBeenCalledExactlyOnceWith('network', 'server connect error！');
  });
  it('an error page that is no answer of ours fails too', async () => {
    answers.push(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(call(listDatasets)).rejects.toMatchObject({ code: 502 });
  });
});

describe('§8 code 401', () => {
  it('clears the token that was sent and asks once, however many calls fail at once', async () => {
    cookies = { 'Portal-Token': 'dead1' };
    answers.push(answer(401), answer(401), answer(401));
    await Promise.allSettled([call(getUserInfo), call(getUserInfo), call(getUserInfo, { quiet: true })]);
    expect(cookies).toEqual({});
    expect(onExpired).toHaveBeenCalledExactlyOnceWith('user', 401);
  });
  it('decisions §2: retries with the newer token that another tab has put there', async () => {
    cookies = { 'Portal-Token': 'old' };
    answers.push(
      () => {
        cookies['Portal-Token'] = 'new';
        return answer(401)();
      },
      answer(200, { data: { id: 'u' } }),
    );
    expect(await call(getUserInfo)).toEqual({ id: 'u' });
    expect(sent.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(cookies).toEqual({ 'Portal-Token': 'new' });
    expect(onExpired).not.toHaveBeenCalled();
  });
  it('what the page does by itself says so, and asks nobody where no token is', async () => {
    answers.push(answer(401), answer(200));
    await expect(call(getUserInfo, { background: true, quiet: true })).rejects.toMatchObject({ code: 401 });
    await call(listDatasets);
    expect(sent.map(({ background }) => background)).toEqual(['1', undefined]);
    expect(onExpired).not.toHaveBeenCalled();
  });
  it('reloads instead when the page URL includes login', async () => {
    cookies = { 'Portal-Token': 'dead2' };
    location.href = 'http://here/login';
    answers.push(answer(401));
    await expect(call(getUserInfo)).rejects.toMatchObject({ code: 401 });
    expect(location.reload).toHaveBeenCalledOnce();
    expect(onExpired).not.toHaveBeenCalled();
  });
});

describe('§8 code 401 on a page whose URL includes login, with no token sent', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    location.href = 'http://here/login';
  });
  const refused = async () => {
    answers.push(answer(401));
    await expect(call(listDatasets)).rejects.toMatchObject({ code: 401 });
  };

  it('reloads; the same answer right after that asks instead, so that no loop begins', async () => {
    await refused();
    expect(location.reload).toHaveBeenCalledOnce();
    expect(onExpired).not.toHaveBeenCalled();
    await refused();
    expect(location.reload).toHaveBeenCalledOnce();
    expect(onExpired).toHaveBeenCalledExactlyOnceWith('user', 401);
  });
  it('a minute later it reloads again', async () => {
    await refused();
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    await refused();
    vi.useRealTimers();
    expect(location.reload).toHaveBeenCalledTimes(2);
  });
});

describe('§8 code 6401', () => {
  it('clears the admin token and leaves the user token', async () => {
    cookies = { 'Portal-Token': 'u', 'Portal-Admin-Token': 'dead3' };
    location.pathname = '/admin/index';
    answers.push(answer(6401));
    const { getAdminInfo } = await import('../../contract/session.ts');
    await expect(call(getAdminInfo)).rejects.toMatchObject({ code: 6401 });
    expect(cookies).toEqual({ 'Portal-Token': 'u' });
    expect(onExpired).toHaveBeenCalledExactlyOnceWith('admin', 6401);
  });
});
