import {
  type FactorVerdict,
  prepareChallenge,
  type SigningProof,
  verifyChallenge,
  verifyCode,
} from '#capabilities/authorization/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { problems } from '../problems.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { systemContextFor } from './system-context.ts';

/** A code that the customer typed, ready to be verified in a transaction. */
export interface PresentedCode {
  /** Digest of what the code was made for. */
  readonly digest: string;
  readonly methodKind: 'sms' | 'ocra';
  readonly proof: SigningProof;
  verify(work: Work): Promise<FactorVerdict>;
}

/** Prepares the verification of a code or response. Seeds of devices may be stored remotely. */
export async function presentCode(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  code: string,
): Promise<PresentedCode> {
  const system = systemContextFor(ctx, authorisation);
  const { awaited } = authorisation.details;
  switch (awaited?.kind) {
    case 'code': {
      const { digest, verificationId } = awaited;
      return {
        digest,
        methodKind: 'sms',
        proof: { kind: 'sms-otp', id: verificationId, signature: undefined },
        verify: (work) => verifyCode(system, work, { verificationId, otp: code }),
      };
    }
    case 'challenge': {
      const { challengeId, digest } = awaited;
      const challenge = await prepareChallenge(system, { challengeId });
      return {
        digest,
        methodKind: 'ocra',
        proof: { kind: 'ocra', id: challengeId, signature: undefined },
        verify: (work) => verifyChallenge(system, work, { challenge, response: code }),
      };
    }
    case 'passkey':
    case 'device':
    case undefined:
      throw problems['not-in-this-state']();
  }
}
