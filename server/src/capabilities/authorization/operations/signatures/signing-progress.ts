import type { Context } from '#platform/work/context.ts';
import { type AlternativeExplanation, explainProgress } from '../../domain/signing/explain.ts';
import type { Roster } from '../../domain/signing/roster.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { type PreparedSigning, readSigning } from '../../steps/prepared-signing.ts';
import { isClosed } from '../../steps/signing-states.ts';
import { findCollections, type StoredCollection } from '../../store/collections.store.ts';

/** How far a resource is signed. */
export interface SigningProgress {
  /** Signatures that the cheapest alternative of the rule requires. */
  readonly least: number;
  /** Signatures that the alternative closest to completion requires, and how many of them are missing. */
  readonly required: number;
  readonly missing: number;
  readonly isFulfilled: boolean;
  /** Display names of people of the owner whose signature would be accepted now, sorted; at most `namesMax`. */
  readonly signerNames: readonly string[];
}

const namesMax = 20;

/** Returns how many signatures a resource requires and lacks now, and who could give the next one. Changes nothing. */
export async function signingProgress(
  ctx: Context & AuthorizationPorts,
  prepared: PreparedSigning,
): Promise<SigningProgress> {
  const existing = await findCurrent(ctx, prepared);
  const { collection, moment, rule } = await readSigning(ctx, { ...prepared, existing });
  const alternatives = explainProgress(rule, collection, moment);
  const totals = alternatives.map(requiredIn);
  const [best] = alternatives;
  if (best === undefined) throw new Error('rule has no alternative');
  const isOpen = existing === undefined || !isClosed(existing, moment.now);
  return {
    least: Math.min(...totals),
    required: requiredIn(best),
    missing: best.missing,
    isFulfilled: best.success,
    signerNames: isOpen && !best.success ? await namesOf(ctx, moment.roster, alternatives) : [],
  };
}

/** Finds the collection again: it may have changed since the signing was prepared. */
async function findCurrent(
  { authorizationVault: vault, bankId, db }: Context & AuthorizationPorts,
  { owner, request: { resourceId }, resourceKind }: PreparedSigning,
): Promise<StoredCollection | undefined> {
  return (await findCollections(db, vault, { bankId, resourceId, owners: [owner], resourceKind }))[0];
}

function requiredIn({ signatures }: AlternativeExplanation): number {
  return signatures.reduce((total, { required }) => total + required, 0);
}

/** Returns the names of people with a mandate; staff of the bank are not named. */
async function namesOf(
  { bankId, db, users }: Context & AuthorizationPorts,
  { signers }: Roster,
  alternatives: readonly AlternativeExplanation[],
): Promise<readonly string[]> {
  const able = new Set(alternatives.flatMap(({ maySign }) => maySign));
  const userIds = signers
    .filter(({ mandates, userId }) => mandates.length > 0 && able.has(userId))
    .map(({ userId }) => userId);
  const people = userIds.length === 0 ? [] : await users.findAll(db, { bankId, userIds });
  return people
    .map(({ displayName }) => displayName)
    .toSorted()
    .slice(0, namesMax);
}
