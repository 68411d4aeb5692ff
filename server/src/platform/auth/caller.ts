import type { Temporal } from 'temporal-polyfill';
import type { Psd2Identity } from './psd2-certificate.ts';

/** How strongly a person was authenticated: one factor, two, or two with the code bound to the action. */
export const assurances = ['1fa', 'sca', 'sca-linked'] as const;
export type Assurance = (typeof assurances)[number];

export interface Anonymous {
  readonly kind: 'anonymous';
}

/**
 * What a token of a third party stands for: one resource that a customer approved with it, or the customer who signed in
 * before the resource is created.
 */
export type StandsFor =
  | {
      readonly kind: 'resource';
      /** PIS, AIS or PIIS. */
      readonly service: string;
      readonly resourceId: string;
      /** The approval with which the token was issued. */
      readonly authorisationId: string;
    }
  | { readonly kind: 'customer'; readonly userId: string };

/** A third-party provider, identified by its qualified certificate. */
export interface Tpp {
  readonly kind: 'tpp';
  /** The authorisation number of the organisation; it stays the same when the certificate is renewed. */
  readonly authorisationNumber: string;
  readonly organizationName: string | undefined;
  readonly roles: Psd2Identity['roles'];
  /** The DNS names of the certificate; the provider's own addresses must be below them. */
  readonly domains: readonly string[];
  /** Issuer and serial number name the certificate, in the form of `DatedCertificate`. */
  readonly issuer: string;
  readonly serialNumber: string;
  readonly fingerprint256: string;
  readonly validTo: Temporal.Instant;
  /** What the access token of the request stands for; absent without one. */
  readonly standsFor?: StandsFor | undefined;
  /** What the provider should know although the request is accepted, such as that its certificate expires soon. */
  readonly warnings: readonly string[];
  readonly bankId: string;
}

/** What the caller proved in addition to the token: nothing, the certificate of the connection, or a key. */
export type CallerBinding = 'none' | 'certificate' | 'proof';

/** SPEC 1.11: `strict` clients must send an idempotency key also where a seed-compatible client may leave it out. */
export type IdempotencyDuty = 'seed-compatible' | 'strict';

interface TokenCaller {
  readonly clientId: string;
  readonly bankId: string;
  readonly scopes: ReadonlySet<string>;
  readonly binding: CallerBinding;
  /** Absent: `seed-compatible`, the default of the client registry. */
  readonly idempotency?: IdempotencyDuty;
}

/** How and when a person signed in. */
export interface SignIn {
  readonly assurance: Assurance;
  readonly authenticatedAt: Temporal.Instant;
}

/** A back end or app of the bank, on its own behalf. */
export interface Application extends TokenCaller {
  readonly kind: 'application';
}

/** A signed-in customer. */
export interface Customer extends TokenCaller, SignIn {
  readonly kind: 'customer';
  readonly userId: string;
  readonly customerNumber: string | undefined;
  readonly actingFor: string | undefined;
  readonly deviceId: string | undefined;
}

/**
 * A service of the bank that acts for a signed-in customer, with a token that it got for the token of the customer
 * (RFC 8693). `clientId` is the service; the rights of the customer decide.
 */
export interface Delegate extends TokenCaller, SignIn {
  readonly kind: 'delegate';
  readonly userId: string;
  readonly customerNumber: string | undefined;
  readonly actingFor: string | undefined;
}

/** A member of the bank's staff. */
export interface Employee extends TokenCaller, SignIn {
  readonly kind: 'employee';
  readonly employeeId: string;
  readonly unit: string | undefined;
  readonly roles: ReadonlySet<string>;
}

/** Portico itself, in a job or an event handler. */
export interface System {
  readonly kind: 'system';
  readonly job: string;
  readonly bankId: string;
}

export type Caller = Anonymous | Tpp | Application | Customer | Delegate | Employee | System;

/** Returns the stable name of a caller, as used for idempotency keys, rate limits and the audit trail. */
export function callerId(caller: Caller): string {
  switch (caller.kind) {
    case 'anonymous':
      return 'anonymous';
    case 'tpp':
      return caller.authorisationNumber;
    case 'application':
      return caller.clientId;
    case 'customer':
    case 'delegate':
      return caller.userId;
    case 'employee':
      return caller.employeeId;
    case 'system':
      return caller.job;
  }
}

/** Returns the customer whose rights decide: the caller, or the one that a service acts for. */
export function customerIn(caller: Caller): Customer | Delegate | undefined {
  return caller.kind === 'customer' || caller.kind === 'delegate' ? caller : undefined;
}

/** Returns the bank a caller acts in; undefined for an anonymous caller. */
export function bankOf(caller: Caller): string | undefined {
  return caller.kind === 'anonymous' ? undefined : caller.bankId;
}

/** Returns the name of a third party. Certificates without a name of the organisation exist; its number is shown then. */
export function thirdPartyName(caller: Caller): string {
  return (caller.kind === 'tpp' ? caller.organizationName : undefined) ?? callerId(caller);
}
