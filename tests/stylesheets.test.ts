import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const styles = join(root, 'node_modules/@mantine/core/styles');
/** Components that are drawn by another one's stylesheet, too. */
const beside: Record<string, string> = {
  Checkbox: 'InlineInput',
  Radio: 'InlineInput',
  Switch: 'InlineInput',
  NativeSelect: 'Input',
  TextInput: 'Input',
  Textarea: 'Input',
};

const importedBy = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/'@mantine\/core\/styles\/(\w+)\.css'/g)].map(
    ([, name = '']) => name,
  );
const everywhere = importedBy('web/ui/mantine/styles.ts');
const inBackOffice = importedBy('web/ui/mantine/styles-admin.ts');

test('a component of Mantine has its stylesheet wherever it is drawn: without it, a tick fills the page', () => {
  let components = 0;
  const without = globSync('web/{features,admin}/**/*.tsx', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(source) ?? [];
    const there = new Set([
      ...everywhere,
      ...(file.startsWith('web/admin') ? inBackOffice : []),
      ...importedBy(file),
    ]);
    return names
      .split(',')
      .map((name) => name.trim())
      .flatMap((name) => [name, ...(beside[name] ? [beside[name]] : [])])
      .filter((name) => existsSync(join(styles, `${name}.css`)))
      .filter((name) => {
        components++;
        return !there.has(name);
      })
      .map((name) => `${file}: ${name}.css`);
  });
  expect(without).toEqual([]);
  expect(components).toBeGreaterThan(100);
});
