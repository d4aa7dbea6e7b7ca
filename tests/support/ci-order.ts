import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than a minute: begun last, one would have all but one processor wait for its end. */
const LONGEST = [
  'server/access/decision.test.ts',
  'tests/admin-command.test.ts',
  'tests/demo.test.ts',
  'tests/e2e/admin-lists.test.ts',
  'tests/e2e/axe-states.test.ts',
  'tests/e2e/axe.test.ts',
  'tests/e2e/client-behaviour.test.ts',
  'tests/e2e/uploads.test.ts',
  'tests/formats-judged.test.ts',
  'tests/harness/campaign.test.ts',
  'tests/openapi-judged.test.ts',
  'tests/package.test.ts',
];

/**
 * The order of files in CI: another one each time, so that what only passes after another file is found. First come those
 * that have a process of their own, since each of them ends one that others share; then the longest.
 */
export default class CiOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    console.log(`Files in the order of --sequence.seed=${sequence.seed}`);
    const keyed = files.map((file) => {
      const path = file.moduleId.slice(root.length + 1);
      const group = file.project.name === 'alone' ? 0 : LONGEST.includes(path) ? 1 : 2;
      return { file, key: group + createHash('sha256').update(`${sequence.seed} ${path}`).digest('hex') };
    });
    return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ file }) => file);
  }
}
