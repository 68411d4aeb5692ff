import { plainStatement } from './statement.ts';
import type { Writer } from './writer.ts';

const lock = plainStatement('select pg_advisory_xact_lock(hashtextextended($1, 0))', 'lock');

/** Waits for others who hold the same name, until the transaction ends: for what has no row yet that could be held. */
export async function lockName(work: Writer, ...name: readonly string[]): Promise<void> {
  await work.lock(lock([JSON.stringify(name)]));
}
