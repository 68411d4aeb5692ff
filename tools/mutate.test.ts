import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { compileFunction } from 'node:vm';
import { afterAll, describe, expect, test } from 'vitest';
import { changedText } from './mutate/compiler.ts';
import { instrument, switchName } from './mutate/instrument.ts';
import { nameOf, readKept, staleEntries } from './mutate/kept-mutants.ts';
import { mutantsOf } from './mutate/mutants.ts';
import type { Result } from './mutate/results.ts';
import { runMutants } from './mutate/run-mutants.ts';
import { repositoryRoot } from './repository.ts';

const changesOf = (text: string): readonly string[] => {
  const { mutants } = mutantsOf('sample.ts', text);
  return mutants.map(({ from, operator, to }) => `${operator}: ${from} → ${to}`);
};

/** Runs JavaScript with the mutant of this number. */
function valueOf(text: string, active: number): unknown {
  const value: unknown = Reflect.apply(compileFunction(text, [switchName]), undefined, [
    (id: number) => id === active,
  ]);
  return value;
}

describe('mutants', () => {
  test('are made of conditions, operators, members, texts, numbers and calls', () => {
    expect(changesOf('if (a < b) c();')).toEqual([
      'swap-operator: a < b → a <= b',
      'swap-operator: a < b → a >= b',
      'condition: a < b → true',
      'condition: a < b → false',
      'remove-statement: c(); → ',
    ]);
    expect(changesOf("x = a && 'b';")).toEqual([
      "remove-statement: x = a && 'b'; → ",
      "swap-operator: a && 'b' → a || 'b'",
      "drop-side: a && 'b' → a",
      "drop-side: a && 'b' → 'b'",
      "text: 'b' → ''",
    ]);
    expect(changesOf('const x = { a: 1n, b };')).toEqual([
      'drop-member: a: 1n → ',
      'drop-member: b → ',
      'number: 1n → 1n + 1n',
    ]);
    expect(changesOf('const x = list.filter(ok).every(good);')).toEqual([
      'swap-method: every → some',
      'drop-call: .filter() → ',
    ]);
    expect(changesOf('const x = `${a} of ${b}`;')).toEqual([
      'drop-part: ${a} in `${a} of ${b}` → ',
      'drop-part: ${b} in `${a} of ${b}` → ',
      'drop-part: of in `${a} of ${b}` → ',
    ]);
  });

  test('are not made of types, imports, lists that are types, and texts of bugs', () => {
    const text = `
      import { a } from 'a';
      type B = 'b' | 'c';
      interface D { readonly e: 'f' }
      const kinds = ['g', 'h'] as const;
      throw new Error('i');
    `;
    expect(changesOf(text).filter((change) => !change.startsWith('remove-statement'))).toEqual([]);
  });

  test('stand in one text, which without any of them does what it did', () => {
    const text = `
      const list = [3, 1, 2].filter((n) => n > 1 || n === 0);
      const named = list.map((n) => { if (n === 2) return 'two'; return \`n\${n}\`; });
      const found = named.at(5)?.at(0) ?? 'none';
      return [...named.toSorted(), found, named.length - 1].join(',');
    `;
    const mutated = mutantsOf('sample.ts', text);
    const all = instrument(mutated);
    expect(valueOf(all, -1)).toBe(valueOf(text, -1));
    for (const { id } of mutated.mutants) {
      const alone = outcomeOf(() => valueOf(changedText(mutated, id), -1));
      expect(outcomeOf(() => valueOf(all, id))).toEqual(alone);
    }
    expect(mutated.mutants.length).toBeGreaterThan(30);
  });
});

function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.name : error;
  }
}

describe('the tests of a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-mutate-'));
  afterAll(async () => rm(folder, { recursive: true, force: true }));
  const file = relative(repositoryRoot, join(folder, 'limit.ts'));
  const testFile = relative(repositoryRoot, join(folder, 'limit.test.ts'));

  async function resultsOf(
    code: string,
    tests: string,
    operators = /./,
  ): Promise<Readonly<Record<string, string>>> {
    await writeFile(join(folder, 'limit.ts'), code);
    await writeFile(
      join(folder, 'limit.test.ts'),
      `import { expect, test } from 'vitest';\nimport * as code from './limit.ts';\n${tests}`,
    );
    const mutated = mutantsOf(file, code);
    const results: Result[] = [];
    const broken: string[] = [];
    await runMutants(
      { file, mutated, testFiles: [testFile], dependents: [file, testFile], key: '', testsKey: '' },
      {
        ids: mutated.mutants.filter(({ operator }) => operators.test(operator)).map(({ id }) => id),
        deadlineMs: Date.now() + 60_000,
        propertyMaxMs: 1_000,
        keep: async (result) => {
          results.push(result);
        },
        onBroken: (name) => broken.push(name),
      },
    );
    expect(broken).toEqual([]);
    return Object.fromEntries(
      mutated.mutants.map(({ from, id, to }) => [
        `${from} → ${to}`,
        results.find((result) => result.id === id)?.status ?? 'missing',
      ]),
    );
  }

  test('notice what they assert, and nothing else', async () => {
    const code =
      'export const isLow = (n: number): boolean => n < 10;\nexport const other = (): number => 5;\n';
    const weak = "test('low', () => { expect(code.isLow(1)).toBe(true); });\n";
    expect(await resultsOf(code, weak)).toEqual({
      'n < 10 → n <= 10': 'survived',
      'n < 10 → n >= 10': 'killed',
      'n < 10 → undefined': 'killed',
      '10 → 10 + 1': 'survived',
      '5 → 5 + 1': 'unreached',
      '5 → undefined': 'unreached',
    });
  });

  test('notice a constant that is made when the file is read, and a loop that never ends', async () => {
    const code = [
      'const most = 2;',
      'export function count(): number {',
      '  let n = 0;',
      '  while (n < most) n += 1;',
      '  return n;',
      '}',
      '',
    ].join('\n');
    const weak = "test('count', () => { expect(code.count()).toBe(2); });\n";
    const results = await resultsOf(code, weak, /^(?:number|swap-operator)$/);
    expect(results['2 → 2 + 1']).toBe('killed');
    expect(results['n += 1 → n -= 1']).toBe('hung');
    const survivors = Object.entries(results).filter(([, status]) => status === 'survived');
    expect(survivors.map(([change]) => change)).toEqual(['0 → 0 + 1', '1 → 1 + 1']);
  });
});

describe('the lists of mutants', () => {
  test('name mutants by what they change, and never a line', async () => {
    const text = await readFile(join(import.meta.dirname, 'mutate/equivalent.json'), 'utf8');
    expect(text).not.toMatch(/"line"/);
    const [mutant] = mutantsOf('a.ts', 'const a = 1;').mutants;
    const [moved] = mutantsOf('a.ts', '\n\nconst a = 1;').mutants;
    if (mutant === undefined || moved === undefined) throw new Error('no mutant');
    expect(nameOf(moved)).toBe(nameOf(mutant));
  });

  test('refuse an entry that fits no mutant', () => {
    const [mutant] = mutantsOf('a.ts', 'const a = 1;').mutants;
    if (mutant === undefined) throw new Error('no mutant');
    const kept = { equivalent: new Set([nameOf(mutant)]) };
    expect(staleEntries(kept, [mutant])).toEqual([]);
    expect(staleEntries(kept, [])).toEqual([nameOf(mutant)]);
    expect(readKept().equivalent).toBeInstanceOf(Set);
  });
});
