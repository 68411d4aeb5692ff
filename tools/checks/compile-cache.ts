import { readdir, rm } from 'node:fs/promises';

/** Four times the modules of the product, its packages and the tools. */
const entriesMaxDefault = 20_000;

/** Deletes the compile cache when it is too large: vitest loads each test file under a new address in every run. */
export async function limitCompileCache(folder: string, entriesMax = entriesMaxDefault): Promise<void> {
  // There is no folder before the first run.
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  if (entries.length > entriesMax) await rm(folder, { recursive: true, force: true });
}
