import { expect, it, test } from 'vitest';
import { withMemoryCeiling } from './memory-ceiling.ts';
import { compileCodecs } from './web-assembly.ts';

interface Memory {
  grow(pages: number): number;
}
interface Named {
  readonly module: string;
  readonly name: string;
  readonly kind: string;
}
declare const WebAssembly: {
  readonly Module: {
    new (bytes: Uint8Array): object;
    imports(module: object): readonly Named[];
    exports(module: object): readonly Named[];
  };
  readonly Instance: new (
    module: object,
    imports?: object,
  ) => { readonly exports: Readonly<Record<string, Memory>> };
};

/** A module that only exports a memory. */
function moduleWith(limits: string): Uint8Array {
  const section = `${(limits.length / 2 + 1).toString(16).padStart(2, '0')}01${limits}`;
  return Buffer.from(`0061736d0100000005${section}070a01066d656d6f72790200`, 'hex');
}

/** The memory of a module instantiated without imports. */
function memoryOf(module: object): Memory {
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    imports[from] = { ...imports[from], [name]: () => 0 };
  const name = WebAssembly.Module.exports(module).find(({ kind }) => kind === 'memory')?.name ?? '';
  const memory = new WebAssembly.Instance(module, imports).exports[name];
  if (memory === undefined) throw new Error('no memory');
  return memory;
}

test.each([
  ['no limit', '0001'],
  ['a limit of 2 GB', '0101808002'],
])('a module with %s gets our limit, and the engine enforces it', (_name, limits) => {
  expect(memoryOf(new WebAssembly.Module(moduleWith(limits))).grow(16)).toBe(1);
  const memory = memoryOf(new WebAssembly.Module(withMemoryCeiling(moduleWith(limits), 1)));
  expect(memory.grow(15)).toBe(1);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

it('rejects a module that it cannot limit', () => {
  expect(() => withMemoryCeiling(Buffer.from('0061736d01000000', 'hex'), 1)).toThrow(
    'without its own memory',
  );
  expect(() => withMemoryCeiling(moduleWith('0011'), 1)).toThrow('below its limit');
  expect(() => withMemoryCeiling(moduleWith('0301'), 1)).toThrow('one plain memory');
});

it('limits every codec to 320 MB', async () => {
  const pages = (mb: number): number => (mb * 1_048_576) / 65_536;
  for (const module of Object.values(await compileCodecs())) {
    const memory = memoryOf(module);
    expect(memory.grow(pages(300))).toBeGreaterThan(0);
    expect(() => memory.grow(pages(20))).toThrow(RangeError);
  }
});
