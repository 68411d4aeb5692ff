import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = new URL('../', import.meta.url).pathname;
const lines = readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n');
const first = lines.indexOf('| What | Proved by |') + 2;
const rows = lines
  .slice(first, lines.indexOf('', first))
  .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/gv, '')));

/** Returns the files that prove a promise, each with the names of its tests. */
function proofsIn(cell: string): readonly { readonly path: string; readonly names: readonly string[] }[] {
  return cell
    .split('](')
    .slice(1)
    .map((part) => {
      const [path = '', ...rest] = part.split(')');
      return {
        path,
        names: [...rest.join(')').matchAll(/\*(?<name>[^*]+)\*/gv)].map((match) => match[1] ?? ''),
      };
    });
}

describe('a promise of SECURITY.md', () => {
  test('is one of many', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(([what]) => what === undefined || what === '')).toEqual([]);
  });

  test.each(rows.map(([what = '', proved = '']) => ({ what, proved })))(
    'has a file that proves it: $what',
    ({ proved }) => {
      const proofs = proofsIn(proved);
      expect(proofs.map(({ path }) => path)).not.toEqual([]);
      expect(proofs.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
      expect(proofs.some(({ path }) => path.includes('.test.ts') || path.startsWith('bench/torture/'))).toBe(
        true,
      );
      for (const { names, path } of proofs) {
        const text = readFileSync(join(root, path), 'utf8');
        // A test name may have placeholders; only the text before the first one appears literally in the file.
        for (const name of names) expect(text).toContain(name.split(/[:%$]/v)[0]?.trimEnd());
      }
    },
  );
});
