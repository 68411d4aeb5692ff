import type { Temporal } from 'temporal-polyfill';
import {
  accountSchemes,
  type Instruction,
  type PaymentProduct,
  paymentProducts,
} from '#capabilities/core-banking/index.ts';
import { ibanSpelling } from '#platform/kernel/iban.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import { type LockedAccount, lockBalances, lockedAccounts } from './accounts.store.ts';
import {
  findInstruction,
  type InstructionRow,
  listCancellations,
  lockInstruction,
} from './instructions.store.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { currencyOf, oneOf } from './stored-values.ts';
import type { LedgerTransaction } from './transaction.ts';

/** What the ledger has to know of an instruction to move its money. */
export type Order = Pick<
  Instruction,
  'instructionId' | 'product' | 'debtorAccountId' | 'amount' | 'creditor' | 'endToEndId' | 'remittance'
>;

/** An instruction and the accounts that it names, locked until the transaction ends. */
export interface LockedInstruction {
  readonly row: InstructionRow | undefined;
  readonly isCancelled: boolean;
  readonly debtor: LockedAccount | undefined;
  /** Undefined if the creditor has its account elsewhere. */
  readonly creditor: LockedAccount | undefined;
  readonly now: Temporal.Instant;
}

/** Locks first the instruction, then its accounts. The time is read under the locks: bookings are in its order. */
export async function lockForInstruction(
  { bankId, clock }: LedgerDeps,
  transaction: LedgerTransaction,
  { creditor, debtorAccountId, instructionId }: Pick<Order, 'instructionId' | 'debtorAccountId' | 'creditor'>,
): Promise<LockedInstruction> {
  const { bban, iban } = localReference(creditor);
  const [, balances, [row], cancellations] = await transaction.ask(
    lockInstruction([bankId, instructionId]),
    lockBalances([bankId, isUuid(debtorAccountId) ? [debtorAccountId] : [], iban ?? null, bban ?? null]),
    findInstruction([bankId, instructionId]),
    listCancellations([bankId, instructionId]),
  );
  const accounts = lockedAccounts(balances);
  return {
    row,
    isCancelled: cancellations.some(({ outcome }) => outcome === 'cancelled'),
    debtor: accounts.find(({ accountId }) => accountId === debtorAccountId),
    creditor: accounts.find(
      (account) =>
        (iban !== undefined && account.iban === iban) || (bban !== undefined && account.bban === bban),
    ),
    now: clock.now(),
  };
}

/** A number that is not an IBAN means an account here only if no other bank is named: the same number exists elsewhere. */
function localReference({ account: { id, scheme }, agent }: Order['creditor']): {
  readonly iban?: string;
  readonly bban?: string;
} {
  if (scheme === 'iban') return { iban: ibanSpelling(id) };
  return scheme === 'bban' && agent === undefined ? { bban: id } : {};
}

/** Returns the order that is stored in a row. */
export function orderOf(row: InstructionRow): Order & { readonly product: PaymentProduct } {
  return omitUndefined({
    instructionId: row.instruction_id,
    product: oneOf(paymentProducts, row.product),
    debtorAccountId: row.debtor_account_id,
    amount: amountOf(row),
    creditor: omitUndefined({
      account: { scheme: oneOf(accountSchemes, row.creditor_scheme), id: row.creditor_account },
      name: row.creditor_name,
      agent: row.creditor_agent ?? undefined,
    }),
    endToEndId: row.end_to_end_id ?? undefined,
    remittance: row.remittance ?? undefined,
  });
}

function amountOf({ amount, currency }: InstructionRow): Money {
  return { minor: amount, currency: currencyOf(currency) };
}
