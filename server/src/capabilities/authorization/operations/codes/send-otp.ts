import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { Caller } from '#platform/auth/caller.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { isBuiltInAction, type SensitiveAction } from '../../domain/literals.ts';
import { allowsUnknownRecipient, validityOf } from '../../domain/otp.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { problems } from '../../problems.ts';
import { isUsableValue } from '../../steps/added-values.ts';
import { hasScope, refuseOtherUser } from '../../steps/callers.ts';
import { findTarget, type RequestedRecipient } from '../../steps/code-targets.ts';
import { makeCode } from '../../steps/codes.ts';

/** Request to send a code to a user, or to a number or address. */
export interface SendOtp extends RequestedRecipient {
  readonly action: SensitiveAction | undefined;
  readonly message: string | undefined;
  /** For a user who has not chosen a language: the one of the page. */
  readonly languageDefault?: string | undefined;
}

/**
 * Creates a code and queues it for sending. A request for an unknown user gets the same response after the same work: a
 * dummy row is written, and the worker dispatches both later.
 */
export async function sendOtp(ctx: Context & AuthorizationPorts, command: SendOtp): Promise<string> {
  const { caller } = ctx;
  refuseOtherUser(caller, command.userName);
  await refuseUnknownAction(ctx, command.action);
  if (command.userName === undefined) rejectUnknownRecipient(caller, command);
  const target = await findTarget(ctx, command);
  if (target.contact === undefined && hasScope(caller, 'authorization.user-lookup'))
    throw problems['no-such-user']();
  return makeCode(ctx, {
    ...command,
    target,
    language: target.user?.language ?? command.languageDefault,
    validFor: validityOf(command.channel),
    isRegistered: command.userName !== undefined,
  });
}

/** Every bank has the built-in actions; any other one is a value of the bank. */
async function refuseUnknownAction(
  ctx: Context & AuthorizationPorts,
  action: SensitiveAction | undefined,
): Promise<void> {
  if (action === undefined || isBuiltInAction(action)) return;
  const value = { list: 'sensitive-actions', literal: action } as const;
  if (!(await isUsableValue(ctx.db, ctx, value))) rejectFieldErrors([fieldErrorAt(['action'], 'enum')]);
}

/** Rejects a code to a contact of no known user unless the caller has the scope and the action allows it. */
function rejectUnknownRecipient(caller: Caller, { action }: SendOtp): void {
  if (!hasScope(caller, 'authorization.otp.unregistered')) throw standardProblems.forbidden();
  if (!allowsUnknownRecipient(action))
    rejectFieldErrors([fieldErrorAt(['action'], 'combination-not-allowed')]);
}
