import type { EntryDetails } from '#adapters/ledger/details.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import { type CounterpartyKey, counterparties } from './counterparties.ts';
import { type DemoDay, isDue } from './demo-day.ts';
import { type Draws, drawsOf } from './draws.ts';
import type { Habit } from './habit.ts';
import type { PersonaAccount } from './persona.ts';
import type { OwnedAccount } from './personas.ts';
import { accountOf, displayNameOf, isAccountKey } from './personas.ts';
import { codes, type PlannedEntry, type PlannedSide } from './planned-entry.ts';
import { type Shop, shops } from './shops.ts';
import { stableUuid } from './stable-uuid.ts';

/** One habit of one account. */
export interface HabitOf<Kind extends Habit['kind'] = Habit['kind']> {
  readonly owned: OwnedAccount;
  readonly habit: Extract<Habit, { readonly kind: Kind }>;
  /** Names the habit among all, for ids. */
  readonly name: string;
  /** The same as a number, for draws. */
  readonly seed: number;
}

const minuteMs = 60_000;
const hour = 60;
/** Days in a month, for what happens so many times a month. */
const daysPerMonth = 30.4;

/** Returns what a habit means for a day. The same day gives the same entries, whenever it is asked for. */
export function planHabit({ habit, ...of }: HabitOf, day: DemoDay): readonly PlannedEntry[] {
  switch (habit.kind) {
    case 'salary':
      return when(isDue({ monthly: 25 }, day), () => salary({ habit, ...of }, day));
    case 'income':
      return when(isDue(habit.on, day), () => income({ habit, ...of }, day));
    case 'standing-order':
      return when(isDue(habit.on, day), () => standingOrder({ habit, ...of }, day));
    case 'direct-debit':
      return when(isDue(habit.on, day), () => directDebit({ habit, ...of }, day));
    case 'card':
      return [...cardPayments({ habit, ...of }, day), ...refunds({ habit, ...of }, day)];
    case 'cash':
      return cash({ habit, ...of }, day);
    case 'takings':
      return takings({ habit, ...of }, day);
    case 'card-bill':
      return when(isDue({ monthly: habit.day }, day), () => cardBill({ habit, ...of }, day));
    case 'interest':
      return when(isLastOfYear(day), () => interest({ habit, ...of }, day));
  }
}

function when(isSo: boolean, entry: () => PlannedEntry): readonly PlannedEntry[] {
  return isSo ? [entry()] : [];
}

function isLastOfYear({ day, month }: DemoDay): boolean {
  return month === 12 && day === 31;
}

/** What all entries of a habit have. */
function entryAt(
  { name, owned: { account } }: Pick<HabitOf, 'name' | 'owned'>,
  { startMs, text }: DemoDay,
  { minutes, number = 0, currency }: { minutes: number; number?: number; currency?: Currency | undefined },
): Pick<PlannedEntry, 'entryId' | 'atMs' | 'currency'> {
  return {
    entryId: stableUuid(`${name} ${text} ${number}`),
    atMs: startMs + minutes * minuteMs,
    currency: currency ?? mainCurrency(account),
  };
}

function mainCurrency({ currencies }: PersonaAccount): Currency {
  return currencies[0] ?? 'EUR';
}

const elsewhere = (code: string): PlannedSide => ({ internal: 'clearing', details: { code } });

function counterpartyDetails(key: CounterpartyKey, code: string, remittance: string): EntryDetails {
  const { iban, name } = counterparties[key];
  return { code, name, account: { scheme: 'iban', id: iban }, remittance };
}

function salary(of: HabitOf<'salary'>, day: DemoDay): PlannedEntry {
  const { amount, from } = of.habit;
  const text = `Salary ${day.text.slice(0, 7)}`;
  return {
    ...entryAt(of, day, { minutes: 4 * hour }),
    kind: 'transfer',
    amount,
    debit: elsewhere(codes.salary),
    credit: { account: of.owned.account.key, details: counterpartyDetails(from, codes.salary, text) },
  };
}

function income(of: HabitOf<'income'>, day: DemoDay): PlannedEntry {
  const { amount, currency, from, text } = of.habit;
  return {
    ...entryAt(of, day, { minutes: 7 * hour, currency }),
    kind: 'transfer',
    amount: drawsOf(of.seed, day.number).amount(amount),
    debit: elsewhere(codes.transferIn),
    credit: { account: of.owned.account.key, details: counterpartyDetails(from, codes.transferIn, text) },
  };
}

function standingOrder(of: HabitOf<'standing-order'>, day: DemoDay): PlannedEntry {
  const { amount, text, to } = of.habit;
  return {
    ...entryAt(of, day, { minutes: 6 * hour }),
    kind: 'transfer',
    amount,
    ...transfer(of, { to, text, code: codes.standingOrderOut }),
  };
}

/** Both sides of a transfer from the account of a habit. */
function transfer(
  { owned: { account, persona } }: Pick<HabitOf, 'owned'>,
  { code, text, to }: { readonly to: string; readonly text: string; readonly code: string },
): Pick<PlannedEntry, 'debit' | 'credit'> {
  const { iban, name } = payeeOf(to);
  return {
    debit: {
      account: account.key,
      details: { code, name, account: { scheme: 'iban', id: iban }, remittance: text },
    },
    credit: isAccountKey(to)
      ? {
          account: to,
          details: {
            code: codes.bookTransferIn,
            name: displayNameOf(persona),
            account: { scheme: 'iban', id: account.iban ?? '' },
            remittance: text,
          },
        }
      : elsewhere(code),
  };
}

/** Returns name and IBAN of a counterparty, or of the persona who has an account. */
export function payeeOf(to: string): { readonly name: string; readonly iban: string } {
  if (isAccountKey(to)) {
    const { account, persona } = accountOf(to);
    return { name: displayNameOf(persona), iban: account.iban ?? '' };
  }
  return counterparties[counterpartyKey(to)];
}

function counterpartyKey(text: string): CounterpartyKey {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a literal
  const key = (Object.keys(counterparties) as readonly CounterpartyKey[]).find((known) => known === text);
  if (key === undefined) throw new Error(`no counterparty has the key ${text}`);
  return key;
}

function directDebit(of: HabitOf<'direct-debit'>, day: DemoDay): PlannedEntry {
  const { amount, text, to } = of.habit;
  return {
    ...entryAt(of, day, { minutes: 5 * hour }),
    kind: 'transfer',
    amount,
    debit: { account: of.owned.account.key, details: counterpartyDetails(to, codes.directDebit, text) },
    credit: elsewhere(codes.directDebit),
  };
}

/** A payment with a card, as it was drawn. */
interface CardPayment {
  readonly shop: Shop;
  readonly amount: bigint;
  readonly minutes: number;
  readonly number: number;
  readonly isReturned: boolean;
}

const oneReturnedOf = 12;
const returnedAfterDays = 5;

/** Draws the payments of a day by its number, because refunds ask for an earlier one. */
function drawPayments({ habit, seed }: HabitOf<'card'>, day: number): readonly CardPayment[] {
  const draws = drawsOf(seed, day);
  return Array.from({ length: timesToday(draws, habit.perMonth / daysPerMonth) }, (_, number) => ({
    number,
    shop: draws.pick(shops[habit.shops]),
    amount: draws.amount(habit.amount),
    minutes: 8 * hour + draws.below(13 * hour),
    isReturned: habit.shops === 'clothing' && draws.below(oneReturnedOf) === 0,
  }));
}

/** So often in the mean; more often only by the whole part of it. */
function timesToday(draws: Draws, perDay: number): number {
  const whole = Math.floor(perDay);
  return whole + (draws.next() < perDay - whole ? 1 : 0);
}

function cardDetails(account: PersonaAccount, shop: Shop): EntryDetails {
  const code = account.kind === 'card' ? codes.creditCard : codes.debitCard;
  return { code, name: shop.name, merchant: shop };
}

function cardPayments(of: HabitOf<'card'>, day: DemoDay): readonly PlannedEntry[] {
  const { currency, months } = of.habit;
  if (months !== undefined && !months.includes(day.month)) return [];
  const { account } = of.owned;
  return drawPayments(of, day.number).map(({ amount, minutes, number, shop }) => ({
    ...entryAt(of, day, { minutes, number, currency }),
    kind: 'card',
    amount,
    debit: { account: account.key, details: cardDetails(account, shop) },
    credit: elsewhere(codes.debitCard),
  }));
}

/** Clothes that were sent back are refunded some days later. */
function refunds(of: HabitOf<'card'>, day: DemoDay): readonly PlannedEntry[] {
  if (of.habit.shops !== 'clothing') return [];
  return drawPayments(of, day.number - returnedAfterDays)
    .filter(({ isReturned }) => isReturned)
    .map(({ amount, number, shop }) => ({
      ...entryAt({ ...of, name: `refund ${of.name}` }, day, { minutes: 9 * hour, number }),
      kind: 'card',
      amount,
      debit: elsewhere(codes.refund),
      credit: {
        account: of.owned.account.key,
        details: { code: codes.refund, name: shop.name, merchant: shop, remittance: 'Refund' },
      },
    }));
}

const noteMinor = 10_00n;

function cash(of: HabitOf<'cash'>, day: DemoDay): readonly PlannedEntry[] {
  const draws = drawsOf(of.seed, day.number);
  if (draws.next() >= of.habit.perMonth / daysPerMonth) return [];
  // Machines give notes.
  const amount = (draws.amount(of.habit.amount) / noteMinor) * noteMinor;
  return [
    {
      ...entryAt(of, day, { minutes: 10 * hour + draws.below(8 * hour) }),
      kind: 'card',
      amount,
      debit: {
        account: of.owned.account.key,
        details: { code: codes.cash, name: 'Cash machine, Berlin Mitte' },
      },
      credit: elsewhere(codes.cash),
    },
  ];
}

function takings(of: HabitOf<'takings'>, day: DemoDay): readonly PlannedEntry[] {
  const draws = drawsOf(of.seed, day.number);
  const { amount, perDay } = of.habit;
  return Array.from({ length: perDay - 3 + draws.below(7) }, (_, number) => ({
    ...entryAt(of, day, { minutes: 8 * hour + draws.below(11 * hour), number }),
    kind: 'card' as const,
    amount: draws.amount(amount),
    debit: elsewhere(codes.takings),
    credit: {
      account: of.owned.account.key,
      details: { code: codes.takings, name: 'Card payment', remittance: `Receipt ${day.text}-${number + 1}` },
    },
  }));
}

function cardBill(of: HabitOf<'card-bill'>, day: DemoDay): PlannedEntry {
  const { account, persona } = of.owned;
  const currency = mainCurrency(account);
  const { from } = of.habit;
  const text = `Card bill ${day.text.slice(0, 7)}`;
  const { iban, name } = payeeOf(from);
  return {
    ...entryAt(of, day, { minutes: 3 * hour }),
    kind: 'transfer',
    amount: (balanceOf) => -balanceOf(account.key, currency),
    debit: isAccountKey(from)
      ? {
          account: from,
          details: { code: codes.bookTransferOut, name: displayNameOf(persona), remittance: text },
        }
      : elsewhere(codes.transferIn),
    credit: {
      account: account.key,
      details: {
        code: isAccountKey(from) ? codes.bookTransferIn : codes.transferIn,
        name: isAccountKey(from) ? name : displayNameOf(persona),
        account: { scheme: 'iban', id: iban },
        remittance: text,
      },
    },
  };
}

function interest(of: HabitOf<'interest'>, day: DemoDay): PlannedEntry {
  const { account } = of.owned;
  const currency = mainCurrency(account);
  return {
    ...entryAt(of, day, { minutes: 23 * hour }),
    kind: 'deposit',
    amount: (balanceOf) => (balanceOf(account.key, currency) * of.habit.perMille) / 1_000n,
    debit: { internal: 'equity', details: { code: codes.interest } },
    credit: {
      account: account.key,
      details: { code: codes.interest, name: 'Bank 01', remittance: `Interest of ${day.date.year}` },
    },
  };
}
