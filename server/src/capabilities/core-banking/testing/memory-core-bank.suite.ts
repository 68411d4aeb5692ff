import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { ibanSpelling } from '#platform/kernel/iban.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Money } from '#platform/kernel/money.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { type CoreAccount, referenceKey } from '../domain/account.ts';
import {
  type CalendarRules,
  calendarDays,
  defaultCalendarRules,
  executionDateOf,
  executionStartOf,
  settlementAt,
} from '../domain/calendar.ts';
import type { MidRate } from '../domain/entry.ts';
import {
  contentOf,
  type Instruction,
  type InstructionStatus,
  type KnownState,
  type ReasonCode,
} from '../domain/instruction.ts';
import type { Cancellation, CoreBank, CoreChange } from '../ports/core-bank.ts';
import { CursorInvalid, InstructionConflict } from '../ports/core-failure.ts';
import type { CoreHarness } from './core-harness.suite.ts';
import {
  balanceOf,
  canSpend,
  findEntry,
  heldOf,
  type Kept,
  listEntries,
  type Reserved,
  sumOf,
} from './memory-accounts.suite.ts';
import { type EntryParts, issued, nextOf, received, refusalOf } from './memory-orders.suite.ts';

interface Order {
  readonly instruction: Instruction;
  readonly content: string;
  status: InstructionStatus;
  dueAt?: Temporal.Instant;
  holdReference?: string;
  wasElsewhere?: boolean;
}

/** The core in memory also knows when customers were active. */
export interface MemoryCore extends CoreHarness {
  reportActivity(customerNumber: string, lastActiveOn: string): void;
}

/**
 * A core banking system in memory, written without any thought of speed: lists are searched from their beginning. It
 * stands for the port in tests, and the ledger is compared with it.
 */
export function createMemoryCore(start = '2026-11-16T09:00:00Z', zone = 'Europe/Berlin'): MemoryCore {
  const clock = fakeClock(start);
  const memory = new Memory(clock, defaultCalendarRules(zone));
  return {
    core: memory.asCore(),
    clock,
    zone,
    openAccount: async (account) => memory.open(account),
    reportActivity: (customerNumber, lastActiveOn) => memory.reportActivity(customerNumber, lastActiveOn),
    changeStatus: async (accountId, status) => memory.changeStatus(accountId, status),
    receive: async (accountId, amount) => memory.receive(accountId, amount),
    reserveCard: async (accountId, amount) => memory.reserveCard(accountId, amount),
    bookCard: async (reference) => memory.bookCard(reference),
    enterStandingOrder: async (accountId, order) => memory.enter(accountId, order),
    setRate: async (from, to, numerator, denominator) =>
      void memory.rates.push({ from, to, numerator, denominator }),
    runDue: async () => memory.runDue(),
    returnTransfer: async (instructionId, reason) => memory.returnTransfer(instructionId, reason),
    closeDays: async () => memory.closeDays(),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const cardCode = 'PMNT-CCRD-POSD';

class Memory {
  readonly kept = new Map<string, Kept>();
  readonly orders = new Map<string, Order>();
  readonly cancellations = new Map<string, Map<string, Cancellation['outcome']>>();
  readonly changes: { readonly kind: CoreChange['kind']; readonly id: string }[] = [];
  readonly activities = new Map<string, CoreChange>();
  readonly rates: MidRate[] = [];
  readonly #clock: FakeClock;
  readonly #rules: CalendarRules;
  #number = 0;
  #closedUntil: Temporal.PlainDate | undefined;

  constructor(clock: FakeClock, rules: CalendarRules) {
    this.#clock = clock;
    this.#rules = rules;
  }

  open(account: Parameters<CoreHarness['openAccount']>[0]): string {
    const accountId = randomUUID();
    const { bban, coHolders = [], creditLimit = 0n, currencies = ['EUR'], iban, maskedPan, owner } = account;
    this.kept.set(accountId, {
      account: omitUndefined({
        accountId,
        kind: account.kind ?? ('current' as const),
        iban: iban === undefined ? undefined : ibanSpelling(iban),
        bban,
        maskedPan,
        product: 'Account',
        currencies,
        status: 'open' as const,
        owner,
        holders: [owner, ...coHolders],
        signingMode: account.signingMode ?? ('any' as const),
        openedOn: this.#today(),
      }),
      creditLimit,
      booked: [],
      reserved: [],
      orders: [],
      closings: [],
      changedAt: this.#clock.now(),
    });
    this.changes.push({ kind: 'account', id: accountId });
    return accountId;
  }

  reportActivity(customerNumber: string, lastActiveOn: string): void {
    const customer = { customerNumber, lastActiveOn: Temporal.PlainDate.from(lastActiveOn) };
    this.activities.set(customerNumber, { kind: 'customer', customer });
    this.changes.push({ kind: 'customer', id: customerNumber });
  }

  changeStatus(accountId: string, status: CoreAccount['status']): void {
    const kept = this.#get(accountId);
    const isEmpty = kept.account.currencies.every(
      (currency) => sumOf(kept, currency) === 0n && heldOf(kept, currency) === 0n,
    );
    if (status === 'closed' && !isEmpty) throw new Error('an account with money on it cannot be closed');
    kept.account = { ...kept.account, status };
    this.changes.push({ kind: 'account', id: accountId });
  }

  receive(accountId: string, amount: Money): void {
    const kept = this.#get(accountId);
    const after = sumOf(kept, amount.currency) - heldOf(kept, amount.currency) + amount.minor;
    if (!kept.account.currencies.includes(amount.currency)) throw new Error('the account has the currency');
    if (kept.account.status === 'closed') throw new Error('a closed account receives nothing');
    if (after < -kept.creditLimit) throw new Error('beyond the limit');
    this.#book(kept, amount, { counterparty: {}, transactionCode: 'PMNT-RCDT-ESCT' });
  }

  reserveCard(accountId: string, amount: Money): string | undefined {
    const kept = this.#get(accountId);
    if (kept.account.status !== 'open' || !canSpend(kept, amount)) return undefined;
    return this.#reserve(kept, amount, { counterparty: { name: 'Shop' }, transactionCode: cardCode });
  }

  bookCard(reference: string): void {
    for (const kept of this.kept.values()) {
      const reserved = kept.reserved.find(({ entry }) => entry.entryReference === reference);
      if (reserved?.state === 'open') this.#bookReserved(kept, reserved);
    }
  }

  enter(accountId: string, order: Parameters<CoreHarness['enterStandingOrder']>[1]): void {
    this.#number += 1;
    this.#get(accountId).orders.push({
      ...order,
      number: this.#number,
      orderId: randomUUID(),
      counterparty: { name: 'Payee', account: { scheme: 'iban', id: order.iban } },
      nextOn: order.firstOn,
    });
  }

  runDue(): void {
    const orders = [...this.kept].flatMap(([accountId, { orders: its }]) =>
      its.map((order) => ({ accountId, order })),
    );
    // In the order of their days, then in that in which they were entered.
    for (const { accountId, order } of orders.toSorted(
      ({ order: one }, { order: other }) =>
        (one.nextOn?.toString() ?? '').localeCompare(other.nextOn?.toString() ?? '') ||
        one.number - other.number,
    )) {
      this.#runOrder(accountId, order);
    }
    const now = this.#clock.now().epochMilliseconds;
    const due = [...this.orders.values()]
      .filter(({ dueAt }) => dueAt !== undefined && dueAt.epochMilliseconds <= now)
      .toSorted((a, b) => (a.dueAt?.epochMilliseconds ?? 0) - (b.dueAt?.epochMilliseconds ?? 0));
    for (const order of due) this.#step(order);
  }

  returnTransfer(
    instructionId: string,
    reason: ReasonCode,
  ): InstructionStatus | 'not-known' | 'not-returnable' {
    const order = this.orders.get(instructionId);
    if (order === undefined) return 'not-known';
    if (order.status.state === 'returned') return order.status;
    if (order.status.state !== 'settled' || order.wasElsewhere !== true) return 'not-returnable';
    const { amount, creditor, debtorAccountId, endToEndId, remittance } = order.instruction;
    const kept = this.#get(debtorAccountId);
    if (kept.account.status !== 'closed') {
      this.#book(kept, amount, {
        counterparty: creditor,
        transactionCode: 'PMNT-ICDT-RRTN',
        ...omitUndefined({ endToEndId, remittance }),
        instructionId,
      });
    }
    return this.#set(order, 'returned', reason);
  }

  closeDays(): void {
    const days = [...this.kept.values()].map(({ account }) => account.openedOn);
    const first = days.toSorted(Temporal.PlainDate.compare)[0];
    const open = this.#clock
      .now()
      .subtract({ minutes: 5 })
      .toZonedDateTimeISO(this.#rules.zone)
      .toPlainDate();
    let day = this.#closedUntil?.add({ days: 1 }) ?? first;
    while (day !== undefined && Temporal.PlainDate.compare(day, open) < 0) {
      for (const kept of this.kept.values()) this.#closeDay(kept, day);
      this.#closedUntil = day;
      day = day.add({ days: 1 });
    }
  }

  asCore(): CoreBank {
    const list = (customer: string, areCards: boolean): readonly CoreAccount[] =>
      [...this.kept.values()]
        .map(({ account }) => account)
        .filter(({ holders, kind }) => holders.includes(customer) && (kind === 'card') === areCards);
    return {
      isNotKnownProof: true,
      accountsOf: async (customer) => list(customer, false),
      cardAccountsOf: async (customer) => list(customer, true),
      findAccounts: async (references) => {
        const pairs = references.flatMap((reference) => {
          const account = this.#named(reference)?.account;
          return account === undefined ? [] : [[referenceKey(reference), account] as const];
        });
        return new Map(pairs);
      },
      jointHoldingsOf: async (customer) =>
        list(customer, false)
          .filter(({ holders, status }) => holders.length > 1 && status !== 'closed')
          .map(({ accountId, holders, owner, signingMode }) => ({ accountId, holders, owner, signingMode })),
      midRates: async () => this.rates,
      balancesOf: async (accountId) => {
        const kept = this.kept.get(accountId);
        return kept === undefined ? [] : kept.account.currencies.map((currency) => balanceOf(kept, currency));
      },
      transactionsOf: async (accountId, query) => listEntries(this.kept.get(accountId), query),
      cardTransactionsOf: async (accountId, query) => listEntries(this.kept.get(accountId), query),
      transaction: async (accountId, reference) => findEntry(this.kept.get(accountId), reference),
      standingOrdersOf: async (accountId) =>
        (this.kept.get(accountId)?.orders ?? []).map(({ iban: _iban, number: _number, ...order }) => order),
      hasFunds: async (accountId, amount) => {
        const kept = this.kept.get(accountId);
        return kept?.account.status === 'open' && canSpend(kept, amount);
      },
      submit: async (instruction) => this.#submit(instruction),
      statusOf: async (instructionId) => this.orders.get(instructionId)?.status ?? 'not-known',
      cancel: async (instructionId, cancellationId) => this.#cancel(instructionId, cancellationId),
      changesSince: async (cursor, max) => {
        const from = Number(cursor ?? '0');
        if (!Number.isInteger(from)) throw new CursorInvalid('not a cursor of this core');
        const changes = this.changes.slice(from, from + max);
        return {
          changes: changes.flatMap((change): readonly CoreChange[] => {
            if (change.kind === 'account') {
              return [{ kind: 'account', account: this.#get(change.id).account }];
            }
            const reported = this.activities.get(change.id);
            if (reported !== undefined) return [reported];
            const status = this.orders.get(change.id)?.status;
            return status === undefined ? [] : [{ kind: 'instruction', status }];
          }),
          cursor: changes.length === 0 ? cursor : String(from + changes.length),
        };
      },
      calendar: async (product, from, to) => calendarDays(this.#rules, product, from, to),
    };
  }

  #submit(instruction: Instruction): InstructionStatus {
    const content = contentOf(instruction);
    const known = this.orders.get(instruction.instructionId);
    if (known !== undefined) {
      if (known.content !== content) throw new InstructionConflict(instruction.instructionId);
      return known.status;
    }
    const today = this.#today();
    const isPast =
      instruction.requestedDate !== undefined &&
      Temporal.PlainDate.compare(instruction.requestedDate, today) < 0;
    const executionDate = isPast
      ? today
      : executionDateOf(this.#rules, instruction.product, {
          acceptedAt: this.#clock.now(),
          ...omitUndefined({ requested: instruction.requestedDate }),
        });
    const order: Order = {
      instruction,
      content,
      status: {
        instructionId: instruction.instructionId,
        state: 'pending',
        executionDate,
        changedAt: this.#clock.now(),
      },
    };
    this.orders.set(instruction.instructionId, order);
    const cancelled = this.cancellations.get(instruction.instructionId);
    if (cancelled !== undefined && [...cancelled.values()].includes('cancelled')) {
      order.status = { ...order.status, executionDate: today };
      return this.#set(order, 'cancelled', 'CUST');
    }
    if (isPast) return this.#set(order, 'rejected', 'DT01');
    return this.#execute(order);
  }

  #execute(order: Order): InstructionStatus {
    const { amount, creditor: named, debtorAccountId } = order.instruction;
    const debtor = this.kept.get(debtorAccountId);
    const creditor = this.#named(named.account, named.agent);
    const refusal = refusalOf(debtor?.account, creditor?.account, amount.currency);
    if (debtor === undefined || refusal !== undefined) return this.#set(order, 'rejected', refusal ?? 'AC01');
    if (Temporal.PlainDate.compare(order.status.executionDate, this.#today()) > 0) {
      order.dueAt = executionStartOf(this.#rules, order.status.executionDate);
      return this.#set(order, 'pending');
    }
    if (!canSpend(debtor, amount)) return this.#set(order, 'rejected', 'AM04');
    if (creditor !== undefined) {
      this.#book(creditor, amount, received(order.instruction, debtor.account));
      this.#book(debtor, { ...amount, minor: -amount.minor }, issued(order.instruction));
      return this.#set(order, 'settled');
    }
    return this.#payElsewhere(order, debtor);
  }

  #payElsewhere(order: Order, debtor: Kept): InstructionStatus {
    const { amount, product } = order.instruction;
    const now = this.#clock.now();
    const settled = settlementAt(this.#rules, product, now);
    if (settled.epochMilliseconds > now.epochMilliseconds) {
      order.holdReference = this.#reserve(debtor, amount, issued(order.instruction));
      order.dueAt = settled;
      return this.#set(order, 'accepted');
    }
    order.wasElsewhere = true;
    this.#book(debtor, { ...amount, minor: -amount.minor }, issued(order.instruction));
    return this.#set(order, 'settled');
  }

  #step(order: Order): void {
    delete order.dueAt;
    const { holdReference } = order;
    if (holdReference === undefined) {
      this.#execute(order);
      return;
    }
    const kept = this.#get(order.instruction.debtorAccountId);
    const reserved = kept.reserved.find(({ entry }) => entry.entryReference === holdReference);
    if (reserved !== undefined) this.#bookReserved(kept, reserved);
    order.wasElsewhere = true;
    this.#set(order, 'settled');
  }

  #cancel(instructionId: string, cancellationId: string): Cancellation {
    const outcomes = this.cancellations.get(instructionId) ?? new Map<string, Cancellation['outcome']>();
    this.cancellations.set(instructionId, outcomes);
    const order = this.orders.get(instructionId);
    if (!outcomes.has(cancellationId)) outcomes.set(cancellationId, this.#undo(order));
    const outcome = outcomes.get(cancellationId) ?? 'too-late';
    return order === undefined ? { outcome } : { outcome, status: order.status };
  }

  #undo(order: Order | undefined): Cancellation['outcome'] {
    if (order === undefined || order.status.state === 'cancelled') return 'cancelled';
    if (order.status.state !== 'pending' && order.status.state !== 'accepted') return 'too-late';
    const reserved = this.kept
      .get(order.instruction.debtorAccountId)
      ?.reserved.find(({ entry }) => entry.entryReference === order.holdReference);
    if (reserved !== undefined) reserved.state = 'released';
    delete order.dueAt;
    this.#set(order, 'cancelled', 'CUST');
    return 'cancelled';
  }

  #runOrder(accountId: string, order: Kept['orders'][number]): void {
    while (order.nextOn !== undefined && Temporal.PlainDate.compare(order.nextOn, this.#today()) <= 0) {
      this.#submit({
        instructionId: randomUUID(),
        product: 'sepa-credit-transfers',
        debtorAccountId: accountId,
        amount: order.amount,
        creditor: { account: { scheme: 'iban', id: order.iban }, name: 'Payee' },
      });
      const next = nextOf(order, order.nextOn);
      if (next === undefined) delete order.nextOn;
      else order.nextOn = next;
    }
  }

  #closeDay(kept: Kept, day: Temporal.PlainDate): void {
    if (Temporal.PlainDate.compare(kept.account.openedOn, day) > 0) return;
    for (const currency of kept.account.currencies) {
      const minor = kept.booked
        .filter(
          (one) => one.entry.amount.currency === currency && Temporal.PlainDate.compare(one.day, day) <= 0,
        )
        .reduce((total, { entry }) => total + entry.amount.minor, 0n);
      kept.closings.push({ currency, day, minor });
    }
  }

  #set(order: Order, state: KnownState, reason?: ReasonCode): InstructionStatus {
    const { reason: _, ...rest } = order.status;
    order.status = { ...rest, state, changedAt: this.#clock.now(), ...omitUndefined({ reason }) };
    this.changes.push({ kind: 'instruction', id: order.status.instructionId });
    return order.status;
  }

  #book(kept: Kept, amount: Money, parts: EntryParts, pendingReference?: string): string {
    this.#number += 1;
    const day = this.#today();
    kept.booked.push({
      number: this.#number,
      day,
      entry: omitUndefined({
        entryReference: String(this.#number),
        status: 'booked' as const,
        amount,
        bookingDate: day,
        valueDate: day,
        balanceAfter: { ...amount, minor: sumOf(kept, amount.currency) + amount.minor },
        pendingReference,
        ...parts,
      }),
    });
    kept.changedAt = this.#clock.now();
    return String(this.#number);
  }

  #reserve(kept: Kept, amount: Money, parts: EntryParts): string {
    this.#number += 1;
    const entryReference = randomUUID();
    kept.reserved.push({
      number: this.#number,
      state: 'open',
      entry: { entryReference, status: 'pending', amount: { ...amount, minor: -amount.minor }, ...parts },
    });
    kept.changedAt = this.#clock.now();
    return entryReference;
  }

  #bookReserved(kept: Kept, reserved: Reserved): void {
    const { amount, entryReference, status: _, ...parts } = reserved.entry;
    reserved.state = 'booked';
    reserved.bookedReference = this.#book(kept, amount, parts, entryReference);
  }

  /** Beside a bank a number that is not an IBAN is an account there. */
  #named({ id, scheme }: { readonly scheme: string; readonly id: string }, agent?: string): Kept | undefined {
    return [...this.kept.values()].find(({ account }) => {
      if (scheme === 'iban') return account.iban === ibanSpelling(id);
      if (scheme === 'bban') return account.bban === id && agent === undefined;
      return scheme === 'maskedPan' && account.maskedPan === id;
    });
  }

  #get(accountId: string): Kept {
    const kept = this.kept.get(accountId);
    if (kept === undefined) throw new Error(`no account ${accountId}`);
    return kept;
  }

  #today(): Temporal.PlainDate {
    return this.#clock.today(this.#rules.zone);
  }
}
