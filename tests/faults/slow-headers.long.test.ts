import { test } from 'vitest';
import { slowHeaders } from '../support/slow-headers.ts';

test('fault: slow headers on 1,000 connections', () => slowHeaders(1_000));
