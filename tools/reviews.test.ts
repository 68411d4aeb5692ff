import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const docs = new URL('../docs/', import.meta.url).pathname;
const rows = readFileSync(join(docs, 'reviews.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ \|/v.test(line))
  .map((line) => {
    const [, number = '', criticism = '', answer = ''] = line.split('|').map((cell) => cell.trim());
    return { number, criticism, answer };
  });

interface Proof {
  readonly path: string;
  /** Names of tests; one may end before its placeholders, or where the rest adds nothing. */
  readonly names: readonly string[];
}

/** Returns the files that an answer links, each with the names behind it. */
function proofsIn(answer: string): readonly Proof[] {
  return answer
    .split('](')
    .slice(1)
    .map((part) => {
      const [path = '', ...rest] = part.split(')');
      const names = [...rest.join(')').matchAll(/(?<!\*)\*(?<name>[^*]+)\*(?!\*)/gv)];
      return { path: join(docs, path), names: names.map(({ groups }) => groups?.['name'] ?? '') };
    });
}

const stateOf = (answer: string): string | undefined =>
  /^\*\*(?<state>\w+)\*\*: /v.exec(answer)?.groups?.['state'];

describe('an answer to a review', () => {
  test('is there for each of the forty-five points', () => {
    expect(rows.map(({ number }) => Number(number))).toEqual(
      [20, 10, 5, 10].flatMap((count) => Array.from({ length: count }, (_, index) => index + 1)),
    );
  });

  test.each(rows)('names what exists: $criticism', ({ answer }) => {
    const state = stateOf(answer);
    const proofs = proofsIn(answer);
    expect(['Mended', 'Refused', 'Open']).toContain(state);
    expect(proofs.filter(({ path }) => !existsSync(path))).toEqual([]);
    const isTested = proofs.some(({ path }) => path.endsWith('.test.ts'));
    const isDecided = proofs.some(({ path }) => path.includes('/adr/'));
    expect(state !== 'Mended' || isTested).toBe(true);
    expect(state !== 'Refused' || isDecided).toBe(true);
    for (const { names, path } of proofs) {
      const text = readFileSync(path, 'utf8');
      for (const name of names) expect(text).toContain(name.split('%')[0]);
    }
  });
});
