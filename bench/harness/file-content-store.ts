import { readFile } from 'node:fs/promises';

// Stands in for the adapter of the content store in a process under test; see content-store-preload.ts. The adapter
// itself reaches no address of this machine, as it should.

const file = process.env['RIG_CONTENT_FILE'] ?? '';

export function contentStorePolicy(): object {
  return { hosts: [] };
}

/** Every address of every bank is the one file of the run. */
export function createHttpContentStore(): { read(): Promise<Buffer> } {
  return { read: () => readFile(file) };
}
