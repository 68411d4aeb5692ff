import type { Context } from '#platform/work/context.ts';
import type { Sighting } from '../domain/third-party.ts';
import { upsertSighting } from '../store/third-parties.store.ts';

/** Records who has called since the last time. Not a command: each request is logged, and nothing is decided here. */
export async function recordSightings(ctx: Context, sightings: readonly Sighting[]): Promise<void> {
  // In one order in every process, so that no two of them wait for each other.
  for (const sighting of sightings.toSorted(byCertificate))
    await upsertSighting(ctx.db, ctx.bankId, sighting);
}

function byCertificate(one: Sighting, other: Sighting): number {
  return (
    one.organisationId.localeCompare(other.organisationId) ||
    `${one.issuer} ${one.serialNumber}`.localeCompare(`${other.issuer} ${other.serialNumber}`)
  );
}
