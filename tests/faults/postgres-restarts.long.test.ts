import { test } from 'vitest';
import { restartsUnderLoad } from '../support/postgres-restarts.ts';

test('fault: PostgreSQL restarts, 20 times under load', () => restartsUnderLoad(20));
