import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { carriedClock, databaseClock } from './clock.ts';
import { type Db, openDatabase } from './open.ts';

const DAY = 86_400_000;
const onError = (error: unknown) => {
  throw error;
};

describe('operations.md, "Several servers": the clock between two measurements', () => {
  const exactly = (ahead: number) => ({ least: ahead - 1, most: ahead + 1 });
  /** A clock, and the monotonic time by which it goes. */
  function begun(ahead: number) {
    const time = { now: 5_000 };
    return { time, clock: carriedClock(exactly(ahead), () => time.now) };
  }

  test('goes on by the monotonic time', () => {
    const { time, clock } = begun(1_000_000);
    expect(clock.now()).toBe(1_005_000);
    time.now += 250.7;
    expect(clock.now()).toBe(1_005_250);
  });

  test('a measurement that does not contradict it changes nothing, however long it took', () => {
    const { clock } = begun(1_000_000);
    for (const half of [1, 40, 3_000, 600]) {
      clock.correct({ least: 1_000_000 - half, most: 1_000_000 + 2 * half });
      expect(clock.now()).toBe(1_005_000);
    }
  });

  test('behind, it is set on; a little ahead, it stands still until it is right: never back', () => {
    const { time, clock } = begun(1_000_000);
    clock.correct(exactly(1_000_400));
    expect(clock.now()).toBe(1_005_399);
    clock.correct(exactly(1_000_000));
    expect(clock.now()).toBe(1_005_399);
    time.now += 398;
    expect(clock.now()).toBe(1_005_399);
    time.now += 100;
    expect(clock.now()).toBe(1_005_499);
  });

  test('the database’s own clock was set back: it follows', () => {
    const { clock } = begun(DAY);
    expect(clock.now()).toBe(DAY + 5_000);
    clock.correct(exactly(0));
    expect(clock.now()).toBe(5_001);
  });
});

onEachDatabase('operations.md, "Several servers": clocks by the database', (kind) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let db: Db;
  beforeAll(async () => {
    folder = await temporaryFolder();
    fresh = await freshDatabase(kind);
    db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(async () => {
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  test(`a jump of the machine’s clock is ${kind === 'SQLite' ? 'its own' : 'not seen'}`, async () => {
    const { now: real } = Date;
    const before = real();
    vi.spyOn(Date, 'now').mockImplementation(() => real() + DAY);
    const clock = await databaseClock(db, onError);
    const seen = clock.now();
    await clock.stop();
    vi.restoreAllMocks();
    const jumped = kind === 'SQLite' ? DAY : 0;
    // Database and test are on one machine: the same clock, but for rounding.
    expect(seen - jumped).toBeGreaterThan(before - 1_000);
    expect(seen - jumped).toBeLessThan(Date.now() + 1_000);
  });

  test('two of them agree', async () => {
    const clocks = [await databaseClock(db, onError), await databaseClock(db, onError)];
    const before = Date.now();
    const [one = 0, other = 0] = clocks.map((clock) => clock.now());
    for (const clock of clocks) await clock.stop();
    // Each knows the time to half of what its question took.
    expect(Math.abs(one - other)).toBeLessThan(Math.max(100, Date.now() - before));
  });
});
