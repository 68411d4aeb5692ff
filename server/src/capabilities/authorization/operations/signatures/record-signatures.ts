import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { SigningProof } from '../../domain/calling-context.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { PreparedSigning } from '../../steps/prepared-signing.ts';
import { type SigningResult, signResources } from '../../steps/sign-resources.ts';

/** Prepared resources that a user signs together. */
export interface RecordSignatures {
  /** Each resource once; each is signed under its own rule. */
  readonly prepared: readonly PreparedSigning[];
  readonly userId: string;
  readonly proof: SigningProof;
  /** The text that the user was shown for all of them, such as their number and totals. */
  readonly signatureData: string;
}

/** Outcome for one of the resources. */
export interface RecordedSignature {
  /** Absent when the user cannot sign and no collection exists. */
  readonly collectionId: string | undefined;
  readonly digest: string;
  readonly outcome: 'accepted' | 'already-signed' | 'cannot-sign';
  /** Whether the signatures suffice now. */
  readonly state: 'open' | 'fulfilled';
  /** Until when signatures are collected; absent without a collection. */
  readonly collectedUntil: Temporal.Instant | undefined;
}

/**
 * Signs several resources with one proof in the command of the caller, each under its own rule, and returns an outcome
 * for each, in the given order. Throws `step-up-required` without a valid proof. A user who can sign none of them
 * changes nothing, and the proof is not consumed. The caller audits its own command.
 */
export async function recordSignatures(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { prepared, proof, signatureData, userId }: RecordSignatures,
): Promise<readonly RecordedSignature[]> {
  const signing = { prepared, userId, proof, signatureData, signedByDevice: undefined };
  const results = await signResources(ctx, work, signing);
  return results.map((result) => ({
    collectionId: result.collectionId,
    digest: result.digest,
    outcome: outcomeOf(result),
    state: result.state,
    collectedUntil: result.collectedUntil,
  }));
}

function outcomeOf({ alternatives, isRecorded }: SigningResult): RecordedSignature['outcome'] {
  if (isRecorded) return 'accepted';
  const hasSigned = alternatives.some(({ reason }) => reason === 'user-already-signed');
  return hasSigned ? 'already-signed' : 'cannot-sign';
}
