import { Temporal } from 'temporal-polyfill';
import type { FieldError } from '#platform/kernel/problem.ts';
import { keysMax, type PublicKey, thumbprintOf } from './client-keys.ts';

export const clientKinds = ['application', 'customer-app', 'console'] as const;
/** `application`: a back end on its own behalf. `customer-app`: customers sign in. `console`: staff sign in. */
export type ClientKind = (typeof clientKinds)[number];

export const clientStates = ['active', 'disabled'] as const;
export type ClientState = (typeof clientStates)[number];

export const bindings = ['proof', 'certificate'] as const;
/** What a token is bound to: a key that the client proves possession of (DPoP), or its certificate. */
export type Binding = (typeof bindings)[number];

export const introspections = ['own-tokens', 'all-tokens'] as const;
/** `all-tokens`: the client is a resource server and may introspect tokens of other clients. */
export type Introspection = (typeof introspections)[number];

export const idempotencyModes = ['seed-compatible', 'strict'] as const;
/**
 * SPEC 1.11: `strict` clients must send an idempotency key wherever the specification provides one; `seed-compatible`
 * clients may omit it on operations that the specification names.
 */
export type IdempotencyMode = (typeof idempotencyModes)[number];

export interface ClientKey {
  readonly jwk: PublicKey;
  /** Set when the key is replaced: the end of its overlap. */
  readonly validUntil: Temporal.Instant | undefined;
}

export type CertificateSubject =
  | { readonly kind: 'dn'; readonly value: string }
  | { readonly kind: 'san-dns'; readonly value: string };

/** How a client authenticates. There are no shared secrets. */
export type ClientAuthentication =
  | {
      readonly method: 'private_key_jwt';
      readonly keys:
        | { readonly by: 'value'; readonly keys: readonly ClientKey[] }
        | { readonly by: 'url'; readonly url: string };
    }
  | { readonly method: 'tls_client_auth'; readonly subject: CertificateSubject };

/** OAuth client, registered with one bank. */
export interface Client {
  readonly bankId: string;
  readonly clientId: string;
  readonly kind: ClientKind;
  readonly name: string;
  readonly state: ClientState;
  readonly scopes: readonly string[];
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly authentication: ClientAuthentication;
  readonly binding: Binding;
  readonly introspects: Introspection;
  readonly idempotency: IdempotencyMode;
  /** Apps for whose customers the application may act: it exchanges their tokens for its own. */
  readonly exchangesTokensOf: readonly string[];
  readonly version: bigint;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
}

/** Client ids never look like those of third parties, which are not registered, nor like user ids: a token whose subject equals its client belongs to an application. */
export function isClientId(text: string): boolean {
  return /^(?!usr_|psd[a-z]{2}-)[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/i.test(text);
}

export type ClientChange =
  | { readonly kind: 'changed'; readonly client: Client }
  | { readonly kind: 'wrong-state' };

/** Disables a client. Enabling it again is possible. */
export function disable(client: Client, now: Temporal.Instant): ClientChange {
  switch (client.state) {
    case 'active':
      return { kind: 'changed', client: changed(client, { state: 'disabled' }, now) };
    case 'disabled':
      return { kind: 'wrong-state' };
  }
}

export function enable(client: Client, now: Temporal.Instant): ClientChange {
  switch (client.state) {
    case 'disabled':
      return { kind: 'changed', client: changed(client, { state: 'active' }, now) };
    case 'active':
      return { kind: 'wrong-state' };
  }
}

/** Changes how a client must use idempotency keys. Existing tokens have the earlier mode until they expire. */
export function changeIdempotency(
  client: Client,
  mode: IdempotencyMode,
  now: Temporal.Instant,
): ClientChange {
  if (client.idempotency === mode) return { kind: 'wrong-state' };
  return { kind: 'changed', client: changed(client, { idempotency: mode }, now) };
}

/** Changes for the customers of which apps an application may act; empty takes the right away. */
export function changeExchanges(
  client: Client,
  apps: readonly string[],
  now: Temporal.Instant,
): ClientChange {
  const isSame = apps.join(' ') === client.exchangesTokensOf.join(' ');
  if (isSame) return { kind: 'wrong-state' };
  return { kind: 'changed', client: changed(client, { exchangesTokensOf: apps }, now) };
}

/** Longest overlap in which a replaced key stays valid: 30 days. */
export const overlapHoursMax = 720;

export interface KeyRotation {
  readonly keys: readonly PublicKey[];
  readonly overlapHours: number;
}

export type RotationResult =
  | { readonly kind: 'rotated'; readonly client: Client }
  | { readonly kind: 'faulty'; readonly fieldErrors: readonly FieldError[] };

/**
 * Adds new keys to a client. The old keys stay valid for the overlap; a key that was replaced before gets no more time.
 * A disabled client can rotate its keys too, so that an operator replaces the keys before enabling it.
 */
export function rotateKeys(client: Client, rotation: KeyRotation, now: Temporal.Instant): RotationResult {
  const { authentication } = client;
  if (authentication.method !== 'private_key_jwt' || authentication.keys.by !== 'value')
    return {
      kind: 'faulty',
      fieldErrors: [
        fieldErrorAt('combination-not-allowed', 'are not stored for this client; there is nothing to rotate'),
      ],
    };
  if (!isOverlap(rotation.overlapHours))
    return {
      kind: 'faulty',
      fieldErrors: [
        {
          part: 'body',
          path: ['overlapHours'],
          code: 'maximum',
          message: `must be a whole number from 0 to ${overlapHoursMax}`,
        },
      ],
    };
  const end = now.add({ hours: rotation.overlapHours });
  const old = authentication.keys.keys
    .map(({ jwk, validUntil }) => ({ jwk, validUntil: earlier(validUntil, end) }))
    .filter((key) => isUsable(key, now));
  const fieldErrors = rotationFieldErrors(authentication.keys.keys, old, rotation);
  if (fieldErrors.length > 0) return { kind: 'faulty', fieldErrors };
  const keys = [...old, ...rotation.keys.map((jwk) => ({ jwk, validUntil: undefined }))];
  const after = { ...authentication, keys: { by: 'value', keys } } as const;
  return { kind: 'rotated', client: changed(client, { authentication: after }, now) };
}

function isOverlap(hours: number): boolean {
  return Number.isInteger(hours) && hours >= 0 && hours <= overlapHoursMax;
}

function rotationFieldErrors(
  known: readonly ClientKey[],
  remaining: readonly ClientKey[],
  { keys }: KeyRotation,
): readonly FieldError[] {
  const names = new Set(known.flatMap(({ jwk }) => [jwk.kid, thumbprintOf(jwk)]));
  const again = keys.flatMap((jwk, index) =>
    names.has(jwk.kid) || names.has(thumbprintOf(jwk))
      ? [
          fieldErrorAt(
            'duplicate',
            'is already registered, or has the kid of a registered key; send new keys only',
            index,
          ),
        ]
      : [],
  );
  const isFull = remaining.length + keys.length > keysMax;
  const full = fieldErrorAt(
    'too-many',
    `would exceed ${keysMax} together with the keys within their overlap`,
  );
  return isFull ? [...again, full] : again;
}

/** Returns the keys that are valid now. Empty if the keys are at a URL or the client uses a certificate. */
export function usableKeys({ authentication }: Client, now: Temporal.Instant): readonly PublicKey[] {
  if (authentication.method !== 'private_key_jwt' || authentication.keys.by !== 'value') return [];
  return authentication.keys.keys.filter((key) => isUsable(key, now)).map(({ jwk }) => jwk);
}

function isUsable({ validUntil }: ClientKey, now: Temporal.Instant): boolean {
  return validUntil === undefined || Temporal.Instant.compare(now, validUntil) < 0;
}

function earlier(one: Temporal.Instant | undefined, other: Temporal.Instant): Temporal.Instant {
  return one !== undefined && Temporal.Instant.compare(one, other) < 0 ? one : other;
}

function changed(client: Client, change: Partial<Client>, now: Temporal.Instant): Client {
  return { ...client, ...change, version: client.version + 1n, modifiedAt: now };
}

function fieldErrorAt(code: FieldError['code'], message: string, index?: number): FieldError {
  return { part: 'body', path: index === undefined ? ['keys'] : ['keys', index], code, message };
}
