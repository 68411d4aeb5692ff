import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import { listExecutedSince } from '../../store/recent-signatures.store.ts';

const listMax = 500;

/** Lists the executed resources of one kind that users signed since a time: what a fraud report comes too late for. */
export async function listExecutedResources(
  { bankId, db }: Pick<Context, 'bankId' | 'db'>,
  criteria: {
    readonly userIds: readonly string[];
    readonly resourceKind: string;
    readonly since: Temporal.Instant;
  },
): Promise<readonly string[]> {
  return listExecutedSince(db, { bankId, ...criteria, listMax });
}
