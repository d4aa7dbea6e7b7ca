// @module-tag guards
import { test } from 'vitest';
import { slowHeaders } from '../support/slow-headers.ts';

test(
  'fault: slow headers on 200 connections: healthy requests all succeed, the slow ones get 408 after 10 s',
  {
    timeout: 90_000,
  },
  () => slowHeaders(200),
);
