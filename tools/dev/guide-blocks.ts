import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { textOf } from '../repository.ts';

/** Returns the code blocks of a document in this language, in order. */
export async function blocksOf(path: string, language: string): Promise<readonly string[]> {
  const text = await textOf(path);
  const pattern = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...text.matchAll(pattern)].map(([, block = '']) => block);
}

/** Writes the programs of a document into a clone; the first line of each names its file. */
export async function writePrograms(path: string, root: string): Promise<void> {
  for (const block of await blocksOf(path, 'js')) {
    const [, file] = /^\/\/ (\S+)\n/.exec(block) ?? [];
    if (file === undefined) throw new Error(`a program of ${path} does not name its file`);
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), block);
  }
}
