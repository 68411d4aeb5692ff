import { omitUndefined } from '#platform/kernel/members.ts';
import type { KeptSchedule } from '#platform/kernel/schedule.ts';
import type { Context } from '#platform/work/context.ts';
import type { SinglePayment } from '../domain/single-payment.ts';
import type { PaymentsPorts } from '../ports/payments-ports.ts';
import { problems } from '../problems.ts';
import { loadOwnPayment, type NamedPayment } from '../steps/load-payment.ts';
import { findDocument, findPayment, type PaymentHead } from '../store/payments.store.ts';

/** A payment in the form in which it was ordered. */
export type ReadPayment =
  | {
      readonly kind: 'json';
      readonly head: PaymentHead;
      readonly payment: SinglePayment;
      /** Of a standing order. */
      readonly schedule?: KeptSchedule;
    }
  | { readonly kind: 'document'; readonly content: Buffer; readonly schedule?: KeptSchedule };

/** Returns a payment to the third party that initiated it. */
export async function getPayment(ctx: Context & PaymentsPorts, named: NamedPayment): Promise<ReadPayment> {
  const { bankId, db, paymentsVault: vault } = ctx;
  const head = await loadOwnPayment(ctx, named);
  const key = { bankId, paymentId: head.paymentId };
  const content = head.format === 'json' ? undefined : await findDocument(db, vault, key);
  if (content !== undefined && head.service === 'payments') return { kind: 'document', content };
  const stored = await findPayment(db, vault, key);
  if (stored === undefined) throw problems['payment-unknown']();
  const { payment, schedule } = stored;
  return content === undefined
    ? { kind: 'json', head, payment, ...omitUndefined({ schedule }) }
    : { kind: 'document', content, ...omitUndefined({ schedule }) };
}
