import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Readable by the group of the print service only. */
const fileMode = 0o640;

/**
 * Writes a complete file or none: it gets its name when its bytes are on disk, so the print service never sees a
 * partial file.
 */
export async function writeSpoolFile(
  folder: string,
  name: string,
  content: Uint8Array | string,
): Promise<void> {
  const hidden = join(folder, `.${name}.${randomUUID()}`);
  try {
    await using file = await open(hidden, 'wx', fileMode);
    await file.writeFile(content);
    await file.sync();
    await rename(hidden, join(folder, name));
  } catch (error) {
    // On a full disk, a partial file would occupy space that other files need.
    await rm(hidden, { force: true });
    throw error;
  }
}

/** Syncs the directory, so that file names are on disk too. */
export async function syncDirectory(folder: string): Promise<void> {
  await using directory = await open(folder, 'r');
  await directory.sync();
}
