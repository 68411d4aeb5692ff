import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import type { PaymentProduct } from '#capabilities/core-banking/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { changeBalances, type LockedAccount } from './accounts.store.ts';
import { book, type Leg, slotOf } from './book.ts';
import type { Decision } from './decide.ts';
import type { EntryDetails } from './details.ts';
import { insertHold } from './entries.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import type { LockedInstruction, Order } from './lock-instruction.ts';
import type { LedgerTransaction } from './transaction.ts';

/** Credit transfers of ISO 20022 by product: issued and received. */
const codes: Readonly<Record<PaymentProduct, { readonly issued: string; readonly received: string }>> = {
  'sepa-credit-transfers': { issued: 'PMNT-ICDT-ESCT', received: 'PMNT-RCDT-ESCT' },
  'instant-sepa-credit-transfers': { issued: 'PMNT-IRCT-ESCT', received: 'PMNT-RRCT-ESCT' },
  'target-2-payments': { issued: 'PMNT-ICDT-XBCT', received: 'PMNT-RCDT-XBCT' },
  'cross-border-credit-transfers': { issued: 'PMNT-ICDT-XBCT', received: 'PMNT-RCDT-XBCT' },
};
const returnCode = 'PMNT-ICDT-RRTN';

/** What a decision leaves in the row of the instruction. */
export interface Effects {
  readonly dueAt: Temporal.Instant | null;
  readonly holdId: string | null;
}

/** Reserves or moves the money that a decision is about. */
export async function applyDecision(
  deps: LedgerDeps,
  transaction: LedgerTransaction,
  {
    decision,
    locked,
    order,
  }: { readonly decision: Decision; readonly locked: LockedInstruction; readonly order: Order },
): Promise<Effects> {
  switch (decision.state) {
    case 'rejected':
      return { dueAt: null, holdId: null };
    case 'pending':
      return { dueAt: decision.dueAt, holdId: null };
    case 'accepted':
      return { dueAt: decision.dueAt, holdId: reserve(deps, transaction, { locked, order }) };
    case 'settled':
      await bookTransfer(deps, transaction, { locked, order });
      return { dueAt: null, holdId: null };
  }
}

function reserve(
  { bankId, ids, shard }: LedgerDeps,
  transaction: LedgerTransaction,
  { locked: { debtor, now }, order }: { readonly locked: LockedInstruction; readonly order: Order },
): string {
  assert(debtor !== undefined, 'money is reserved on an account');
  const { currency, minor } = order.amount;
  const holdId = ids.uuid(shard);
  transaction.write(
    insertHold([
      bankId,
      holdId,
      debtor.accountId,
      currency,
      minor,
      JSON.stringify(debtorDetails(order)),
      order.instructionId,
      now,
    ]),
  );
  transaction.write(changeBalances([bankId, [debtor.accountId], [currency], [0n], [minor], now]));
  return holdId;
}

/** Books a transfer: to the account of the creditor, or to clearing if that is elsewhere. */
export async function bookTransfer(
  deps: LedgerDeps,
  transaction: LedgerTransaction,
  {
    holdId,
    locked,
    order,
  }: { readonly locked: LockedInstruction; readonly order: Order; readonly holdId?: string },
): Promise<void> {
  const { creditor, debtor, now } = locked;
  assert(debtor !== undefined, 'money leaves an account');
  const { currency, minor } = order.amount;
  const valueDate = now.toZonedDateTimeISO(deps.rules.zone).toPlainDate();
  const debit: Leg = {
    account: debtor,
    amount: -minor,
    valueDate,
    details: debtorDetails(order),
    ...omitUndefined({ holdId }),
  };
  const credit: Leg =
    creditor === undefined
      ? {
          ...(await clearingLeg(deps, order.instructionId)),
          amount: minor,
          valueDate,
          details: { code: codes[order.product].issued },
        }
      : { account: creditor, amount: minor, valueDate, details: creditorDetails(order, debtor) };
  book(deps, transaction, {
    kind: 'transfer',
    currency,
    instructionId: order.instructionId,
    bookedAt: now,
    legs: [debit, credit],
  });
}

/** Books a transfer back that the bank of the creditor has returned. */
export async function bookReturn(
  deps: LedgerDeps,
  transaction: LedgerTransaction,
  { locked, order }: { readonly locked: LockedInstruction; readonly order: Order },
): Promise<void> {
  const { debtor, now } = locked;
  const { currency, minor } = order.amount;
  const valueDate = now.toZonedDateTimeISO(deps.rules.zone).toPlainDate();
  const details = { ...debtorDetails(order), code: returnCode };
  // An account that was closed since receives nothing; a person decides about the money.
  const credit: Leg =
    debtor === undefined || debtor.status === 'closed'
      ? { internal: await deps.internalAccount('suspense'), slot: 0, amount: minor, valueDate, details }
      : { account: debtor, amount: minor, valueDate, details };
  book(deps, transaction, {
    kind: 'return',
    currency,
    instructionId: order.instructionId,
    bookedAt: now,
    legs: [
      {
        ...(await clearingLeg(deps, order.instructionId)),
        amount: -minor,
        valueDate,
        details: { code: returnCode },
      },
      credit,
    ],
  });
}

async function clearingLeg(
  deps: LedgerDeps,
  instructionId: string,
): Promise<{ readonly internal: string; readonly slot: number }> {
  return { internal: await deps.internalAccount('clearing'), slot: slotOf(instructionId) };
}

function debtorDetails({ creditor, endToEndId, product, remittance }: Order): EntryDetails {
  return omitUndefined({
    code: codes[product].issued,
    name: creditor.name,
    account: creditor.account,
    agent: creditor.agent,
    endToEndId,
    remittance,
  });
}

function creditorDetails({ endToEndId, product, remittance }: Order, debtor: LockedAccount): EntryDetails {
  return omitUndefined({
    code: codes[product].received,
    account: debtor.iban === undefined ? undefined : ({ scheme: 'iban', id: debtor.iban } as const),
    endToEndId,
    remittance,
  });
}
