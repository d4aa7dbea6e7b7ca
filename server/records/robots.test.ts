import { expect, test } from 'vitest';
import { isRobot } from './robots.ts';

test.each([
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.19045; en-US) PowerShell/7.5.0',
  'Mozilla/5.0 (Windows NT; Windows NT 10.0; de-DE) WindowsPowerShell/5.1.19041.1',
  'curl/8.14.1',
  'Wget/1.25.0',
  'Wget/1.25.0 (linux-gnu)',
  'aria2/1.37.0',
  'python-requests/2.32.3',
  'Python-urllib/3.12',
  'Python/3.12 aiohttp/3.9.1',
  'httr2/1.0.0 r-curl/5.2 libcurl/8.5.0',
  'libcurl/7.88 r-curl/5.2 httr/1.4',
  'R (4.3.1 x86_64-pc-linux-gnu x86_64 linux-gnu)',
  'GDAL/3.9.0',
  '',
])('access.md "Usage": a person’s: %s', (userAgent) => {
  expect(isRobot(userAgent)).toBe(false);
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'Scrapy/2.11.0 (+https://scrapy.org)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36',
])('access.md "Usage": a robot’s: %s', (userAgent) => {
  expect(isRobot(userAgent)).toBe(true);
});

test('threat 33: 500 characters of hostile text, which is what a record keeps, cost next to nothing', () => {
  const families = ['a/1.', ' (', 'http', '/v1.1', ': ', 'Mozilla/5.0 ', 'bot'.repeat(2), '%20', 'x.y/'];
  const began = performance.now();
  for (const one of families) isRobot(one.repeat(500).slice(0, 500));
  expect(performance.now() - began).toBeLessThan(500);
});
