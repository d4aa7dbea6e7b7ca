import { describe, expect, test } from 'vitest';
import { codeMail, decisionMail } from './mails.ts';

const site = { name: 'Lab & <Co>', publicUrl: 'https://data.lab.example' };
const ada = { email: 'ada@example.org', firstName: '<img src=x onerror=alert(1)>' };

describe('issue 3: mails as HTML', () => {
  test('threats row 17: everything that people typed is text', () => {
    const reason =
      '</p><script>alert(1)</script> & "quotes" \'here\'\n\n<a href="https://evil.example">x</a>';
    const { html = '', body } = decisionMail(site, ada, 'rejected', reason) ?? { html: '', body: '' };
    expect(html.match(/<(?!\/?(?:html|head|meta|title|body|div|p|br|a|strong)\b|!doctype)/gi)).toBeNull();
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot; &#39;here&#39;');
    expect(html).toContain('Dear &lt;img src=x onerror=alert(1)&gt;,');
    expect(html).toContain('Lab &amp; &lt;Co&gt;');
    expect(body).toContain(reason);
  });

  test('nothing is fetched from anywhere, and only our own addresses are links', () => {
    const reason =
      'See https://evil.example/x, https://data.lab.example.evil.example/y and https://data.lab.example/z.';
    const { html = '' } = decisionMail(site, { ...ada, firstName: 'Ada' }, 'needs_info', reason) ?? {};
    const links = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    expect(links).toEqual(['https://data.lab.example/z', 'https://data.lab.example/account']);
    expect(html).not.toMatch(/\bsrc=|url\(|<link|<style|@import/);
  });

  test('the code stands out, and the plain text has it too', () => {
    const mail = codeMail(site, 'ada@example.org', 'register', '01234567');
    expect(mail.html).toMatch(/Your code: <strong[^>]*>01234567<\/strong>/);
    expect(mail.body).toMatch(/^Your code: 01234567$/m);
  });

  test('threats row 27: no value makes a header line of its own', () => {
    const tricky = { ...site, name: 'Lab\r\nBcc: evil@example.org\u0000\u0085x' };
    expect(codeMail(tricky, 'ada@example.org', 'reset', '1').subject).toBe(
      '1 is your code for a new password at Lab Bcc: evil@example.org x',
    );
  });

  test('an approval that ends says when', () => {
    const until = Date.UTC(2027, 0, 31, 23);
    expect(decisionMail(site, ada, 'approved', null, until)?.body).toContain('lasts until 31 January 2027');
    expect(decisionMail(site, ada, 'approved', null)?.body).not.toMatch(/until|\{/);
  });
});
