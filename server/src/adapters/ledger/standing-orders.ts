import { Temporal } from 'temporal-polyfill';
import {
  type AccountReference,
  accountSchemes,
  type CoreStandingOrder,
} from '#capabilities/core-banking/index.ts';
import { plainStatement } from '#platform/db/statement.ts';
import { isUuid, uuidFromText } from '#platform/kernel/ids.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { LedgerDeps } from './ledger-deps.ts';
import { currencyOf, oneOf } from './stored-values.ts';
import { submit } from './submit.ts';
import { inTransaction } from './transaction.ts';

interface OrderRow {
  readonly order_id: string;
  readonly account_id: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly creditor_scheme: string;
  readonly creditor_account: string;
  readonly creditor_name: string;
  readonly remittance: string | null;
  readonly frequency: string;
  readonly first_on: Temporal.PlainDate;
  readonly last_on: Temporal.PlainDate | null;
  readonly next_on: Temporal.PlainDate | null;
}

const orderColumns = `order_id, account_id, currency, amount, creditor_scheme, creditor_account, creditor_name,
          remittance, frequency, first_on, last_on, next_on`;

const listOrders = plainStatement<OrderRow>(
  `select ${orderColumns} from ledger.standing_order where bank_id = $1 and account_id = $2
    order by first_on, order_id`,
);

const listDueOrders = plainStatement<OrderRow>(
  `select ${orderColumns} from ledger.standing_order where bank_id = $1 and next_on <= $2
    order by next_on, order_no limit 200`,
);

const insertOrder = plainStatement(
  `insert into ledger.standing_order (bank_id, order_id, account_id, currency, amount, creditor_scheme,
     creditor_account, creditor_name, remittance, frequency, first_on, last_on, next_on)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
   on conflict (bank_id, order_id) do nothing`,
  'write',
);

/** Conditional: another process may have moved it on. */
const moveOn = plainStatement(
  'update ledger.standing_order set next_on = $4 where bank_id = $1 and order_id = $2 and next_on = $3',
  'write',
);

const frequencies = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;

/** A standing order to enter. */
export interface NewStandingOrder {
  readonly orderId: string;
  readonly accountId: string;
  readonly amount: Money;
  readonly creditor: { readonly account: AccountReference; readonly name: string };
  readonly remittance?: string;
  readonly frequency: CoreStandingOrder['frequency'];
  readonly firstOn: Temporal.PlainDate;
  readonly lastOn?: Temporal.PlainDate;
  /** Absent: the first day. */
  readonly nextOn?: Temporal.PlainDate;
}

/** Enters a standing order; entered twice, it is one. */
export async function enterStandingOrder(
  { bankId, database }: Pick<LedgerDeps, 'bankId' | 'database'>,
  order: NewStandingOrder,
): Promise<void> {
  const { account, name } = order.creditor;
  await inTransaction(database, bankId, async (transaction) => {
    transaction.write(
      insertOrder([
        bankId,
        order.orderId,
        order.accountId,
        order.amount.currency,
        order.amount.minor,
        account.scheme,
        account.id,
        name,
        order.remittance ?? null,
        order.frequency,
        order.firstOn,
        order.lastOn ?? null,
        order.nextOn ?? order.firstOn,
      ]),
    );
  });
}

export async function standingOrdersOf(
  { bankId, database }: Pick<LedgerDeps, 'bankId' | 'database'>,
  accountId: string,
): Promise<readonly CoreStandingOrder[]> {
  if (!isUuid(accountId)) return [];
  const rows = await database.forBank(bankId).rows(listOrders([bankId, accountId]));
  return rows.map((row) =>
    omitUndefined({
      orderId: row.order_id,
      amount: { minor: row.amount, currency: currencyOf(row.currency) },
      counterparty: { name: row.creditor_name, account: creditorOf(row) },
      remittance: row.remittance ?? undefined,
      frequency: oneOf(frequencies, row.frequency),
      firstOn: row.first_on,
      lastOn: row.last_on ?? undefined,
      nextOn: row.next_on ?? undefined,
    }),
  );
}

/**
 * Submits standing orders whose day has come. The id of an instruction is made from order and day, so an order is
 * executed once a day, however often this runs. Returns how many were submitted.
 */
export async function runStandingOrders(deps: LedgerDeps): Promise<number> {
  const { bankId, clock, database, rules } = deps;
  const today = clock.today(rules.zone);
  let submitted = 0;
  for (;;) {
    const due = await database.forBank(bankId).rows(listDueOrders([bankId, today]));
    if (due.length === 0) return submitted;
    for (const row of due) {
      if (row.next_on === null) continue;
      await submit(deps, {
        instructionId: uuidFromText(`${row.order_id} ${row.next_on.toString()}`),
        product: 'sepa-credit-transfers',
        debtorAccountId: row.account_id,
        amount: { minor: row.amount, currency: currencyOf(row.currency) },
        creditor: { account: creditorOf(row), name: row.creditor_name },
        ...omitUndefined({ remittance: row.remittance ?? undefined }),
      });
      await database.forBank(bankId).execute(moveOn([bankId, row.order_id, row.next_on, dayAfter(row)]));
      submitted += 1;
    }
  }
}

function creditorOf({ creditor_account, creditor_scheme }: OrderRow): AccountReference {
  return { scheme: oneOf(accountSchemes, creditor_scheme), id: creditor_account };
}

/** The next day, counted from the first one: the 31st stays the 31st after a shorter month. */
function dayAfter(row: OrderRow): Temporal.PlainDate | null {
  if (row.next_on === null) return null;
  for (let times = 1; ; times += 1) {
    const day = row.first_on.add(stepsOf(oneOf(frequencies, row.frequency), times));
    if (Temporal.PlainDate.compare(day, row.next_on) <= 0) continue;
    return row.last_on !== null && Temporal.PlainDate.compare(day, row.last_on) > 0 ? null : day;
  }
}

function stepsOf(frequency: CoreStandingOrder['frequency'], times: number): Temporal.DurationLike {
  switch (frequency) {
    case 'weekly':
      return { weeks: times };
    case 'monthly':
      return { months: times };
    case 'quarterly':
      return { months: 3 * times };
    case 'yearly':
      return { years: times };
  }
}
