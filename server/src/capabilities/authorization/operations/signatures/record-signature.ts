import assert from 'node:assert/strict';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { UserOutcome } from '../../domain/signing/collection.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { PreparedSigning } from '../../steps/prepared-signing.ts';
import { signResources } from '../../steps/sign-resources.ts';

/** A prepared request to sign. */
export interface RecordSignature {
  readonly prepared: PreparedSigning;
  readonly userId: string;
  /** The payload hash that a device has signed, if any. */
  readonly signedByDevice: string | undefined;
  /** False for staff, whose identity provider authenticates them strongly. */
  readonly needsProof: boolean;
}

/**
 * Records a signature, if the rule allows it, and audits the command; returns the outcome for each alternative of the
 * rule. The proof is the one that the request names, and must show what the resource says.
 */
export async function recordSignature(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { needsProof, prepared, signedByDevice, userId }: RecordSignature,
): Promise<readonly UserOutcome[]> {
  const { context, resourceId } = prepared.request;
  const [result] = await signResources(ctx, work, {
    prepared: [prepared],
    userId,
    proof: needsProof ? context.proof : 'staff',
    signatureData: undefined,
    signedByDevice,
  });
  assert(result !== undefined, 'one resource has one result');
  const { alternatives, collectionId, isRecorded } = result;
  const aggregate = { aggregateKind: 'signature-collection', aggregateId: collectionId ?? resourceId };
  work.audit(
    isRecorded
      ? { ...aggregate, changes: [{ field: 'signature', after: userId }] }
      : { ...aggregate, changes: [], problem: alternatives[0]?.reason ?? 'user-cannot-sign' },
  );
  return alternatives;
}
