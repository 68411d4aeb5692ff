import { hash } from 'node:crypto';
import type { Payer } from '../harness/payment-bank.ts';
import { peopleBank } from '../harness/sign-in-people.ts';
import type { BankRequest } from '../harness/test-third-party.ts';

const clientId = 'PSDNL-DNB-A';
const back = 'https://a.tpp.test/back';
const consentDays = 30;
const dayMs = 86_400_000;

/** The services of the OAuth approach, as its scopes name them. */
export const services = ['PIS', 'AIS', 'PIIS'] as const;
export type Service = (typeof services)[number];

/** A resource that waits for the approval of its customer. */
export interface Resource {
  readonly id: string;
  readonly service: Service;
  readonly path: string;
  readonly payer: Payer;
}

/** Returns the path to which the third party sends the browser. */
export function authorizePath(requestUri: string): string {
  const query = new URLSearchParams({ client_id: clientId, request_uri: requestUri });
  return `/oauth/${peopleBank}/auth?${query.toString()}`;
}

/** Returns the request that redeems a code. */
export function tokenRequestOf(code: string, verifier: string): BankRequest {
  return {
    method: 'POST',
    path: `/oauth/${peopleBank}/token`,
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: back,
      code_verifier: verifier,
    },
  };
}

/** Returns the request that starts another authorisation of a resource. */
export function startOf({ path }: Resource): BankRequest {
  return {
    method: 'POST',
    path: `${path}/authorisations`,
    headers: { 'tpp-redirect-uri': back },
    body: {},
  };
}

/** Returns the authorization request of a resource. */
export function pushOf({ id, service }: Resource, verifier: string): BankRequest {
  return {
    method: 'POST',
    path: `/oauth/${peopleBank}/request`,
    form: {
      client_id: clientId,
      response_type: 'code',
      redirect_uri: back,
      scope: `${service}:${id}`,
      state: 'state',
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
    },
  };
}

/** Returns the request that creates a resource for a customer. */
export function creationOf(service: Service, { from, to }: Payer): BankRequest {
  const account = { iban: from.iban };
  const requests: Readonly<Record<Service, Pick<BankRequest, 'body' | 'path'>>> = {
    PIS: {
      path: '/v1/payments/sepa-credit-transfers',
      body: {
        debtorAccount: account,
        creditorAccount: { iban: to.iban },
        creditorName: 'Own account',
        instructedAmount: { currency: 'EUR', amount: '1.00' },
      },
    },
    AIS: {
      path: '/v1/consents',
      body: {
        access: { accounts: [account], balances: [account], transactions: [account] },
        recurringIndicator: true,
        validUntil: new Date(Date.now() + consentDays * dayMs).toISOString().slice(0, 10),
        frequencyPerDay: 4,
      },
    },
    PIIS: { path: '/v2/consents/confirmation-of-funds', body: { account } },
  };
  return {
    method: 'POST',
    ...requests[service],
    headers: {
      'psu-ip-address': '192.0.2.7',
      'tpp-redirect-uri': back,
      'tpp-explicit-authorisation-preferred': 'false',
    },
  };
}
