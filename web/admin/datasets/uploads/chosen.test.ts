import { describe, expect, it } from 'vitest';
import { fromFolderField } from './chosen.ts';
import { fingerprintOf } from './remembered.ts';
import { nextItem, type Task } from './task.ts';

const file = (path: string, size = 1) => {
  const made = new File([new Uint8Array(size)], path.split('/').at(-1) ?? '', { lastModified: 1 });
  return Object.defineProperty(made, 'webkitRelativePath', { value: path });
};

describe('§4 folder upload keeps the tree', () => {
  it('names each file by its place below the folder', () => {
    const [folder, ...more] = fromFolderField([file('scans/a.txt'), file('scans/left/deep/b.txt')]);
    expect(more).toEqual([]);
    expect(folder?.name).toBe('scans');
    expect(folder?.files.map(({ relativePath }) => relativePath)).toEqual(['a.txt', 'left/deep/b.txt']);
  });
});

describe('§4 a file chosen again goes on', () => {
  it('is known by dataset, place, size and time', () => {
    const one = fingerprintOf('d', file('a.txt'));
    expect(fingerprintOf('d', file('a.txt'))).toBe(one);
    for (const other of [
      fingerprintOf('e', file('a.txt')),
      fingerprintOf('d', file('b.txt')),
      fingerprintOf('d', file('a.txt', 2)),
      fingerprintOf('d', file('a.txt'), 'folder//a.txt'),
    ]) {
      expect(other).not.toBe(one);
    }
  });
});

describe('§4 parallel files', () => {
  const task = (state: Task['state'], ...done: boolean[]): Task => ({
    id: 1,
    datasetId: 'd',
    path: 'p',
    name: 'n',
    items: done.map((isDone) => ({ file: file('a'), fingerprint: '', sent: 0, isDone })),
    state,
    message: '',
  });

  it('takes the next file in order, of what may be sent', () => {
    const [paused, running] = [task('paused', false), task('sending', true, false)];
    expect(nextItem([paused, running])?.item).toBe(running.items[1]);
    expect(nextItem([paused, task('failed', false), task('signed out', false)])).toBeUndefined();
  });
});
