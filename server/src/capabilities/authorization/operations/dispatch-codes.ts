import {
  type ComposedDelivery,
  cancelDeliveries,
  composeDelivery,
  type InitiateDelivery,
  queueDelivery,
} from '#capabilities/correspondence/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { verificationEvent } from '../events.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { OtpText } from '../store/authorization-vault.ts';
import {
  claimDueCodes,
  findSupersededMessages,
  markHandedOver,
  type TakenCode,
} from '../store/code-dispatch.store.ts';

/** So many are taken at a time, and for so long they belong to whoever took them. */
const takenMax = 20;
const holdSeconds = 15;

/**
 * Hands codes over to delivery, and says how many it looked at. It is no part of sending, so that nobody can tell from
 * the time an answer takes whether there was anybody to send to.
 */
export async function dispatchCodes(ctx: Context & AuthorizationPorts): Promise<number> {
  const { bankId, clock, db } = ctx;
  const now = clock.now();
  const taken = await claimDueCodes(db, {
    bankId,
    now,
    until: now.add({ seconds: holdSeconds }),
    listMax: takenMax,
  });
  await Promise.all(taken.map((code) => handOver(ctx, code)));
  return taken.length;
}

async function handOver(ctx: Context & AuthorizationPorts, code: TakenCode): Promise<void> {
  try {
    const { authorizationVault: vault, bankId } = ctx;
    const { action, channel, heldUntil, subject, userId, verificationId } = code;
    const text = vault.openText(bankId, verificationId, code.sealedText);
    const composed = code.isIdle ? undefined : await compose(ctx, code, text);
    await runCommand(ctx, async (work) => {
      const entered = composed && (await queueDelivery({ ...ctx, ...ctx.correspondence }, work, composed));
      if (entered !== undefined) {
        const older = await findSupersededMessages(work, { bankId, subject, action });
        if (older.length > 0) await cancelDeliveries(ctx, work, older);
        work.emit(verificationEvent('otpSent', { verificationId, userId, channel, action }));
      }
      const { exactIndex, language, message } = text;
      markHandedOver(work, {
        bankId,
        verificationId,
        heldUntil,
        communicationId: entered?.communicationId,
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
        changes: [{ field: 'handed-over', after: entered !== undefined }],
      });
    });
    // One that cannot be handed over must not keep the others; it is due again while it is valid.
  } catch (error) {
    ctx.log.error({ bankId: ctx.bankId, error }, 'a code could not be handed over to delivery');
  }
}

/** Writes the message before anything is held. */
async function compose(
  ctx: Context & AuthorizationPorts,
  code: TakenCode,
  text: OtpText,
): Promise<ComposedDelivery> {
  const customerNumber = await customerOf(ctx, code.userId);
  return composeDelivery(
    { ...ctx, ...ctx.correspondence },
    messageOf(ctx, code, { ...text, customerNumber }),
  );
}

/** Whose code it is: the message is erased with the customer. A code to an address that no user has belongs to none. */
async function customerOf(
  { bankId, db, users }: Context & AuthorizationPorts,
  userId: string | undefined,
): Promise<string | undefined> {
  if (userId === undefined) return undefined;
  return (await users.find(db, { bankId, name: userId }))?.customerNumber;
}

function messageOf(
  { authorizationFacts, bankId, clock }: Context & AuthorizationPorts,
  { action, channel, expiresAt }: TakenCode,
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
    said: {
      kind: 'template',
      templateId: 'one-time-password',
      data: {
        code,
        action,
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
  };
}
