import { ibanSpelling } from '#platform/kernel/iban.ts';
import { isDisguisedIban } from '#platform/kernel/payee.ts';
import { type JsonError, type JsonObject, type JsonValue, readJson } from './json-text.ts';
import { type PayloadObject, payloadMembers } from './payload-members.ts';
import { type AccountReference, accountSchemes } from './payment-order.ts';

export type PayloadErrorCode =
  | JsonError
  | 'not-unicode'
  | 'not-an-object'
  | 'unknown-member'
  | 'orders-missing'
  | 'not-a-list'
  | 'too-many-orders'
  | 'amount-not-text'
  | 'not-an-amount'
  | 'not-an-account'
  | 'not-a-bic'
  | 'not-a-date'
  | 'debtor-account-twice'
  | 'not-basket-members'
  | 'basket-not-sorted';

export interface PayloadError {
  readonly error: PayloadErrorCode;
  /** JSON pointer to the position. */
  readonly path: string;
}

/** Aborts the reading of a payload; caught in `readPayload` only. */
export class PayloadReadError extends Error {
  readonly error: PayloadError;
  constructor(error: PayloadErrorCode, path: string) {
    super(error);
    this.error = { error, path };
  }
}

/** Returns the value of a payload. */
export function valueOf(text: string): JsonValue {
  const read = readJson(text);
  if (read.kind === 'error') throw new PayloadReadError(read.error, '');
  return read.value;
}

/** Returns a payload that is an object, with no member that is not known. */
export function objectOf(text: string, what: PayloadObject): JsonObject {
  return knownMembers(asObject(valueOf(text), ''), what, '');
}

/** Refuses a member that is not known by exactly this name: another parser may know it. */
export function knownMembers(object: JsonObject, what: PayloadObject, path: string): JsonObject {
  const known: readonly string[] = payloadMembers[what];
  const unknown = [...object.keys()].find((name) => !known.includes(name));
  // The name is untrusted input and is not repeated.
  if (unknown !== undefined) throw new PayloadReadError('unknown-member', path);
  return object;
}

/** Returns an object; refuses anything else. */
export function asObject(value: JsonValue | undefined, path: string): JsonObject {
  if (!isObject(value)) throw new PayloadReadError('not-an-object', path);
  return value;
}

/** Returns whether a value is an object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return value instanceof Map;
}

/** Returns a list; refuses anything else. */
export function asList(value: JsonValue | undefined, path: string): readonly JsonValue[] {
  if (!isList(value)) throw new PayloadReadError('not-a-list', path);
  return value;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

const accountShape = /^[A-Za-z0-9*+][A-Za-z0-9*+._/-]{0,69}$/;

/** Returns the account that an object names. */
export function accountOf(value: JsonValue | undefined, path: string): AccountReference {
  if (!isObject(value)) throw new PayloadReadError('not-an-account', path);
  knownMembers(value, 'account', path);
  const [scheme, ...others] = accountSchemes.filter((name) => value.has(name));
  // Two identifiers could be two accounts, and the server must not guess which one is debited.
  if (scheme === undefined || others.length > 0) throw new PayloadReadError('not-an-account', path);
  const text = identificationOf(value.get(scheme));
  const given = typeof text === 'string' ? text : '';
  const id = scheme === 'iban' ? ibanSpelling(given) : given;
  // An IBAN under another name would be another account to every rule than the one that its readers see. ADR-0171
  const isDisguised = (scheme === 'bban' || scheme === 'other') && isDisguisedIban(id);
  if (!accountShape.test(id) || isDisguised) throw new PayloadReadError('not-an-account', path);
  return { scheme, id };
}

function identificationOf(value: JsonValue | undefined): JsonValue | undefined {
  return isObject(value) ? value.get('identification') : value;
}
