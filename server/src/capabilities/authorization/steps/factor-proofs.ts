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
import { clientOf } from './callers.ts';

/** Kinds that move money: the proof must have displayed what it authorizes. RTS art. 5 */
const linkedKinds: ReadonlySet<ResourceKind> = new Set([
  'payment',
  'bulk-payment',
  'periodic-payment',
  'signing-basket',
  // A change of rules affects all later payments.
  'signing-rule',
]);

/** A signature that requires a proof. */
export interface ProvenSignature {
  readonly userId: string;
  readonly resourceKind: ResourceKind;
  readonly proof: FactorProof | undefined;
  /** The text that a device had to display. */
  readonly signatureData: string;
  /** Whether the signature of the device over the payload hash was verified, before the command began. */
  readonly isSignedByDevice: boolean;
  readonly usedFor: string;
  readonly now: Temporal.Instant;
}

/**
 * Consumes the proof of a signature; throws `step-up-required` without a valid one. A proof counts for one signature.
 */
export async function consumeProof(
  ctx: Context & AuthorizationPorts,
  work: Work,
  signature: ProvenSignature,
): Promise<void> {
  const isLinked = await isLinkedProof(ctx, work, signature);
  if (isLinked === undefined || (linkedKinds.has(signature.resourceKind) && !isLinked))
    throw stepUp(ctx, signature);
}

/** Returns whether the proof displayed what is signed; undefined when it is no valid proof. */
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

/** A code of a token displays nothing of what it authorizes. */
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
  return used.signatureDataHash?.equals(digestOfData(signatureData)) ?? false;
}

/** Returns whether a text contains the data exactly, not as a part of a longer text. */
function says(message: string, data: string): boolean {
  for (let at = message.indexOf(data); at >= 0; at = message.indexOf(data, at + 1)) {
    const isBegun = /(?:^|[\s\(])$/v.test(message.slice(0, at));
    if (isBegun && /^[.,;:!?\)]?(?:\s|$)/v.test(message.slice(at + data.length))) return true;
  }
  return false;
}

/** RFC 9470: names the authentication that would suffice. */
function stepUp({ caller }: Context, { resourceKind }: ProvenSignature): Problem {
  const isBound = 'binding' in caller && caller.binding === 'proof';
  return standardProblems['step-up-required'](
    challenge(isBound ? 'DPoP' : 'Bearer', {
      error: 'insufficient_user_authentication',
      acr_values: linkedKinds.has(resourceKind) ? 'sca-linked' : 'sca',
    }),
  );
}
