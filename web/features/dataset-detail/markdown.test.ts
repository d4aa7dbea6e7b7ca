import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from './markdown.tsx';

const render = (source: string) => renderToStaticMarkup(createElement(Markdown, { source }));

describe('§3 detail, shown as safe text', () => {
  it('paragraphs are parted by blank lines', () => {
    expect(render('one\ntwo\n\n\nthree')).toBe('<p>one two</p><p>three</p>');
  });
  it('headings start at h3', () => {
    expect(render('# Top #\n## Next\ntext')).toBe('<h3>Top</h3><h3>Next</h3><p>text</p>');
  });
  it('lists, with lines that go on', () => {
    expect(render('Has:\n- a\n- b\n  more\n\nend')).toBe(
      '<p>Has:</p><ul><li>a</li><li>b more</li></ul><p>end</p>',
    );
  });
  it('bold and code', () => {
    expect(render('**128** at `3 T` and **open')).toBe(
      '<p><strong>128</strong> at <code>3 T</code> and **open</p>',
    );
  });
  it('http(s) links, named and bare, without the full stop behind them', () => {
    expect(render('[CC](https://cc.org/by) or http://x.org/a.')).toBe(
      '<p><a href="https://cc.org/by" rel="noreferrer">CC</a> or <a href="http://x.org/a" rel="noreferrer">http://x.org/a</a>.</p>',
    );
  });
});

describe('threat 17: what is not recognised stays text', () => {
  it.each([
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['</script><script>alert(1)</script>', '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['[x](data:text/html,1)', '[x](data:text/html,1)'],
    ['![x](//evil/x.png)', '![x](//evil/x.png)'],
  ])('%s', (source, text) => {
    expect(render(source)).toBe(`<p>${text}</p>`);
  });
  it('a long hostile text takes no long time', () => {
    const start = performance.now();
    render('**'.repeat(25_000));
    render(`${'['.repeat(25_000)}](`);
    render('`'.repeat(25_001));
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
