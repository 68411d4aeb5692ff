import type { JWTPayload } from 'jose';
import { Temporal } from 'temporal-polyfill';
import { assurances, type SignIn, type StandsFor } from './caller.ts';
import type { ExchangedToken, TokenBinding, TokenFacts } from './token-verifier.ts';

/** The end of the year 9999; later times are invalid. */
const latestSeconds = 253_402_300_799;
/** SHA-256 in canonical base64url: the last character carries four bits. */
const digestPattern = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** Returns the facts of verified claims; undefined if they are inconsistent. */
export function factsOf(payload: JWTPayload): TokenFacts | undefined {
  const tokenId = text(payload.jti);
  const clientId = text(payload['client_id']);
  const subject = text(payload.sub);
  const banks = texts(payload['bank-id']);
  const binding = bindingOf(payload['cnf']);
  if (tokenId === undefined || clientId === undefined || subject === undefined) return undefined;
  if (banks.length === 0 || binding === undefined) return undefined;
  const employee = employeeOf(payload);
  const standsFor = standsForOf(payload, subject);
  if (standsFor === 'unreadable') return undefined;
  const customer = customerOf(payload, { subject, clientId, employee, standsFor });
  if (!isActorSound(payload['act'], { clientId, customer })) return undefined;
  return {
    tokenId,
    grantId: text(payload['grant-id']),
    issuedAtSeconds: payload.iat ?? 0,
    clientId,
    subject,
    banks,
    scopes: new Set((text(payload['scope']) ?? '').split(' ').filter(Boolean)),
    employee,
    customer,
    exchanged: exchangedOf(payload),
    standsFor,
    binding,
    idempotency: idempotencyOf(payload),
  };
}

type Named = Pick<TokenFacts, 'subject' | 'clientId' | 'employee' | 'standsFor'>;

/** An application names itself; employees and third parties have claims of their own. */
function isOfNoCustomer({ clientId, employee, standsFor, subject }: Named): boolean {
  return subject === clientId || employee !== undefined || standsFor !== undefined;
}

/** A token of a third party that cannot be read must not pass as one of a customer. */
function standsForOf(payload: JWTPayload, userId: string): StandsFor | 'unreadable' | undefined {
  const claim = payload['stands-for'];
  if (claim === undefined) return undefined;
  if (claim === 'customer') return { kind: 'customer', userId };
  if (typeof claim !== 'object' || claim === null) return 'unreadable';
  const [service, resourceId, authorisationId] = ['service', 'resource', 'approval'].map((name) =>
    text(Reflect.get(claim, name)),
  );
  if (service === undefined || resourceId === undefined || authorisationId === undefined) return 'unreadable';
  return { kind: 'resource', service, resourceId, authorisationId };
}

/**
 * Returns whether a token names no actor, or the client itself as the one that acts for a customer. A chain of actors is
 * refused: the operations know of one service and one customer.
 */
function isActorSound(
  actor: unknown,
  { clientId, customer }: Pick<TokenFacts, 'clientId' | 'customer'>,
): boolean {
  if (actor === undefined) return true;
  if (typeof actor !== 'object' || actor === null || customer === undefined) return false;
  return Reflect.get(actor, 'sub') === clientId && Reflect.get(actor, 'act') === undefined;
}

/** Other issuers need not name the exchanged token. */
function exchangedOf(payload: JWTPayload): ExchangedToken | undefined {
  if (payload['act'] === undefined) return undefined;
  const claim = payload['exchanged-from'];
  const [clientId, tokenId] = ['client_id', 'jti'].map((name) =>
    typeof claim === 'object' && claim !== null ? text(Reflect.get(claim, name)) : undefined,
  );
  return { clientId, tokenId };
}

function idempotencyOf(payload: JWTPayload): TokenFacts['idempotency'] {
  return payload['idempotency'] === 'strict' ? 'strict' : 'seed-compatible';
}

function employeeOf(payload: JWTPayload): TokenFacts['employee'] {
  const id = text(payload['employee-id']);
  if (id === undefined) return undefined;
  return {
    id,
    unit: text(payload['unit']),
    roles: new Set(texts(payload['roles'])),
    ...signInOf(payload),
  };
}

function customerOf(payload: JWTPayload, named: Named): TokenFacts['customer'] {
  if (isOfNoCustomer(named)) return undefined;
  return {
    customerNumber: text(payload['customer-number']),
    actingFor: text(payload['acting-for']),
    deviceId: text(payload['device-id']),
    ...signInOf(payload),
  };
}

/** An unknown assurance counts as the weakest; an invalid time as the oldest possible. */
function signInOf(payload: JWTPayload): SignIn {
  const authTime = payload['auth_time'];
  const authenticatedAtSeconds =
    typeof authTime === 'number' && authTime > 0 && authTime < latestSeconds ? Math.floor(authTime) : 0;
  return {
    assurance: assurances.find((known) => known === payload['acr']) ?? '1fa',
    authenticatedAt: Temporal.Instant.fromEpochMilliseconds(authenticatedAtSeconds * 1_000),
  };
}

const unbound: TokenBinding = { kind: 'none' };

/** Returns undefined for a token that is bound in an unsupported way or twice: it must not pass as unbound. */
function bindingOf(confirmation: unknown): TokenBinding | undefined {
  if (confirmation === undefined) return unbound;
  if (typeof confirmation !== 'object' || confirmation === null) return undefined;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(confirmation);
  const [method, digest] = entries[0] ?? [];
  if (entries.length !== 1 || typeof digest !== 'string' || !digestPattern.test(digest)) return undefined;
  if (method === 'jkt') return { kind: 'proof', thumbprint: digest };
  // Certificates are identified by lower-case hexadecimal here.
  const fingerprint256 = Buffer.from(digest, 'base64url').toString('hex');
  return method === 'x5t#S256' ? { kind: 'certificate', fingerprint256 } : undefined;
}

function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}

function texts(claim: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return items.map(text).filter((item) => item !== undefined);
}
