import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importersOf, reachedFrom } from './import-graph.ts';

const texts: Readonly<Record<string, string>> = {
  'server/src/platform/kernel/money.ts': `import Type from 'typebox';\nexport const money = Type;\n`,
  'server/src/platform/pay.ts': `import { money } from '#platform/kernel/money.ts';\nexport { money };\n`,
  'server/src/platform/pay.test.ts': `import {\n  money,\n} from './pay.ts';\nimport '../seed.ts';\n`,
  'server/src/seed.ts': `export {};\n`,
  'server/src/lazy.ts': `export const pay = () => import('./platform/pay.ts');\n`,
  'server/src/program.ts': `export {};\n`,
  'tools/start.ts': `const program = new URL('../server/src/program.ts', import.meta.url);\n`,
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portico-imports-'));
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
});
afterAll(() => rm(root, { recursive: true }));

it.each([
  ['an alias', 'server/src/platform/kernel/money.ts', ['server/src/platform/pay.ts']],
  [
    'relative imports, also dynamic ones',
    'server/src/platform/pay.ts',
    ['server/src/lazy.ts', 'server/src/platform/pay.test.ts'],
  ],
  ['an import without names', 'server/src/seed.ts', ['server/src/platform/pay.test.ts']],
  ['the address of a program', 'server/src/program.ts', ['tools/start.ts']],
])('finds importers by %s', async (_how, path, expected) => {
  const importers = await importersOf(Object.keys(texts), root);
  expect(importers.get(path)?.toSorted()).toEqual(expected);
});

it('knows no packages', async () => {
  const importers = await importersOf(Object.keys(texts), root);
  expect([...importers.keys()].filter((path) => path.includes('typebox'))).toEqual([]);
});

it('reaches each file once, the nearest first, and ends on a cycle', () => {
  const importers = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d', 'a']],
    ['d', ['e']],
  ]);
  expect(reachedFrom(['a'], importers)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(reachedFrom(['d', 'unknown'], importers)).toEqual(['d', 'unknown', 'e']);
});
