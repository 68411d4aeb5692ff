import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Readable for the group of the print street, for nobody else. */
const fileMode = 0o640;

/**
 * Puts a whole file into the folder, or none: it gets its name when its bytes are on the disk. Whoever watches the
 * folder never sees half of one.
 */
export async function placeFile(folder: string, name: string, content: Uint8Array | string): Promise<void> {
  const hidden = join(folder, `.${name}.${randomUUID()}`);
  try {
    await using file = await open(hidden, 'wx', fileMode);
    await file.writeFile(content);
    await file.sync();
    await rename(hidden, join(folder, name));
  } catch (error) {
    // On a full disk what was begun takes the space that others need.
    await rm(hidden, { force: true });
    throw error;
  }
}

/** Makes sure that the names of files are on the disk, too. */
export async function keepNames(folder: string): Promise<void> {
  await using directory = await open(folder, 'r');
  await directory.sync();
}
