import type { Temporal } from 'temporal-polyfill';
import { challenge } from '#platform/auth/challenge.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { FactorProof, SigningProof } from '../domain/calling-context.ts';
import { otpDigitsMoney } from '../domain/policy.ts';
import { actionsFor, missingProof, needsLinkedProof } from '../domain/proof-rules.ts';
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
  consumeVerifiedProof,
  type ProofUse,
} from '../store/proofs.store.ts';
import { clientOf } from './callers.ts';

/** Resources that are signed together and require a proof. */
export interface ProvenSigning {
  readonly userId: string;
  readonly resourceKinds: readonly ResourceKind[];
  readonly proof: SigningProof | undefined;
  /** The text that a device had to display. */
  readonly signatureData: string;
  /** Whether the signature of the device over the payload hash was verified, before the command began. */
  readonly isSignedByDevice: boolean;
  /** Whether an exemption can take the place of a second factor. */
  readonly isExemptible: boolean;
  readonly usedFor: string;
  readonly now: Temporal.Instant;
}

/** Consumes the proof of a signing; throws `step-up-required` without a valid one. A proof counts for one signing. */
export async function consumeProof(
  ctx: Context & AuthorizationPorts,
  work: Work,
  signing: ProvenSigning,
): Promise<void> {
  const isLinked = await isLinkedProof(ctx, work, signing);
  if (isLinked === undefined || (needsLinkedProof(signing.resourceKinds) && !isLinked))
    throw stepUp(ctx, signing);
}

/** Returns whether the proof displayed what is signed; undefined when it is no valid proof. */
async function isLinkedProof(
  ctx: Context & AuthorizationPorts,
  work: Work,
  signing: ProvenSigning,
): Promise<boolean | undefined> {
  const { bankId, caller } = ctx;
  const { now, proof, usedFor, userId } = signing;
  if (proof === undefined) return undefined;
  const use = { bankId, userId, usedFor, now };
  if (proof.kind === 'exemption') return isExempted(ctx, signing);
  if (proof.kind !== 'verified')
    return isLinkedFactor(ctx, work, { signing, proof, use: { ...use, proofId: proof.id ?? '' } });
  // A capability of Portico has verified it over exactly what is signed; no other caller can state that.
  if (caller.kind !== 'system') return undefined;
  consumeVerifiedProof(work, { ...use, proofId: proof.reference, by: proof.by });
  return true;
}

/** An exemption shows nothing and proves nothing: it replaces the linked proof, where the law and the rule allow it. */
function isExempted({ caller }: Context, { isExemptible }: ProvenSigning): true | undefined {
  return caller.kind === 'system' && isExemptible ? true : undefined;
}

interface PresentedFactor {
  readonly signing: ProvenSigning;
  readonly proof: FactorProof;
  readonly use: ProofUse;
}

async function isLinkedFactor(
  ctx: Context & AuthorizationPorts,
  work: Work,
  { proof, signing, use }: PresentedFactor,
): Promise<boolean | undefined> {
  const { bankId, now, userId } = use;
  const { isSignedByDevice, resourceKinds } = signing;
  switch (proof.kind) {
    case 'sms-otp': {
      const used = await consumeOtp(work, { ...use, actions: actionsFor(resourceKinds) });
      return isLinkedOtp(ctx, signing, { proofId: use.proofId, used });
    }
    case 'ocra':
      return isLinkedChallenge(signing, await consumeOcra(work, use));
    case 'oath':
      return isUnlinked(await consumeOath(work, { bankId, userId, now, clientId: clientOf(ctx.caller) }));
    case 'device-signature':
      return isSignedByDevice
        ? consumeDevice(ctx, work, { use, signature: proof.signature ?? '' })
        : undefined;
  }
}

/** A device signs what it displayed. It may have been unpaired since its signature was verified. */
async function consumeDevice(
  { deviceKeys }: AuthorizationPorts,
  work: Work,
  { signature, use }: { readonly use: ProofUse; readonly signature: string },
): Promise<true | undefined> {
  const { bankId, proofId: deviceId, userId } = use;
  if (!(await deviceKeys.lockSigner(work, { bankId, userId, deviceId, signature }))) return undefined;
  consumeDeviceSignature(work, { ...use, signature });
  return true;
}

/** A code of a token displays nothing of what it authorizes. */
function isUnlinked(used: string | undefined): false | undefined {
  return used === undefined ? undefined : false;
}

function isLinkedOtp(
  { authorizationVault: vault, bankId }: Context & AuthorizationPorts,
  { signatureData }: ProvenSigning,
  { proofId, used }: { readonly proofId: string; readonly used: ConsumedOtp | undefined },
): boolean | undefined {
  if (used === undefined) return undefined;
  const { message = '' } = vault.openText(bankId, proofId, used.sealedText);
  return used.digits >= otpDigitsMoney && says(message, signatureData);
}

/** A challenge over data proves this data and nothing else; a random one displays nothing. */
function isLinkedChallenge(
  { signatureData }: ProvenSigning,
  used: ConsumedChallenge | undefined,
): boolean | undefined {
  if (used === undefined) return undefined;
  if (used.signatureDataHash === undefined) return false;
  return used.signatureDataHash.equals(digestOfData(signatureData)) ? true : undefined;
}

/** Returns whether a text contains the data exactly, not as a part of a longer text. */
function says(message: string, data: string): boolean {
  for (let at = message.indexOf(data); at >= 0; at = message.indexOf(data, at + 1)) {
    const isBegun = /(?:^|[\s\(])$/v.test(message.slice(0, at));
    if (isBegun && /^[.,;:!?\)]?(?:\s|$)/v.test(message.slice(at + data.length))) return true;
  }
  return false;
}

/**
 * RFC 9470: names the authentication that a client can request, and the proof that is missing. No sign-in is linked to
 * what is signed, so the challenge never names `sca-linked`.
 */
function stepUp({ caller }: Context, { resourceKinds }: ProvenSigning): Problem {
  const isBound = 'binding' in caller && caller.binding === 'proof';
  return standardProblems['step-up-required'](
    challenge(isBound ? 'DPoP' : 'Bearer', {
      error: 'insufficient_user_authentication',
      error_description: missingProof(resourceKinds),
      acr_values: 'sca',
    }),
  );
}
