import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { consumeOcra } from '../../store/proofs.store.ts';

/** A challenge that a user answered, and what it is used for. */
export interface ConsumeChallenge {
  readonly challengeId: string;
  readonly userId: string;
  readonly usedFor: string;
}

/** Consumes an answered challenge of a user; returns false if it is another user's, or was consumed before. */
export async function consumeChallenge(
  { bankId, clock }: Context,
  work: Work,
  { challengeId, usedFor, userId }: ConsumeChallenge,
): Promise<boolean> {
  const use = { bankId, userId, proofId: challengeId, usedFor, now: clock.now() };
  return (await consumeOcra(work, use)) !== undefined;
}
