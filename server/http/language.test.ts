import { describe, expect, it } from 'vitest';
import { languageFor } from './language.ts';

describe('decisions §8: the language of a page, by Accept-Language (RFC 9110 §12.5.4)', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['en-GB,en;q=0.9', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['ZH-hans-cn', 'zh-CN'],
    ['en;q=0.8, zh-TW', 'zh-CN'],
    ['en, zh;q=0.9', 'en'],
    ['en;q=0.5, zh;q=0.50', 'en'],
    ['zh, en', 'zh-CN'],
    ['en;q=0, zh;q=0', 'en'],
    ['de, fr;q=0.9', 'en'],
    ['de, zh;q=0.1', 'zh-CN'],
    ['*', 'en'],
    ['en;q=0, *', 'zh-CN'],
    ['zh;q=0, *;q=0.1', 'en'],
    ['en;q=0.2, *;q=0.7', 'zh-CN'],
    ['zh ; q=1.000 , en;q=0.999', 'zh-CN'],
    ['zhuang', 'en'],
    ['zh;q=x, en;q=0.1', 'en'],
  ])('%j → %s', (header, language) => {
    expect(languageFor({ 'accept-language': header })).toBe(language);
  });

  it('beyond its first thousand characters, whose work is bounded, a header is not read', () => {
    for (const filler of [' ', ',', 'en;q=0.1,', 'fr-'])
      expect(languageFor({ 'accept-language': `${filler.repeat(20_000)},zh` }), filler).toBe('en');
  });
});

describe('the language that a person chose goes before', () => {
  it.each([
    ['Portal-Language=zh-CN', 'en', 'zh-CN'],
    ['a=b; Portal-Language=en; c=d', 'zh-CN', 'en'],
    ['Portal-Language=de', 'zh-CN', 'zh-CN'],
    ['Portal-Language=', 'en', 'en'],
    ['Portal-Language=__proto__', 'en', 'en'],
    ['X-Portal-Language=zh-CN', 'en', 'en'],
  ])('cookie %j with %s', (cookie, header, language) => {
    expect(languageFor({ cookie, 'accept-language': header })).toBe(language);
  });
});
