import {
  beginChallenge,
  isPlainMessage,
  otpMessageMax,
  sendApprovalCode,
} from '#capabilities/authorization/index.ts';
import { beginPasskeyProof } from '#capabilities/identity/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { AwaitedProof, Method } from '../domain/details.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { problems } from '../problems.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { newDeviceProof } from './devices/new-device-proof.ts';
import { loadSubjectOf } from './load-subject.ts';
import { orderToSign } from './order-to-sign.ts';
import { systemContextFor } from './system-context.ts';

/** Begins the second factor over what is approved now; a change of it makes the proof useless. */
export async function beginProof(
  ctx: Context & ScaPorts,
  { authorisation, method }: { readonly authorisation: StoredAuthorisation; readonly method: Method },
): Promise<AwaitedProof> {
  const { userId } = authorisation;
  if (userId === undefined) throw problems['not-in-this-state']();
  const subject = await loadSubjectOf(ctx, ctx.db, authorisation);
  const { action, digest, text } = orderToSign(subject);
  const system = systemContextFor(ctx, authorisation);
  switch (method.kind) {
    case 'sms': {
      const message = messageFor(subject.thirdPartyName, text);
      return {
        kind: 'code',
        verificationId: await sendApprovalCode(system, {
          userId,
          action,
          message,
          sender: authorisation.organisationId,
        }),
        digest,
      };
    }
    case 'ocra': {
      const { challengeCode, challengeId } = await beginChallenge(system, { userId, signatureData: text });
      return { kind: 'challenge', challengeId, challengeCode, digest };
    }
    case 'passkey': {
      const origin = new URL(ctx.scaChoices.of(ctx.bankId).pageUrl).origin;
      const begun = await beginPasskeyProof(system, { userId, digest, origin });
      if (begun === undefined) throw problems['method-unknown']();
      return { kind: 'passkey', ...begun, digest };
    }
    case 'device':
      return newDeviceProof(ctx, authorisation, { digest, deviceId: method.deviceId });
  }
}

/**
 * Returns the message with a code. The signed text stands in it exactly as it is signed. The name of the third party says
 * who asks, unless it looks like a link or does not fit.
 */
function messageFor(thirdPartyName: string, text: string): string {
  const sendable = [`${thirdPartyName}: ${text}`, text].find(isSendable);
  // Not a text that a message can contain: the customer needs another method.
  if (sendable === undefined) throw problems['method-unknown']();
  return sendable;
}

/** Returns whether a message with a code can contain a text. */
export function isSendable(text: string): boolean {
  return text.length <= otpMessageMax && isPlainMessage(text);
}
