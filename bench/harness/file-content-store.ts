import { readFile } from 'node:fs/promises';

// Replaces the adapter of the content store in a process under test; see content-store-preload.ts. The real adapter
// refuses addresses of this machine.

const file = process.env['HARNESS_CONTENT_FILE'] ?? '';

export function contentStorePolicy(): object {
  return { hosts: [] };
}

/** Returns the file of the run for every address of every bank. */
export function createHttpContentStore(): { read(): Promise<Buffer> } {
  return { read: () => readFile(file) };
}
