import assert from 'node:assert/strict';
import type { Context } from '#platform/work/context.ts';
import { isPlainMessage, validityOf } from '../../domain/otp.ts';
import { otpMessageMax } from '../../domain/policy.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { findTarget } from '../../steps/code-targets.ts';
import { makeCode } from '../../steps/codes.ts';

/** Request to send a code that approves a payment or a consent. */
export interface SendApprovalCode {
  /** Id of the user; a dummy id for an unknown one. */
  readonly userId: string;
  readonly action: 'payment' | 'consent';
  /** Contains the text that is signed. Plain, see `isPlainMessage`, and at most 120 characters. */
  readonly message: string;
  /** Under whose name the limit of a client counts the message, such as a third party; absent: the caller. */
  readonly sender?: string;
}

/**
 * Creates a code for an approval, queues it for the verified number of the user and returns the verification id; the
 * caller verifies it by `verifyCode`. For an unknown user the same work is done: a dummy row is written.
 */
export async function sendApprovalCode(
  ctx: Context & AuthorizationPorts,
  { action, message, sender, userId }: SendApprovalCode,
): Promise<string> {
  assert(message.length <= otpMessageMax && isPlainMessage(message), 'message cannot be sent with a code');
  const target = await findTarget(ctx, { channel: 'sms', contact: undefined, userName: userId });
  return makeCode(ctx, {
    channel: 'sms',
    action,
    message,
    target,
    language: target.user?.language,
    validFor: validityOf('sms'),
    isRegistered: true,
    ...(sender === undefined ? {} : { sender }),
  });
}
