import {
  type AccountReference,
  type CoreAccount,
  type CoreBank,
  type CoreEntry,
  CoreFailure,
  CursorInvalid,
  type EntryQuery,
  InstructionConflict,
  type InstructionStatus,
  type Page,
  referenceKey,
} from '#capabilities/core-banking/index.ts';
import { mapDefined, omitUndefined } from '#platform/kernel/members.ts';
import {
  checkFunds,
  getCalendar,
  getEntry,
  getInstruction,
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
} from './contract/operations.ts';
import { changesMax, referencesMax, type WireStatus } from './contract/schemas.ts';
import { type CoreClient, type CoreClientOptions, createCoreClient } from './core-client.ts';
import {
  fromWireAccount,
  fromWireBalance,
  fromWireChange,
  fromWireDay,
  fromWireEntry,
  fromWireRate,
  fromWireStandingOrder,
  fromWireStatus,
  WireFault,
} from './from-wire.ts';
import { toWireAmount, toWireInstruction } from './to-wire.ts';

/** Connects the core banking system of a bank that serves `contracts/openapi/core-connector.yaml`. */
export function createHttpCoreBank(options: CoreClientOptions): CoreBank {
  const client = createCoreClient(options);
  return {
    /** False until the profile was read, which every call about an instruction does first. */
    get isNotKnownProof() {
      return client.profile()?.notKnownIsProof ?? false;
    },
    ...accountReads(client),
    ...entryReads(client),
    ...moneyCalls(client),
  };
}

/** Throws if a response is about something else than the request: a proxy has mixed up two of them. */
function assertEcho(asked: string, answered: string): void {
  if (asked !== answered) throw new WireFault('it answers another request');
}

type AccountReads = Pick<
  CoreBank,
  | 'accountsOf'
  | 'cardAccountsOf'
  | 'findAccounts'
  | 'jointHoldingsOf'
  | 'midRates'
  | 'balancesOf'
  | 'hasFunds'
>;

function accountReads(client: CoreClient): AccountReads {
  const accountsOf = async (
    operation: typeof listAccounts | typeof listCardAccounts,
    customerNumber: string,
  ): Promise<readonly CoreAccount[]> => {
    const outcome = await client.call(operation, { params: { customerNumber } }, (body) => {
      assertEcho(customerNumber, body.customerNumber);
      return body.accounts.map(fromWireAccount);
    });
    return outcome.kind === 'answer' ? outcome.answer : [];
  };
  return {
    accountsOf: (customerNumber) => accountsOf(listAccounts, customerNumber),
    cardAccountsOf: (customerNumber) => accountsOf(listCardAccounts, customerNumber),
    findAccounts: (references) => findAccounts(client, references),
    async jointHoldingsOf(customerNumber) {
      const outcome = await client.call(listJointHoldings, { params: { customerNumber } }, (body) => {
        assertEcho(customerNumber, body.customerNumber);
        return body.holdings;
      });
      return outcome.kind === 'answer' ? outcome.answer : [];
    },
    async midRates() {
      const outcome = await client.call(listRates, {}, ({ rates }) => rates.map(fromWireRate));
      return outcome.kind === 'answer' ? outcome.answer : [];
    },
    async balancesOf(accountId) {
      const outcome = await client.call(listBalances, { params: { accountId } }, (body) => {
        assertEcho(accountId, body.accountId);
        return body.balances.map(fromWireBalance);
      });
      return outcome.kind === 'answer' ? outcome.answer : [];
    },
    async hasFunds(accountId, amount) {
      const request = { params: { accountId }, body: { amount: toWireAmount(amount) } };
      const outcome = await client.call(checkFunds, request, (body) => {
        assertEcho(accountId, body.accountId);
        return body.hasFunds;
      });
      return outcome.kind === 'answer' && outcome.answer;
    },
  };
}

/** Asks for as many references at a time as the contract allows. */
async function findAccounts(
  client: CoreClient,
  references: readonly AccountReference[],
): Promise<ReadonlyMap<string, CoreAccount>> {
  const found = new Map<string, CoreAccount>();
  for (let start = 0; start < references.length; start += referencesMax) {
    const body = { references: references.slice(start, start + referencesMax) };
    const asked = new Set(body.references.map(referenceKey));
    await client.call(searchAccounts, { body }, (answer) => {
      const accounts = new Map(
        answer.found.map(({ account, reference }) => [referenceKey(reference), fromWireAccount(account)]),
      );
      if (![...accounts.keys()].every((key) => asked.has(key)))
        throw new WireFault('it answers another request');
      for (const key of asked) {
        const account = accounts.get(key);
        if (account !== undefined) found.set(key, account);
      }
    });
  }
  return found;
}

type EntryReads = Pick<
  CoreBank,
  'transactionsOf' | 'transaction' | 'standingOrdersOf' | 'cardTransactionsOf' | 'calendar'
>;

function entryReads(client: CoreClient): EntryReads {
  return {
    transactionsOf: (accountId, query) => entriesOf(client, listEntries, { accountId, query }),
    cardTransactionsOf: (accountId, query) => entriesOf(client, listCardEntries, { accountId, query }),
    async transaction(accountId, entryReference) {
      const outcome = await client.call(getEntry, { params: { accountId, entryReference } }, (body) => {
        assertEcho(accountId, body.accountId);
        assertEcho(entryReference, body.entry.entryReference);
        return fromWireEntry(body.entry);
      });
      return outcome.kind === 'answer' ? outcome.answer : undefined;
    },
    async standingOrdersOf(accountId) {
      const outcome = await client.call(listStandingOrders, { params: { accountId } }, (body) => {
        assertEcho(accountId, body.accountId);
        return body.standingOrders.map(fromWireStandingOrder);
      });
      return outcome.kind === 'answer' ? outcome.answer : [];
    },
    async calendar(product, from, to) {
      const query = { product, from: from.toString(), to: to.toString() };
      const outcome = await client.call(getCalendar, { query }, (body) => {
        assertEcho(product, body.product);
        return body.days.map(fromWireDay);
      });
      return outcome.kind === 'answer' ? outcome.answer : [];
    },
  };
}

async function entriesOf(
  client: CoreClient,
  operation: typeof listEntries | typeof listCardEntries,
  { accountId, query }: { readonly accountId: string; readonly query: EntryQuery },
): Promise<Page<CoreEntry>> {
  const { after, currency, cursor, from, max, status, to } = query;
  const asked = {
    status,
    currency,
    from: from?.toString(),
    to: to?.toString(),
    after,
    cursor,
    max: String(max),
  };
  const outcome = await client.call(operation, { params: { accountId }, query: asked }, (body) => {
    assertEcho(accountId, body.accountId);
    return omitUndefined({ items: body.items.map(fromWireEntry), cursor: body.cursor });
  });
  if (outcome.kind === 'answer') return outcome.answer;
  if (outcome.code === 'cursor-invalid')
    throw new CursorInvalid('the core did not give this cursor or reference');
  return { items: [] };
}

type MoneyCalls = Pick<CoreBank, 'submit' | 'statusOf' | 'cancel' | 'changesSince'>;

/** The profile is read first: an order that cannot be followed up must not be sent. */
function moneyCalls(client: CoreClient): MoneyCalls {
  return {
    async submit(instruction) {
      const { instructionId } = instruction;
      await client.prepare();
      const request = { params: { instructionId }, body: toWireInstruction(instruction) };
      const outcome = await client.call(putInstruction, request, (body) => statusFor(instructionId, body));
      if (outcome.kind === 'answer') return outcome.answer;
      if (outcome.code === 'instruction-conflict') throw new InstructionConflict(instructionId);
      throw new CoreFailure('not-sent', 'the id of the instruction cannot be sent');
    },
    async statusOf(instructionId) {
      await client.prepare();
      const request = { params: { instructionId } };
      const outcome = await client.call(getInstruction, request, (body) => statusFor(instructionId, body));
      return outcome.kind === 'answer' ? outcome.answer : 'not-known';
    },
    async cancel(instructionId, cancellationId) {
      await client.prepare();
      const request = { params: { instructionId, cancellationId } };
      const outcome = await client.call(putCancellation, request, (body) => {
        assertEcho(instructionId, body.instructionId);
        assertEcho(cancellationId, body.cancellationId);
        const status = mapDefined(body.status, (wire) => statusFor(instructionId, wire));
        return omitUndefined({ outcome: body.outcome, status });
      });
      if (outcome.kind === 'answer') return outcome.answer;
      throw new CoreFailure('not-sent', 'the id of the cancellation cannot be sent');
    },
    async changesSince(cursor, max) {
      const query = { cursor, max: String(Math.min(max, changesMax)) };
      const outcome = await client.call(listChanges, { query }, ({ changes, cursor: next }) => ({
        changes: changes.map(fromWireChange),
        cursor: next,
      }));
      if (outcome.kind === 'answer') return outcome.answer;
      throw new CursorInvalid('the core did not give this cursor');
    },
  };
}

function statusFor(instructionId: string, wire: WireStatus): InstructionStatus {
  assertEcho(instructionId, wire.instructionId);
  return fromWireStatus(wire);
}
