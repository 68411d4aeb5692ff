import { glob, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

/** The FAPI 2.0 document says which test covers which requirement; these tests check the document. */
const root = new URL('../../../../../', import.meta.url);
const document = await readFile(new URL('docs/fapi-2.0.md', root), 'utf8');
const sources = await readAll('server/src/**/*.test.ts');

async function readAll(pattern: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const path of glob(pattern, { cwd: root }))
    texts.set(path, await readFile(new URL(path, root), 'utf8'));
  return texts;
}

/** Text in backticks in the last cell of a row, and in the list at the end. */
const named = document
  .split('\n')
  .flatMap((line) => {
    if (line.startsWith('| ')) return [line.split(' | ').at(-1) ?? ''];
    return line.trim().startsWith('(`') ? [line] : [];
  })
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, title = '']) => title));

/** Titles of tests that start with a requirement. */
const keyed = [...sources]
  .filter(([path]) => /\/fapi-2-[\w-]+\.db\.test\.ts$/.test(path))
  .flatMap(([, text]) =>
    [...text.matchAll(/'((?:5\.[\d.-]+|RFC \d+|CIBA) [^'\n]+)'/g)].map(([, title = '']) => title),
  );

const whole = [...sources.values()].join('\n');

describe('the document about FAPI 2.0', () => {
  it('names tests, and there are tests to name', () => {
    expect(named.length).toBeGreaterThan(100);
    expect(keyed.length).toBeGreaterThan(100);
  });

  it('names existing tests only', () => {
    expect(named.filter((title) => !whole.includes(`'${title}'`))).toEqual([]);
  });

  it('names every test whose title starts with a requirement', () => {
    expect(keyed.filter((title) => !named.includes(title))).toEqual([]);
  });

  it('names each test once', () => {
    expect(named.filter((title, index) => named.indexOf(title) < index)).toEqual([]);
  });
});
