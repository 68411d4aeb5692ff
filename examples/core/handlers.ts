import type { Static, TObject } from 'typebox';
import {
  type CoreOperation,
  checkFunds,
  getCalendar,
  getEntry,
  getInstruction,
  getProfile,
  listAccounts,
  listBalances,
  listCardAccounts,
  listCardEntries,
  listChanges,
  listEntries,
  listJointHoldings,
  listRates,
  listStandingOrders,
  putCancellation,
  putInstruction,
  searchAccounts,
} from '../../server/src/adapters/core-http/contract/operations.ts';
import type { CoreProblemCode } from '../../server/src/adapters/core-http/contract/problem.ts';
import { calendarDaysMax, contractVersion } from '../../server/src/adapters/core-http/contract/schemas.ts';
import {
  fromWireAmount,
  fromWireCurrency,
  fromWireDate,
  fromWireInstruction,
} from '../../server/src/adapters/core-http/from-wire.ts';
import {
  toWireAccount,
  toWireBalance,
  toWireChange,
  toWireDay,
  toWireEntry,
  toWireRate,
  toWireStandingOrder,
  toWireStatus,
} from '../../server/src/adapters/core-http/to-wire.ts';
import type { CoreBank, EntryQuery } from '../../server/src/capabilities/core-banking/index.ts';
import { referenceKey } from '../../server/src/capabilities/core-banking/index.ts';
import { mapDefined, omitUndefined } from '../../server/src/platform/kernel/members.ts';

/** A problem of the contract, thrown by a handler. */
export class Problem extends Error {
  readonly code: CoreProblemCode;

  constructor(code: CoreProblemCode) {
    super(code);
    this.code = code;
  }
}

type Part<Operation, Name extends 'params' | 'query' | 'body'> =
  Operation extends Readonly<Record<Name, infer Schema extends TObject>> ? Static<Schema> : undefined;

/** A request that was checked against the contract. */
interface Input<Operation> {
  readonly params: Part<Operation, 'params'>;
  readonly query: Part<Operation, 'query'>;
  readonly body: Part<Operation, 'body'>;
}

type Run<Operation extends CoreOperation> = (
  core: CoreBank,
  input: Input<Operation>,
) => Promise<Static<Operation['response']>>;

export interface Handler {
  readonly operation: CoreOperation;
  /** The input must have been checked against the schemas of the operation. */
  readonly run: (
    core: CoreBank,
    input: Readonly<Record<'params' | 'query' | 'body', unknown>>,
  ) => Promise<object>;
}

function handle<const Operation extends CoreOperation>(operation: Operation, run: Run<Operation>): Handler {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the server checks the input before it calls
  return { operation, run: (core, input) => run(core, input as unknown as Input<Operation>) };
}

/** The port answers an unknown account with empty lists; the contract demands that it is said. */
async function requireAccount(core: CoreBank, accountId: string): Promise<void> {
  if ((await core.balancesOf(accountId)).length === 0) throw new Problem('not-known');
}

function entryQuery(query: Static<typeof listEntries.query>): EntryQuery {
  const { after, currency, cursor, from, max, status, to } = query;
  return omitUndefined({
    status,
    max,
    currency: mapDefined(currency, fromWireCurrency),
    from: mapDefined(from, fromWireDate),
    to: mapDefined(to, fromWireDate),
    after,
    cursor,
  });
}

/** One handler for each operation of the contract: a bank replaces the calls of `core` by those of its own system. */
export const handlers: readonly Handler[] = [
  handle(getProfile, async (core) => ({ contractVersion, notKnownIsProof: core.isNotKnownProof })),
  handle(listAccounts, async (core, { params: { customerNumber } }) => ({
    customerNumber,
    accounts: (await core.accountsOf(customerNumber)).map(toWireAccount),
  })),
  handle(listCardAccounts, async (core, { params: { customerNumber } }) => ({
    customerNumber,
    accounts: (await core.cardAccountsOf(customerNumber)).map(toWireAccount),
  })),
  handle(listJointHoldings, async (core, { params: { customerNumber } }) => ({
    customerNumber,
    holdings: (await core.jointHoldingsOf(customerNumber)).map((one) => ({
      ...one,
      holders: [...one.holders],
    })),
  })),
  handle(searchAccounts, async (core, { body: { references } }) => {
    const accounts = await core.findAccounts(references);
    const found = references.flatMap((reference) => {
      const account = accounts.get(referenceKey(reference));
      return account === undefined ? [] : [{ reference, account: toWireAccount(account) }];
    });
    return { found };
  }),
  handle(listRates, async (core) => ({ rates: (await core.midRates()).map(toWireRate) })),
  handle(listBalances, async (core, { params: { accountId } }) => {
    await requireAccount(core, accountId);
    return { accountId, balances: (await core.balancesOf(accountId)).map(toWireBalance) };
  }),
  handle(listEntries, async (core, { params: { accountId }, query }) => {
    await requireAccount(core, accountId);
    const { items, ...end } = await core.transactionsOf(accountId, entryQuery(query));
    return { accountId, items: items.map(toWireEntry), ...end };
  }),
  handle(getEntry, async (core, { params: { accountId, entryReference } }) => {
    const entry = await core.transaction(accountId, entryReference);
    if (entry === undefined) throw new Problem('not-known');
    return { accountId, entry: toWireEntry(entry) };
  }),
  handle(listStandingOrders, async (core, { params: { accountId } }) => {
    await requireAccount(core, accountId);
    return { accountId, standingOrders: (await core.standingOrdersOf(accountId)).map(toWireStandingOrder) };
  }),
  handle(listCardEntries, async (core, { params: { accountId }, query }) => {
    await requireAccount(core, accountId);
    const { items, ...end } = await core.cardTransactionsOf(accountId, entryQuery(query));
    return { accountId, items: items.map(toWireEntry), ...end };
  }),
  handle(checkFunds, async (core, { body, params: { accountId } }) => {
    await requireAccount(core, accountId);
    return { accountId, hasFunds: await core.hasFunds(accountId, fromWireAmount(body.amount)) };
  }),
  handle(putInstruction, async (core, { body, params: { instructionId } }) =>
    toWireStatus(await core.submit(fromWireInstruction(instructionId, body))),
  ),
  handle(getInstruction, async (core, { params: { instructionId } }) => {
    const status = await core.statusOf(instructionId);
    if (status === 'not-known') throw new Problem('not-known');
    return toWireStatus(status);
  }),
  handle(putCancellation, async (core, { params: { cancellationId, instructionId } }) => {
    const { outcome, status } = await core.cancel(instructionId, cancellationId);
    return omitUndefined({
      instructionId,
      cancellationId,
      outcome,
      status: mapDefined(status, toWireStatus),
    });
  }),
  handle(listChanges, async (core, { query: { cursor, max } }) => {
    const { changes, cursor: next } = await core.changesSince(cursor, max);
    return omitUndefined({ changes: changes.map(toWireChange), cursor: next });
  }),
  handle(getCalendar, async (core, { query: { from, product, to } }) => {
    const [first, last] = [fromWireDate(from), fromWireDate(to)];
    const days = first.until(last, { largestUnit: 'days' }).days + 1;
    if (days < 1 || days > calendarDaysMax) throw new Problem('invalid-request');
    return { product, days: (await core.calendar(product, first, last)).map(toWireDay) };
  }),
];
