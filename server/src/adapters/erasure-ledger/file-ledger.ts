import { open, readFile } from 'node:fs/promises';
import type { Erasure, ErasureLedger } from '#capabilities/party/index.ts';

/**
 * The ledger as a file, one line of JSON each. A line counts when it is on the disk; one that was torn by a crash was
 * never acknowledged, so its erasure has not happened yet.
 */
export function createFileLedger(path: string): ErasureLedger {
  return {
    async append({ bankId, erasedAt, partyNumber }) {
      await using file = await open(path, 'a', 0o600);
      // The line break in front ends a torn line of somebody else.
      await file.appendFile(`\n${JSON.stringify({ bankId, partyNumber, erasedAt })}\n`);
      await file.sync();
    },
    async list() {
      const text = await readFile(path, 'utf8').catch(ifMissing);
      return text.split('\n').flatMap((line) => {
        const erasure = erasureIn(line);
        return erasure === undefined ? [] : [erasure];
      });
    },
  };
}

/** A ledger that nobody has written to is empty; one that cannot be read is a failure. */
function ifMissing(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
}

function erasureIn(line: string): Erasure | undefined {
  const read = jsonIn(line);
  if (typeof read !== 'object' || read === null) return undefined;
  const { bankId, erasedAt, partyNumber } = { bankId: '', erasedAt: '', partyNumber: '', ...read };
  return [bankId, erasedAt, partyNumber].every((member) => typeof member === 'string' && member !== '')
    ? { bankId, erasedAt, partyNumber }
    : undefined;
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
    // An empty or torn line.
  } catch {
    return undefined;
  }
}
