import { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import { isPaymentHeld, type PaymentFacts } from '../../domain/restrictions/effects.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { listRestrictions, type ShownRestriction } from '../../steps/restrictions/list-restrictions.ts';

type Ctx = Pick<Context, 'bankId' | 'clock'> & Pick<ClientPorts, 'clientVault'>;

/** A payment of a client, with a question that is asked only if a restriction depends on it. */
export interface HeldPayment extends Omit<PaymentFacts, 'isKnownPayee'> {
  readonly clientNumber: string;
  readonly isKnownPayee: () => Promise<boolean>;
}

/** Restrictions hold a payment. */
export interface PaymentHold {
  /** When the first of them ends by itself; absent: none does. */
  readonly until: Temporal.Instant | undefined;
}

/**
 * Returns whether restrictions of a client hold a payment; undefined: it may go on. The command that lets it go on reads
 * this in its transaction, after `lockCustomersShared` of the client.
 */
export async function findPaymentHold(
  ctx: Ctx,
  db: Reader,
  { clientNumber, isKnownPayee, ...facts }: HeldPayment,
): Promise<PaymentHold | undefined> {
  const restrictions = await listRestrictions(ctx, db, { clientNumber });
  const isPayeeAsked = restrictions.some(({ kind }) => kind === 'new-payee-block');
  const payment = { ...facts, isKnownPayee: isPayeeAsked && (await isKnownPayee()) };
  const holding = restrictions.filter((one) => isPaymentHeld([toPaymentRestriction(one)], payment));
  if (holding.length === 0) return undefined;
  const ends = holding.flatMap(({ expiresAt }) => expiresAt ?? []);
  return { until: ends.toSorted((one, other) => Temporal.Instant.compare(one, other))[0] };
}

function toPaymentRestriction({
  kind,
  scope: { accounts, cards, devices },
}: ShownRestriction): Parameters<typeof isPaymentHeld>[0][number] {
  return { kind, accounts, isForOthers: accounts.length === 0 && cards.length + devices.length > 0 };
}
