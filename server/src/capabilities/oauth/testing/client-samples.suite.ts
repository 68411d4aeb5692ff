import { generateKeyPairSync } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Client } from '../domain/client.ts';
import { type PublicKey, readPublicKey } from '../domain/client-keys.ts';
import { type ClientDraft, register } from '../domain/client-registration.ts';

export type Jwk = Readonly<Record<string, unknown>>;

/** Generates a public key as a client would send it. */
export function newJwk(kind: 'ec' | 'ed25519' | 'rsa' = 'ec', more: Jwk = {}): Jwk {
  return { ...pairOf(kind).publicKey.export({ format: 'jwk' }), ...more };
}

/** Generates the same with its private part, which clients must not send. */
export function newPrivateJwk(kind: 'ec' | 'ed25519' | 'rsa' = 'ec'): Jwk {
  return { ...pairOf(kind).privateKey.export({ format: 'jwk' }) };
}

function pairOf(kind: 'ec' | 'ed25519' | 'rsa'): ReturnType<typeof generateKeyPairSync> {
  if (kind === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return kind === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
    : generateKeyPairSync('ed25519');
}

export function newPublicKey(more: Jwk = {}): PublicKey {
  const key = readPublicKey(newJwk('ec', more));
  if (!('kid' in key)) throw new Error(key.wrong);
  return key;
}

/** Returns a valid draft of an application. */
export function applicationDraft(changed: Partial<ClientDraft> = {}): ClientDraft {
  return {
    clientId: 'payments-backend',
    kind: 'application',
    name: 'Payments back end',
    scopes: ['party.read'],
    redirectUris: [],
    postLogoutRedirectUris: [],
    authentication: { method: 'private_key_jwt', keys: { by: 'value', keySet: { keys: [newJwk()] } } },
    binding: 'proof',
    introspects: 'own-tokens',
    idempotency: 'seed-compatible',
    exchangesTokensOf: [],
    ...changed,
  };
}

/** Returns a valid draft of an app in which customers sign in. */
export function customerAppDraft(changed: Partial<ClientDraft> = {}): ClientDraft {
  return applicationDraft({
    clientId: 'mobile-app',
    kind: 'customer-app',
    name: 'Bank app',
    scopes: ['openid', 'client'],
    redirectUris: ['https://app.bank.test/cb'],
    ...changed,
  });
}

export const registeredAt = Temporal.Instant.from('2026-11-15T10:00:00Z');

export function registeredClient(draft: ClientDraft = applicationDraft()): Client {
  const registration = register(draft, { bankId: '01', now: registeredAt });
  if (registration.kind === 'faulty') throw new Error(JSON.stringify(registration.fieldErrors));
  return registration.client;
}
