import { plainStatement } from './statement.ts';
import type { Writer } from './writer.ts';

const lock = plainStatement('select pg_advisory_xact_lock(hashtextextended($1, 0))', 'lock');

/** Locks a name until the transaction ends, waiting for other holders: for things that have no row to lock yet. */
export async function lockName(work: Writer, ...name: readonly string[]): Promise<void> {
  await work.lock(lock([JSON.stringify(name)]));
}
