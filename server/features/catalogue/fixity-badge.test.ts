import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

describe('docs/decisions/0033: the badge of a dataset’s files', () => {
  let t: TestApp;
  let url: string;
  beforeAll(async () => {
    t = await buildTestApp();
    const { dataset } = await t.dataset({ name: 'Brain <b>&"\'', files: { 'a.txt': 'a' } });
    url = `/api/v1/dataset/${dataset.id}/fixity.svg`;
  });
  afterAll(() => t.close());
  const ask = (query = '', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    t.inject(method, url + query, { headers });

  test('threats row 15, 17: an image for other sites, kept for five minutes, whose policy allows it nothing', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(answer.body).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" [^>]*role="img" aria-label="[^"]+">/,
    );
    expect(answer.body).toContain('<title>Brain &lt;b&gt;&amp;&quot;&#39; 1.0: 1 file verified');
    expect(answer.body).not.toMatch(/style|<script|href|on\w+=/);
  });

  test('RFC 9110: 304 when unchanged, with the same headers; HEAD', async () => {
    const { headers } = await ask();
    const again = await ask('', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({
      etag: headers.etag,
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const head = await ask('', {}, 'HEAD');
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', headers.etag]);
  });

  test('one language for all who look: English, or the one asked for; any other query is 400', async () => {
    const english = await ask('', { 'accept-language': 'zh-CN', cookie: 'Portal-Language=zh-CN' });
    expect(english.headers['content-language']).toBe('en');
    expect(english.body).toContain('>files verified</text>');
    const chinese = await ask('?lang=zh-CN');
    expect(chinese.headers['content-language']).toBe('zh-CN');
    expect(chinese.body).toContain('全部 1 个文件在 1 天内校验无误');
    for (const query of ['?lang=de', '?lang=en&lang=en', '?style=flat', '?lang='])
      expect((await ask(query)).json(), query).toMatchObject({ code: 400 });
  });
});
