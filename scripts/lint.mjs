// Lints and format-checks with Biome. Biome comes as a platform package (an optional dependency), so that the
// lockfile names only builds that every registry has; where there is none, that is said, and in CI it fails.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const args = process.argv.slice(2);
let binary;
try {
  binary = createRequire(import.meta.url).resolve('@biomejs/cli-linux-x64/biome');
} catch {
  console.error('LINT NOT RUN: Biome has no build installed for this system (see scripts/lint.mjs).');
  process.exit(process.env.CI === 'true' ? 1 : 0);
}
const result = spawnSync(binary, ['check', '--error-on-warnings', ...args], { stdio: 'inherit' });
process.exit(result.status ?? 1);
