import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { UserStatus } from '../../../../contract/session.ts';
import { nameOfStep } from './application-steps.ts';
import { Timeline } from './timeline.tsx';

it('decisions §3: newest first, also of one millisecond, as an approval by rule is', () => {
  const at = '2026-01-31T00:00:00.000Z';
  const steps = [
    { from: null, to: 'pending' as const, reason: null, at },
    { from: 'pending' as const, to: 'approved' as const, reason: null, at },
  ];
  const shown = renderToStaticMarkup(
    createElement(Timeline<UserStatus>, { steps, nameOf: nameOfStep, said: null }),
  );
  expect(shown.indexOf('Approved')).toBeGreaterThan(0);
  expect(shown.indexOf('Approved')).toBeLessThan(shown.indexOf('You applied'));
});
