import type { Temporal } from 'temporal-polyfill';
import { challenge } from '#platform/auth/challenge.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { FactorProof } from '../domain/calling-context.ts';
import { otpDigitsMoney } from '../domain/policy.ts';
import type { ResourceKind } from '../domain/signing/rule.ts';
import { digestOfData } from '../engine/ocra/signature-challenge.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import {
  type ConsumedChallenge,
  type ConsumedOtp,
  consumeDeviceSignature,
  consumeOath,
  consumeOcra,
  consumeOtp,
} from '../store/proofs.store.ts';
import { clientOf } from './client-of.ts';

/** What is signed moves money: then the proof must have shown what it is given for. RTS art. 5 */
const linkedKinds: ReadonlySet<ResourceKind> = new Set([
  'payment',
  'bulk-payment',
  'periodic-payment',
  'signing-basket',
  // Whoever changes the rules moves all money that comes after.
  'signing-rule',
]);

/** A signature that wants a proof. */
export interface ProvenSignature {
  readonly userId: string;
  readonly resourceKind: ResourceKind;
  readonly proof: FactorProof | undefined;
  /** What a device had to show. */
  readonly signatureData: string;
  /** Whether the device's own signature over the digest was found right, before the command began. */
  readonly isSignedByDevice: boolean;
  readonly usedFor: string;
  readonly now: Temporal.Instant;
}

/** Uses up the proof a signature is given with; without a good one nobody signs. It counts once, for one signature. */
export async function consumeProof(
  ctx: Context & AuthorizationPorts,
  work: Work,
  signature: ProvenSignature,
): Promise<void> {
  const isLinked = await isLinkedProof(ctx, work, signature);
  if (isLinked === undefined || (linkedKinds.has(signature.resourceKind) && !isLinked))
    throw stepUp(ctx, signature);
}

/** Whether the proof showed what is signed; nothing when it is no proof. */
async function isLinkedProof(
  ctx: Context & AuthorizationPorts,
  work: Work,
  signature: ProvenSignature,
): Promise<boolean | undefined> {
  const { bankId, caller } = ctx;
  const { isSignedByDevice, now, proof, usedFor, userId } = signature;
  if (proof === undefined) return undefined;
  const use = { bankId, userId, proofId: proof.id ?? '', usedFor, now };
  switch (proof.kind) {
    case 'sms-otp':
      return isLinkedOtp(ctx, signature, { proofId: use.proofId, used: await consumeOtp(work, use) });
    case 'ocra':
      return isLinkedChallenge(signature, await consumeOcra(work, use));
    case 'oath':
      return isUnlinked(await consumeOath(work, { bankId, userId, now, clientId: clientOf(caller) }));
    case 'device-signature':
      if (isSignedByDevice) consumeDeviceSignature(work, { ...use, signature: proof.signature ?? '' });
      return isSignedByDevice ? true : undefined;
  }
}

/** A code of a token shows nothing of what it is given for. */
function isUnlinked(used: string | undefined): false | undefined {
  return used === undefined ? undefined : false;
}

function isLinkedOtp(
  { authorizationVault: vault, bankId }: Context & AuthorizationPorts,
  { signatureData }: ProvenSignature,
  { proofId, used }: { readonly proofId: string; readonly used: ConsumedOtp | undefined },
): boolean | undefined {
  if (used === undefined) return undefined;
  const { message = '' } = vault.openText(bankId, proofId, used.sealedText);
  return used.digits >= otpDigitsMoney && says(message, signatureData);
}

function isLinkedChallenge(
  { signatureData }: ProvenSignature,
  used: ConsumedChallenge | undefined,
): boolean | undefined {
  if (used === undefined) return undefined;
  return used.signatureDigest?.equals(digestOfData(signatureData)) ?? false;
}

/** Whether a text says exactly this, and not something that only begins or ends with it. */
function says(message: string, data: string): boolean {
  for (let at = message.indexOf(data); at >= 0; at = message.indexOf(data, at + 1)) {
    const isBegun = /(?:^|[\s\(])$/v.test(message.slice(0, at));
    if (isBegun && /^[.,;:!?\)]?(?:\s|$)/v.test(message.slice(at + data.length))) return true;
  }
  return false;
}

/** RFC 9470: which kind of sign-in would do. */
function stepUp({ caller }: Context, { resourceKind }: ProvenSignature): Problem {
  const isBound = 'binding' in caller && caller.binding === 'proof';
  return standardProblems['step-up-required'](
    challenge(isBound ? 'DPoP' : 'Bearer', {
      error: 'insufficient_user_authentication',
      acr_values: linkedKinds.has(resourceKind) ? 'sca-linked' : 'sca',
    }),
  );
}
