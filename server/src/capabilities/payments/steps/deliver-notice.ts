import { composeDelivery, type InitiateDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';

/** A message to the owner of an account about one of its payments. */
export interface PaymentMessage {
  readonly paymentId: string;
  readonly owner: string;
  readonly account: string;
  readonly templateId: 'payment-status' | 'standing-order';
  readonly notificationGroup: 'payment-status' | 'standing-order';
  readonly data: TemplateSource['data'];
}

type TemplateSource = Extract<InitiateDelivery['source'], { readonly kind: 'template' }>;

/** Sends a message by the medium that the owner prefers and to the mailbox. */
export async function deliverNotice(ctx: Context & PaymentsPorts, message: PaymentMessage): Promise<void> {
  const { identity } = ctx;
  const sending = { ...ctx, ...identity.authorization.correspondence };
  const composed = await composeDelivery(sending, deliveryOf(message)).catch(unwanted);
  await runCommand(ctx, async (work) => {
    if (composed !== undefined) await queueDelivery(sending, work, composed);
    work.audit({
      aggregateKind: 'payment',
      aggregateId: message.paymentId,
      changes: [{ field: 'notice', after: composed !== undefined }],
    });
  });
}

const unreachable: ReadonlySet<string> = new Set([
  'no-contact-for-medium',
  'recipient-deceased',
  'recipient-not-found',
  'recipient-opted-out',
]);

/** Customers who turned these messages off, who cannot be reached or who have died get none. */
function unwanted(error: unknown): undefined {
  if (error instanceof Problem && unreachable.has(error.literal)) return undefined;
  throw error;
}

function deliveryOf({
  account,
  data,
  notificationGroup,
  owner,
  templateId,
}: PaymentMessage): InitiateDelivery {
  return {
    recipient: { kind: 'customer', customerNumber: owner },
    messageKind: 'notice',
    medium: undefined,
    source: { kind: 'template', templateId, data },
    priority: 'normal',
    urgency: 'normal',
    category: 'payment',
    sourceChannel: undefined,
    batchId: undefined,
    expires: undefined,
    notBefore: undefined,
    notificationGroup,
    accountId: account,
  };
}
