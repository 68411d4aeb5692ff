import { Temporal } from 'temporal-polyfill';
import { omitUndefined as membersGiven } from '#platform/kernel/members.ts';
import { parseMoney } from '#platform/kernel/money.ts';
import type { JsonObject, JsonValue } from './json-text.ts';
import {
  accountOf,
  asList,
  asObject,
  isObject,
  knownMembers,
  objectOf,
  type PayloadError,
  PayloadReadError,
  valueOf,
} from './payload-objects.ts';
import { type AccountReference, accountKey, type PaymentOrder } from './payment-order.ts';
import { type BuiltInKind, type ResourceKind, rulesKindOf } from './rule.ts';
import { scheduleOf, standingAmount } from './standing-amount.ts';

/** A serialized payload and its declared kind. The orders of a pain.001 file are read by the `PaymentFiles` port. */
export interface Payload {
  readonly resourceKind: ResourceKind;
  readonly text: string;
  readonly orders?: readonly PaymentOrder[];
}

/** Facts of a payload that rules are matched against. */
export interface PayloadContent {
  readonly resourceKind: ResourceKind;
  /** Empty where the payload pays nothing or does not say. */
  readonly orders: readonly PaymentOrder[];
  /** Accounts of a consent. */
  readonly accounts: readonly AccountReference[];
  /** Requested execution date of a payment in JSON. */
  readonly executionDate?: Temporal.PlainDate;
  /** Of a standing order in JSON. */
  readonly schedule?: Schedule;
}

/** When a standing order first pays, and how often, in words of the payload. */
export interface Schedule {
  readonly startDate: string;
  readonly frequency: string;
}

export type ReadPayload =
  | { readonly kind: 'content'; readonly content: PayloadContent }
  | { readonly kind: 'error'; readonly error: PayloadError };

export const ordersMax = 10_000;

const digestShape = /^sha-256:[0-9a-f]{64}$/;
/** Reads the facts that rules need from a payload. SPEC channel-interfaces 9.2: only the payload is in the digest. */
export function readPayload(payload: Payload): ReadPayload {
  try {
    return { kind: 'content', content: contentOf(payload) };
  } catch (error) {
    if (error instanceof PayloadReadError) return { kind: 'error', error: error.error };
    throw error;
  }
}

type Reading = Pick<PayloadContent, 'orders' | 'accounts' | 'executionDate' | 'schedule'>;

/** Payloads of these kinds have no facts for rules, and a document need not be JSON. */
const nothing = (): Reading => ({ orders: [], accounts: [] });

/** SPEC channel-interfaces 9.2: an extractor per resource-kind. */
const extractors: Readonly<Record<BuiltInKind, (text: string) => Reading>> = {
  payment: (text) => ofPayment(objectOf(text, 'payment')),
  'periodic-payment': (text) => ofStanding(objectOf(text, 'periodic-payment')),
  'bulk-payment': (text) => ofOrders(bulkOf(objectOf(text, 'bulk'))),
  'payment-cancellation': (text) => ofOrders(cancelledOf(objectOf(text, 'cancellation'))),
  'signing-basket': (text) => ofBasket(valueOf(text)),
  consent: (text) => ofConsent(objectOf(text, 'consent')),
  'funds-confirmation-consent': (text) => ofConsent(objectOf(text, 'consent')),
  document: nothing,
  'party-correction': nothing,
  'restriction-lift': nothing,
  'employee-approval': nothing,
  'signing-rule': nothing,
};

/** Kinds that pain.001 can express. */
const xmlKinds: ReadonlySet<ResourceKind> = new Set([
  'payment',
  'bulk-payment',
  'periodic-payment',
  'payment-cancellation',
]);

function contentOf({ resourceKind, text, orders }: Payload): PayloadContent {
  // Half a surrogate pair has no UTF-8 encoding: two such payloads would have the same hash.
  if (!text.isWellFormed()) throw new PayloadReadError('not-unicode', '');
  const isXml = xmlKinds.has(resourceKind) && /^\uFEFF?\s*</.test(text);
  if (!isXml) return { resourceKind, ...extractors[rulesKindOf(resourceKind)](text) };
  const read = given(orders);
  if (resourceKind !== 'periodic-payment') return { resourceKind, ...ofOrders(read) };
  // A file says what a standing order pays, but not when.
  return {
    resourceKind,
    ...ofOrders(read.map((order) => ({ ...order, countedAmount: 'unknown' as const }))),
  };
}

/** GAP: of files and bulks the day is not read; the system that executes them knows it. ADR-0037 */
function ofPayment(payment: JsonObject): Reading {
  const day = payment.get('requestedExecutionDate');
  const executionDate = typeof day === 'string' ? dateIn(day) : undefined;
  return { ...ofOrders([orderOf(payment)]), ...membersGiven({ executionDate }) };
}

const frequencyShape = /^[A-Za-z]{1,20}$/;

/** A schedule that cannot be displayed as one is not read: its day and rhythm are then in no text that is signed. */
function ofStanding(payment: JsonObject): Reading {
  const [startDate, frequency] = [payment.get('startDate'), payment.get('frequency')];
  const isReadable =
    typeof startDate === 'string' &&
    dayShape.test(startDate) &&
    typeof frequency === 'string' &&
    frequencyShape.test(frequency);
  const schedule = isReadable ? { startDate, frequency } : undefined;
  return { ...ofOrders([standingOrderOf(payment)]), ...membersGiven({ schedule }) };
}

const dayShape = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

function dateIn(text: string): Temporal.PlainDate {
  if (!dayShape.test(text)) throw new PayloadReadError('not-a-date', '/requestedExecutionDate');
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    throw new PayloadReadError('not-a-date', '/requestedExecutionDate');
  }
}

function ofOrders(orders: readonly PaymentOrder[]): Reading {
  if (orders.length > ordersMax) throw new PayloadReadError('too-many-orders', '');
  return { orders, accounts: [] };
}

function given(orders: readonly PaymentOrder[] | undefined): readonly PaymentOrder[] {
  if (orders === undefined || orders.length === 0) throw new PayloadReadError('orders-missing', '');
  return orders;
}

function orderOf(payment: JsonObject): PaymentOrder {
  return creditOf(payment, {
    debtorAccount: accountOf(payment.get('debtorAccount'), '/debtorAccount'),
    path: '',
  });
}

function standingOrderOf(payment: JsonObject): PaymentOrder {
  const order = orderOf(payment);
  const schedule = scheduleOf(payment);
  const countedAmount = schedule === undefined ? 'unknown' : standingAmount(order.instructedAmount, schedule);
  return { ...order, countedAmount };
}

interface PaymentSource {
  readonly debtorAccount: AccountReference;
  readonly path: string;
}

function creditOf(payment: JsonObject, { debtorAccount, path }: PaymentSource): PaymentOrder {
  const amountPath = `${path}/instructedAmount`;
  const amount = knownMembers(asObject(payment.get('instructedAmount'), amountPath), 'amount', amountPath);
  const text = amount.get('amount');
  const currency = amount.get('currency');
  // Most parsers read a JSON number as a binary float; the signed amount must be the sent amount.
  if (typeof text !== 'string') throw new PayloadReadError('amount-not-text', `${amountPath}/amount`);
  const money = typeof currency === 'string' ? parseMoney({ currency, amount: text }) : undefined;
  if (money === undefined) throw new PayloadReadError('not-an-amount', amountPath);
  const creditorAccount = accountOf(payment.get('creditorAccount'), `${path}/creditorAccount`);
  const creditorAgent = bicIn(payment.get('creditorAgent'), `${path}/creditorAgent`);
  return membersGiven({ debtorAccount, creditorAccount, creditorAgent, instructedAmount: money });
}

/** ISO 9362. */
const bicShape = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

function bicIn(value: JsonValue | undefined, path: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !bicShape.test(value)) throw new PayloadReadError('not-a-bic', path);
  return value;
}

function bulkOf(bulk: JsonObject): readonly PaymentOrder[] {
  const debtorAccount = accountOf(bulk.get('debtorAccount'), '/debtorAccount');
  const payments = asList(bulk.get('payments'), '/payments');
  if (payments.length === 0) throw new PayloadReadError('orders-missing', '/payments');
  return payments.map((item, index) => {
    const path = `/payments/${index}`;
    const payment = asObject(item, path);
    // The server must not guess which of the two is debited.
    if (payment.has('debtorAccount')) throw new PayloadReadError('debtor-account-twice', path);
    return creditOf(knownMembers(payment, 'bulk-entry', path), { debtorAccount, path });
  });
}

/** A cancellation may contain the payment that it cancels, or only its id: then it has no amount. */
function cancelledOf(payload: JsonObject): readonly PaymentOrder[] {
  if (payload.has('payments')) return bulkOf(payload);
  return payload.has('instructedAmount') ? [orderOf(payload)] : [];
}

/** SPEC channel-interfaces 9.5: the sorted list of member ids and digests, so that it has one spelling. */
function ofBasket(value: JsonValue): Reading {
  const members = asList(value, '');
  if (members.length === 0) throw new PayloadReadError('not-basket-members', '');
  let before = '';
  for (const [index, member] of members.entries()) {
    const id = memberId(member);
    if (id === undefined) throw new PayloadReadError('not-basket-members', `/${index}`);
    if (id <= before) throw new PayloadReadError('basket-not-sorted', `/${index}`);
    before = id;
  }
  return nothing();
}

function memberId(member: JsonValue): string | undefined {
  if (!isObject(member) || member.size !== 2) return undefined;
  const [id, digest] = [member.get('id'), member.get('digest')];
  const isWhole = typeof id === 'string' && typeof digest === 'string' && digestShape.test(digest);
  return isWhole && id !== '' ? id : undefined;
}

const accessLists = ['accounts', 'balances', 'transactions'];

function ofConsent(consent: JsonObject): Reading {
  const accounts = consentAccounts(consent);
  return {
    orders: [],
    accounts: [...new Map(accounts.map((account) => [accountKey(account), account])).values()],
  };
}

function consentAccounts(consent: JsonObject): readonly AccountReference[] {
  if (consent.has('account')) return [accountOf(consent.get('account'), '/account')];
  if (!consent.has('access')) return [];
  const access = knownMembers(asObject(consent.get('access'), '/access'), 'access', '/access');
  return accessLists
    .filter((name) => access.has(name))
    .flatMap((name) =>
      asList(access.get(name), `/access/${name}`).map((item, index) =>
        accountOf(item, `/access/${name}/${index}`),
      ),
    );
}
