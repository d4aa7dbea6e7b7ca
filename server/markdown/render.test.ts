import { describe, expect, it, test } from 'vitest';
import { render } from './render.ts';

const html = (source: string) => render(source).html.replace(/\n/g, '');

describe('§3 detail, rendered', () => {
  it('paragraphs are parted by blank lines', () => {
    expect(render('one\ntwo\n\n\nthree').html).toBe('<p>one\ntwo</p>\n<p>three</p>');
  });
  it('headings are all one level, below the section of the page', () => {
    expect(html('# Top #\n## Next\ntext')).toBe('<h3>Top</h3><h3>Next</h3><p>text</p>');
  });
  it('lists, with lines that go on', () => {
    expect(html('Has:\n- a\n- b\n  more\n\nend')).toBe(
      '<p>Has:</p><ul><li>a</li><li>bmore</li></ul><p>end</p>',
    );
    expect(html('3. c\n4. d')).toBe('<ol start="3"><li>c</li><li>d</li></ol>');
  });
  it('bold, emphasis and code', () => {
    expect(html('**128** of *Acanthus* at `3 T` and **open')).toBe(
      '<p><strong>128</strong> of <em>Acanthus</em> at <code>3 T</code> and **open</p>',
    );
  });
  it('http(s) links, named and bare, without the full stop behind them; nothing else is taken for an address', () => {
    expect(html('[CC](https://cc.org/by) or http://x.org/a. See readme.md, www.x.org, a@x.org')).toBe(
      '<p><a href="https://cc.org/by" rel="noreferrer">CC</a> or ' +
        '<a href="http://x.org/a" rel="noreferrer">http://x.org/a</a>. See readme.md, www.x.org, a@x.org</p>',
    );
  });
  it('tables, without the inline styles that the policy refuses', () => {
    expect(html('|a|b|\n|:-|-:|\n|1|2|')).toBe(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    );
  });
  it('in Chinese, too', () => {
    expect(html('**共128例**，见 https://x.org/a。')).toBe(
      '<p><strong>共128例</strong>，见 <a href="https://x.org/a" rel="noreferrer">https://x.org/a</a>。</p>',
    );
  });
});

test('the words alone, in one line, for machines', () => {
  const source =
    '# About\n30 *people*,\nwith [a `link`](https://x.org).\n\n- a\n- b\n\n|c|d|\n|-|-|\n|e|f|\n\n```\ncode\n```';
  expect(render(source).plain).toBe('About 30 people, with a link. a b c d e f code');
  expect(render(`${'word '.repeat(2_000)}`).plain.length).toBeLessThanOrEqual(5_000);
});

describe('threat 17: no markup, no picture, no script', () => {
  it.each([
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>'],
    ['</script><script>alert(1)</script>', '<p>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<b>x</b> <!-- y -->', '<p>&lt;b&gt;x&lt;/b&gt; &lt;!-- y --&gt;</p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['[x](JaVaScRiPt&#58;alert(1))', '<p>[x](JaVaScRiPt:alert(1))</p>'],
    ['[x](data:text/html,1)', '<p>[x](data:text/html,1)</p>'],
    ['[x](//evil.org/a)', '<p>[x](//evil.org/a)</p>'],
    ['<javascript:alert(1)>', '<p>&lt;javascript:alert(1)&gt;</p>'],
    ['![x](//evil/x.png)', '<p>![x](//evil/x.png)</p>'],
    ['![x](https://evil.org/x.png)', '<p>!<a href="https://evil.org/x.png" rel="noreferrer">x</a></p>'],
    ['[x](https://x.org "onclick=1")', '<p><a href="https://x.org" rel="noreferrer">x</a></p>'],
    ['``` " onload=alert(1)\nx\n```', '<pre><code>x</code></pre>'],
  ])('%s', (source, expected) => {
    expect(html(source)).toBe(expected);
  });
});

it('what would be far longer than its source stays as it was written', () => {
  const wide = `${'|a'.repeat(300)}\n${'|-'.repeat(300)}\n${'|b\n'.repeat(15_000)}`;
  const { html: shown } = render(wide);
  expect(shown).not.toContain('<table>');
  expect(shown.length).toBeLessThan(500_000);
});
