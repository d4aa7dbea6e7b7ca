import { describe, expect, it } from 'vitest';
import { tTabs } from '#texts/tabs';
import { limits } from '../../../contract/limits.ts';
import { type ClosingRequest, close, restore, type Tab, visit, without } from './tab-list.ts';
import { pinned as affix } from './tab-store.ts';

const pinned = ['/home'];
const tab = (path: string, query = ''): Tab => ({ path, url: path + query });
const listOf = (...paths: string[]) => paths.map((path) => tab(path));
const pathsOf = (tabs: readonly Tab[]) => tabs.map(({ path }) => path);
const abc = listOf('/home', '/a', '/b', '/c');

describe('§2 "Tab bar of visited pages"', () => {
  it('a new page comes last, a pinned one first', () => {
    expect(pathsOf(visit(listOf('/home', '/a'), tab('/b'), pinned))).toEqual(['/home', '/a', '/b']);
    expect(pathsOf(visit([], tab('/b'), pinned))).toEqual(['/home', '/b']);
  });

  it('the key is the path: another query is the same tab, at its newest address', () => {
    const visited = visit(listOf('/home', '/a', '/b'), tab('/a', '?keyword=ada#x'), pinned);
    expect(pathsOf(visited)).toEqual(['/home', '/a', '/b']);
    expect(visited[1]?.url).toBe('/a?keyword=ada#x');
  });

  it('a pinned tab remembers its address, too', () => {
    expect(visit(abc, tab('/home', '?from=2026-01-01'), pinned)[0]?.url).toBe('/home?from=2026-01-01');
  });

  it('the dashboard is the pinned one', () => {
    expect(affix).toEqual(['/admin/index']);
  });
});

describe('§2 "refresh current tab, close current tab, close other tabs, close all tabs"', () => {
  const closing = (active: string, what: ClosingRequest) => {
    const { gone, goTo } = close(abc, active, what, pinned);
    return { left: pathsOf(without(abc, new Set(pathsOf(gone)))), goTo: goTo?.path };
  };

  it('the words are these, in the default wording', () => {
    expect(Object.values(tTabs.literal)).toEqual([
      'refresh current tab',
      'close current tab',
      'close other tabs',
      'close all tabs',
    ]);
  });

  it.each<[string, ClosingRequest, string[], string | undefined]>([
    ['/a', { kind: 'one', path: '/a' }, ['/home', '/b', '/c'], '/b'],
    ['/c', { kind: 'one', path: '/c' }, ['/home', '/a', '/b'], '/b'],
    ['/b', { kind: 'one', path: '/a' }, ['/home', '/b', '/c'], undefined],
    ['/b', { kind: 'others', path: '/b' }, ['/home', '/b'], undefined],
    ['/a', { kind: 'others', path: '/c' }, ['/home', '/c'], '/c'],
    ['/home', { kind: 'others', path: '/c' }, ['/home', '/c'], '/c'],
    ['/b', { kind: 'all' }, ['/home'], '/home'],
    ['/home', { kind: 'all' }, ['/home'], undefined],
  ])('at %s, %j: %j is left, and one goes to %s', (active, what, left, goTo) => {
    expect(closing(active, what)).toEqual({ left, goTo });
  });

  it('"Pinned (affix) tabs cannot be closed"', () => {
    for (const what of [{ kind: 'one', path: '/home' }, { kind: 'all' }] as const) {
      expect(closing('/home', what).left).toContain('/home');
    }
    expect(closing('/home', { kind: 'one', path: '/home' }).goTo).toBeUndefined();
  });
});

describe('tabs over a reload', () => {
  const kept = {
    who: 'ada',
    tabs: [tab('/home'), tab('/a', '?page=2'), tab('/b')],
    scroll: { '/a': 400, '/b': 3 },
  };
  const text = JSON.stringify(kept);
  const all = () => true;

  it('come back with addresses and places', () => {
    expect(restore(text, 'ada', all)).toEqual(kept);
  });

  it('of another administrator nothing comes back', () => {
    expect(restore(text, 'eve', all)).toEqual({ who: 'eve', tabs: [], scroll: {} });
  });

  it('a screen that may not be seen (any more) does not come back', () => {
    const restored = restore(text, 'ada', (path) => path !== '/a');
    expect(pathsOf(restored.tabs)).toEqual(['/home', '/b']);
    expect(restored.scroll).toEqual({ '/b': 3 });
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"who":"ada","tabs":3}',
    '{"who":"ada","tabs":[null,3,{"path":"/a"},{"path":"/a","url":"https://evil.example/"}]}',
  ])('what people wrote there by hand is nothing: %s', (strange) => {
    expect(restore(strange, 'ada', all)).toEqual({ who: 'ada', tabs: [], scroll: {} });
  });
});

it('§9 "Tab menu width 105 px"', () => {
  expect(limits.tabMenuWidth).toBe(105);
});
