import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { limitCompileCache } from './compile-cache.ts';

it('the compile cache is deleted when it has too many entries, and not before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-compiled-'));
  try {
    await mkdir(join(folder, 'v24'));
    for (const name of ['a', 'b']) await writeFile(join(folder, 'v24', name), '');
    await limitCompileCache(folder, 3);
    expect(existsSync(folder)).toBe(true);
    await limitCompileCache(folder, 2);
    expect(existsSync(folder)).toBe(false);
    await limitCompileCache(folder, 2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
