import { readFile } from 'node:fs/promises';
import { pathOf } from './token-issuers.ts';

/** Reads a file that a setting names, without the line end that editors add. */
export async function textIn(file: string): Promise<string> {
  return (await readFile(pathOf(file), 'utf8')).trim();
}
