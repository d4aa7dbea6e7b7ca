import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a run with failed tests stays a failed run: starting PostgreSQL does not touch the exit code', () => {
  const program = "process.exitCode = 3; await import('./postgres.ts');";
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(3);
});
