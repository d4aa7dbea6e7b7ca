// @module-tag guards
import { test } from 'vitest';
import { restartsUnderLoad } from '../support/postgres-restarts.ts';

test(
  'fault: PostgreSQL restarts under load: the process lives, is well again at once, no commit is lost or doubled',
  {
    timeout: 180_000,
  },
  () => restartsUnderLoad(3),
);
