import { Temporal } from 'temporal-polyfill';
import type { FieldError } from '#platform/kernel/problem.ts';
import { keysMax, type PublicKey, thumbprintOf } from './client-keys.ts';

export const clientKinds = ['application', 'customer-app', 'console'] as const;
/** `application`: a back end on its own behalf. `customer-app`: customers sign in. `console`: staff sign in. */
export type ClientKind = (typeof clientKinds)[number];

export const clientStates = ['active', 'disabled'] as const;
export type ClientState = (typeof clientStates)[number];

export const bindings = ['proof', 'certificate'] as const;
/** What a token is tied to: a key the client proves to hold (DPoP), or its certificate. */
export type Binding = (typeof bindings)[number];

export const introspections = ['own-tokens', 'all-tokens'] as const;
/** A resource server may look into the tokens of others. */
export type Introspection = (typeof introspections)[number];

export const idempotencyModes = ['seed-compatible', 'strict'] as const;
/**
 * SPEC 1.11: `strict` clients must send an idempotency key wherever one is foreseen; `seed-compatible` clients may
 * leave it out on operations that the specification names.
 */
export type IdempotencyMode = (typeof idempotencyModes)[number];

export interface ClientKey {
  readonly jwk: PublicKey;
  /** Set when it has a successor: not believed from here on. */
  readonly validUntil: Temporal.Instant | undefined;
}

export type CertificateSubject =
  | { readonly kind: 'dn'; readonly value: string }
  | { readonly kind: 'san-dns'; readonly value: string };

/** How a client proves who it is. There are no shared secrets. */
export type ClientAuthentication =
  | {
      readonly method: 'private_key_jwt';
      readonly keys:
        | { readonly by: 'value'; readonly keys: readonly ClientKey[] }
        | { readonly by: 'url'; readonly url: string };
    }
  | { readonly method: 'tls_client_auth'; readonly subject: CertificateSubject };

/** Somebody who may ask for tokens, known to one bank. */
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
  readonly version: bigint;
  readonly createdAt: Temporal.Instant;
  readonly modifiedAt: Temporal.Instant;
}

/** Never like a user's: a token whose subject is its client speaks for an application. */
export function isClientId(text: string): boolean {
  return /^(?!usr_)[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/i.test(text);
}

export type ClientStep =
  | { readonly kind: 'moved'; readonly client: Client }
  | { readonly kind: 'wrong-state' };

/** Switches a client off. It can be switched on again. */
export function disable(client: Client, now: Temporal.Instant): ClientStep {
  switch (client.state) {
    case 'active':
      return { kind: 'moved', client: changed(client, { state: 'disabled' }, now) };
    case 'disabled':
      return { kind: 'wrong-state' };
  }
}

export function enable(client: Client, now: Temporal.Instant): ClientStep {
  switch (client.state) {
    case 'disabled':
      return { kind: 'moved', client: changed(client, { state: 'active' }, now) };
    case 'active':
      return { kind: 'wrong-state' };
  }
}

/** Changes how a client must use idempotency keys. Tokens it already has keep the earlier mode until they expire. */
export function changeIdempotency(client: Client, mode: IdempotencyMode, now: Temporal.Instant): ClientStep {
  if (client.idempotency === mode) return { kind: 'wrong-state' };
  return { kind: 'moved', client: changed(client, { idempotency: mode }, now) };
}

/** Longest time for which an old key may be believed beside the new one: 30 days. */
export const overlapHoursMax = 720;

export interface KeyRotation {
  readonly keys: readonly PublicKey[];
  readonly overlapHours: number;
}

export type Rotated =
  | { readonly kind: 'rotated'; readonly client: Client }
  | { readonly kind: 'faulty'; readonly faults: readonly FieldError[] };

/**
 * Gives a client new keys. The old ones are believed for the overlap and no longer; one that was fading already does
 * not get more time. A disabled client may be given keys too: new keys first, then it is switched on again.
 */
export function rotateKeys(client: Client, rotation: KeyRotation, now: Temporal.Instant): Rotated {
  const { authentication } = client;
  if (authentication.method !== 'private_key_jwt' || authentication.keys.by !== 'value')
    return {
      kind: 'faulty',
      faults: [faultAt('combination-not-allowed', 'are not kept here for this client; nothing to rotate')],
    };
  if (!isOverlap(rotation.overlapHours))
    return {
      kind: 'faulty',
      faults: [
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
  const faults = rotationFaults(authentication.keys.keys, old, rotation);
  if (faults.length > 0) return { kind: 'faulty', faults };
  const keys = [...old, ...rotation.keys.map((jwk) => ({ jwk, validUntil: undefined }))];
  const after = { ...authentication, keys: { by: 'value', keys } } as const;
  return { kind: 'rotated', client: changed(client, { authentication: after }, now) };
}

function isOverlap(hours: number): boolean {
  return Number.isInteger(hours) && hours >= 0 && hours <= overlapHoursMax;
}

function rotationFaults(
  known: readonly ClientKey[],
  kept: readonly ClientKey[],
  { keys }: KeyRotation,
): readonly FieldError[] {
  const names = new Set(known.flatMap(({ jwk }) => [jwk.kid, thumbprintOf(jwk)]));
  const again = keys.flatMap((jwk, index) =>
    names.has(jwk.kid) || names.has(thumbprintOf(jwk))
      ? [
          faultAt(
            'duplicate',
            'is registered already, or has the kid of one that is; give new keys only',
            index,
          ),
        ]
      : [],
  );
  const isFull = kept.length + keys.length > keysMax;
  const full = faultAt('too-many', `would be more than ${keysMax} with those that still fade out`);
  return isFull ? [...again, full] : again;
}

/** Keys whose signatures are believed now. None where the keys are at a URL or the client shows a certificate. */
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

function faultAt(code: FieldError['code'], message: string, index?: number): FieldError {
  return { part: 'body', path: index === undefined ? ['keys'] : ['keys', index], code, message };
}
