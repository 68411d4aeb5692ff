import { Temporal } from 'temporal-polyfill';
import { isSameEmployee } from '#platform/kernel/employee-id.ts';

/** SPEC channel-interfaces 4.7. What a client cannot do. */
export const restrictionKinds = [
  'login-block',
  'payment-block',
  'card-block',
  'new-payee-block',
  'device-block',
  'foreign-payment-block',
  'estate-hold',
  'court-order',
] as const;
export type RestrictionKind = (typeof restrictionKinds)[number];

/** Classification `restriction-reasons`. */
export const restrictionReasons = [
  'lost',
  'stolen',
  'suspected-fraud',
  'customer-request',
  'overdue-action',
  'deceased',
  'court-order',
  'compliance',
  'other',
] as const;
/** The bank may add values (ADR 0163). */
export type RestrictionReason = string;

export const restrictionStates = ['active', 'expired', 'lifted'] as const;
export type RestrictionState = (typeof restrictionStates)[number];

/** Which side set a restriction; it decides who may lift it. */
export const setters = ['client', 'bank'] as const;
export type Setter = (typeof setters)[number];

/** What a restriction concerns; without members, everything of the client. */
export interface RestrictionScope {
  readonly accounts: readonly string[];
  readonly cards: readonly string[];
  readonly devices: readonly string[];
}

export const wholeClient: RestrictionScope = { accounts: [], cards: [], devices: [] };

/** Returns whether a block of devices concerns this one; a scope without devices concerns all. */
export function concernsDevice({ devices }: RestrictionScope, deviceId: string): boolean {
  return devices.length === 0 || devices.includes(deviceId.toLowerCase());
}

/** Returns a scope in which equal ones are equal: account numbers without spaces, each value once, in order. */
export function normalizedScope({ accounts, cards, devices }: RestrictionScope): RestrictionScope {
  const plain = (value: string): string => value.replaceAll(/\s/gu, '').toUpperCase();
  const once = (values: readonly string[]): readonly string[] => [...new Set(values)].toSorted();
  return {
    accounts: once(accounts.map(plain)),
    cards: once(cards.map(plain)),
    devices: once(devices.map((id) => id.trim().toLowerCase())),
  };
}

export function isScoped({ accounts, cards, devices }: RestrictionScope): boolean {
  return accounts.length + cards.length + devices.length > 0;
}

/** Which members a scope may have, by kind: a scope that a kind does not look at would restrict nothing. */
const scopesByKind: Readonly<Record<RestrictionKind, readonly (keyof RestrictionScope)[]>> = {
  'login-block': [],
  'payment-block': ['accounts'],
  'card-block': ['cards', 'accounts'],
  'new-payee-block': ['accounts'],
  'device-block': ['devices'],
  'foreign-payment-block': ['accounts'],
  'estate-hold': ['accounts', 'cards'],
  'court-order': ['accounts', 'cards'],
};

/** Returns the member of a scope that a kind cannot have; undefined if there is none. */
export function scopeFault(
  kind: RestrictionKind,
  scope: RestrictionScope,
): keyof RestrictionScope | undefined {
  const names = ['accounts', 'cards', 'devices'] as const;
  return names.find((name) => scope[name].length > 0 && !scopesByKind[kind].includes(name));
}

/** Who sets a restriction: the kind of the caller. `product`: Portico itself, after an event. */
export type SetterKind = 'customer' | 'employee' | 'application' | 'product';

const kindsOfStaff: ReadonlySet<RestrictionKind> = new Set(['estate-hold', 'court-order']);

/** Returns whether a caller may set a kind: holds of estates and courts are set by employees only. */
export function maySet(setter: SetterKind, kind: RestrictionKind): boolean {
  return setter === 'employee' || setter === 'product' || !kindsOfStaff.has(kind);
}

/** What is wrong with a requested end. */
export type ExpiryFault = 'minimum' | 'maximum' | 'combination-not-allowed';

/** A requested restriction, as far as its end depends on it. */
export interface ExpiryRequest {
  readonly setter: SetterKind;
  readonly reason: RestrictionReason;
  readonly expiresAt: Temporal.Instant | undefined;
  /** How long a restriction of a customer lasts at most. */
  readonly maxDays: number;
}

/**
 * Returns when a restriction ends by itself; undefined: never. What is stolen stays blocked until an employee lifts it;
 * any other restriction of a customer has a longest time.
 */
// GAP: the end of a customer's restriction that names none is not specified: it is the latest that is possible. ADR-0094
export function expiryOf(
  { expiresAt, maxDays, reason, setter }: ExpiryRequest,
  now: Temporal.Instant,
): { readonly expiresAt: Temporal.Instant | undefined } | { readonly fault: ExpiryFault } {
  if (expiresAt !== undefined && Temporal.Instant.compare(expiresAt, now) <= 0) return { fault: 'minimum' };
  if (setter !== 'customer') return { expiresAt };
  if (reason === 'stolen')
    return expiresAt === undefined ? { expiresAt } : { fault: 'combination-not-allowed' };
  const latest = now.add({ hours: maxDays * 24 });
  if (expiresAt !== undefined && Temporal.Instant.compare(expiresAt, latest) > 0) return { fault: 'maximum' };
  return { expiresAt: expiresAt ?? latest };
}

/** A restriction as far as its state depends on it. */
export interface StoredState {
  readonly state: RestrictionState;
  readonly expiresAt: Temporal.Instant | undefined;
}

/** Returns the state at a time: an end that has come counts, whether or not a job has recorded it. */
export function stateAt({ expiresAt, state }: StoredState, now: Temporal.Instant): RestrictionState {
  const isOver = expiresAt !== undefined && Temporal.Instant.compare(expiresAt, now) <= 0;
  return state === 'active' && isOver ? 'expired' : state;
}

/** Returns the later of two ends; undefined, which is no end, is the latest. */
export function laterExpiry(
  one: Temporal.Instant | undefined,
  other: Temporal.Instant | undefined,
): Temporal.Instant | undefined {
  if (one === undefined || other === undefined) return undefined;
  return Temporal.Instant.compare(one, other) >= 0 ? one : other;
}

/** What happens to a restriction. SPEC channel-interfaces 10.10 */
export type RestrictionEvent =
  | { readonly kind: 'ran-out' }
  /** By one employee after the customer was identified. */
  | { readonly kind: 'lifted-for-client' }
  /** By a second employee. */
  | { readonly kind: 'lifted-by-two'; readonly proposedBy: string; readonly confirmedBy: string }
  /** The client is merged into one that has the same restriction. */
  | { readonly kind: 'merged' };

/** Why a restriction is not lifted. */
export type LiftFault = 'restriction-ended' | 'second-employee-required' | 'lift-not-proposed';

/** Returns the state after an event, or why it is not possible. */
export function nextState(
  restriction: StoredState & { readonly setBy: Setter },
  event: RestrictionEvent,
  now: Temporal.Instant,
): { readonly state: RestrictionState } | { readonly fault: LiftFault } {
  const state = stateAt(restriction, now);
  switch (event.kind) {
    case 'ran-out':
      return { state };
    case 'merged':
      return state === 'active' ? { state: 'lifted' } : { state };
    case 'lifted-for-client':
      if (state !== 'active') return { fault: 'restriction-ended' };
      return restriction.setBy === 'client' ? { state: 'lifted' } : { fault: 'lift-not-proposed' };
    case 'lifted-by-two':
      if (state !== 'active') return { fault: 'restriction-ended' };
      return isSameEmployee(event.proposedBy, event.confirmedBy)
        ? { fault: 'second-employee-required' }
        : { state: 'lifted' };
  }
}
