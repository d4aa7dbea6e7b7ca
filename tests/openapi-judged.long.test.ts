import { describe, test } from 'vitest';
import { judges } from './support/judges.ts';
import { schemathesis } from './support/schemathesis.ts';

const programs = judges('Schemathesis at length');

describe.runIf(programs)('releases.md, "What machines read": OpenAPI before its judges, at length', () => {
  test('Schemathesis: 100 cases of each call', () => schemathesis(programs ?? '', 100), 3_600_000);
});
