import {
  type ComposedDelivery,
  cancelDeliveries,
  composeDelivery,
  type InitiateDelivery,
  queueDelivery,
} from '#capabilities/correspondence/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { isBuiltInAction, noAction } from '../../domain/literals.ts';
import { isLinkedAction } from '../../domain/otp.ts';
import { verificationEvent } from '../../events.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import type { OtpText } from '../../store/authorization-vault.ts';
import {
  type ClaimedCode,
  claimDueCodes,
  findSupersededMessages,
  markDispatched,
} from '../../store/code-dispatch.store.ts';

/** Batch size, and how long a worker owns the codes that it claimed. */
const batchMax = 20;
const claimSeconds = 15;

/**
 * Dispatches due codes to delivery and returns how many it processed. It runs apart from the request, so that response
 * times do not reveal whether the recipient exists.
 */
export async function dispatchCodes(ctx: Context & AuthorizationPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const claimed = await claimDueCodes(db, {
    bankId,
    now,
    until: now.add({ seconds: claimSeconds }),
    listMax: batchMax,
  });
  await Promise.all(claimed.map((code) => dispatchCode(ctx, code)));
  return claimed.length;
}

async function dispatchCode(ctx: Context & AuthorizationPorts, code: ClaimedCode): Promise<void> {
  try {
    const { authorizationVault: vault, bankId } = ctx;
    const { action, channel, claimedUntil: heldUntil, subject, userId, verificationId } = code;
    const text = vault.openText(bankId, verificationId, code.sealedText);
    const composed = code.isIdle ? undefined : await compose(ctx, code, text);
    await runCommand(ctx, async (work) => {
      const queued = composed && (await queueDelivery({ ...ctx, ...ctx.correspondence }, work, composed));
      if (queued !== undefined) {
        const older = await findSupersededMessages(work, { bankId, subject, action });
        if (older.length > 0) await cancelDeliveries(ctx, work, older);
        work.emit(verificationEvent('otpSent', { verificationId, userId, channel, action }));
      }
      const { exactIndex, language, message } = text;
      markDispatched(work, {
        bankId,
        verificationId,
        claimedUntil: heldUntil,
        communicationId: queued?.communicationId,
        sealedText: vault.sealText(bankId, verificationId, {
          code: undefined,
          contact: undefined,
          message,
          language,
          exactIndex,
        }),
      });
      work.audit({
        aggregateKind: 'verification',
        aggregateId: verificationId,
        changes: [{ field: 'handed-over', after: queued !== undefined }],
      });
    });
    // A code that cannot be dispatched must not stop the others; it stays due while it is valid.
  } catch (error) {
    ctx.log.error({ bankId: ctx.bankId, error }, 'failed to dispatch code');
  }
}

/** Composes the message before any row is locked. */
async function compose(
  ctx: Context & AuthorizationPorts,
  code: ClaimedCode,
  text: OtpText,
): Promise<ComposedDelivery> {
  const customerNumber = await customerOf(ctx, code.userId);
  return composeDelivery(
    { ...ctx, ...ctx.correspondence },
    messageOf(ctx, code, { ...text, customerNumber }),
  );
}

/**
 * Returns the customer of a code: the message is erased with the customer. A code to an address without a user has
 * none.
 */
async function customerOf(
  { bankId, db, users }: Context & AuthorizationPorts,
  userId: string | undefined,
): Promise<string | undefined> {
  if (userId === undefined) return undefined;
  return (await users.find(db, { bankId, name: userId }))?.customerNumber;
}

function messageOf(
  { authorizationFacts, bankId, clock }: Context & AuthorizationPorts,
  { action, channel, expiresAt }: ClaimedCode,
  {
    code = '',
    contact = '',
    customerNumber,
    language,
    message,
  }: OtpText & { readonly customerNumber: string | undefined },
): InitiateDelivery {
  const { bankName, codeDomain } = authorizationFacts.of(bankId);
  const minutes = Math.max(1, Math.round(expiresAt.since(clock.now()).total('minutes')));
  return {
    recipient: {
      kind: 'contact',
      contact: { kind: channel, usage: 'primary', details: contact },
      customerNumber,
    },
    messageKind: 'one-time-password',
    medium: channel,
    source: {
      kind: 'template',
      templateId: 'one-time-password',
      data: {
        code,
        // The text has no words for an action that a bank added; what it is about is in the message of the caller.
        action: isBuiltInAction(action) ? action : noAction,
        bank: bankName,
        ...(message === undefined || message === '' ? {} : { message }),
        domain: codeDomain,
        'valid-for-minutes': minutes,
      },
    },
    priority: 'high',
    urgency: 'urgent',
    category: undefined,
    sourceChannel: undefined,
    batchId: undefined,
    expires: expiresAt,
    notBefore: undefined,
    notificationGroup: undefined,
    accountId: undefined,
    language,
    isLinked: isLinkedAction(action),
  };
}
