import type { Temporal } from 'temporal-polyfill';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { PreparedSigning } from '../../steps/prepared-signing.ts';
import { insertCollection, lockResourceName, nameOf } from '../../steps/signing-states.ts';

/** A resource that will be signed. */
export interface OpenCollection {
  /** Prepared with a payload, and with the facts that the capability of the resource knows. */
  readonly prepared: PreparedSigning;
  /** The user who initiated the resource; absent when no user of the bank did, as for an order of a third party. */
  readonly initiator: string | undefined;
}

/** An open collection. */
export interface OpenedCollection {
  readonly collectionId: string;
  readonly digest: string;
  readonly expiresAt: Temporal.Instant;
}

/**
 * Opens the collection of a resource in the command that creates it, with its true initiator, before anyone signs.
 * Opening it again changes nothing; throws `conflict` if it exists with another payload or initiator. The caller audits
 * its own command.
 */
export async function openCollection(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { initiator, prepared }: OpenCollection,
): Promise<OpenedCollection> {
  await lockResourceName(work, ctx.bankId, nameOf(prepared));
  const collection = await insertCollection(ctx, work, { prepared, initiator });
  if (collection.digest !== prepared.decided?.digest || collection.initiator !== initiator)
    throw standardProblems.conflict();
  const { collectionId, digest, expiresAt } = collection;
  return { collectionId, digest, expiresAt };
}
