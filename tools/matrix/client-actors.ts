import { createHmac } from 'node:crypto';
import type { Form, TestClient } from '../../server/src/capabilities/oauth/testing/test-client.suite.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { Cell, Expected } from './cell.ts';
import { type ClientsOfKind, type MatrixClientKind, type RequestChanges, requestOf } from './clients.ts';
import type { Harness } from './harness.ts';
import type { RequestTarget } from './request-target.ts';

/** A valid request of a client of this kind. */
export interface GoodRequest {
  readonly kind: MatrixClientKind;
  readonly form: Form;
}

export function responded(status: number, error?: string): Expected {
  return { kind: 'response', status, ...(error === undefined ? {} : { error }) };
}

const clientRefused: Expected = responded(401, 'invalid_client');
export const requestRefused: Expected = responded(400, 'invalid_request');

/** The client that sends the request, and how the request differs from a valid one. */
interface Attempt extends RequestChanges {
  readonly by: TestClient;
}

export interface ClientContext extends ClientsOfKind {
  readonly harness: Harness;
  readonly target: RequestTarget;
}

export type MakeAttempt = (context: ClientContext) => Promise<Attempt> | Attempt;

/** Returns a cell: a valid request with the differences of this client. */
export function clientCell(
  actor: string,
  expected: Expected,
  { good, make }: { readonly good: GoodRequest; readonly make: MakeAttempt },
): Cell {
  return {
    actor,
    caller: good.kind,
    expected,
    async request(harness, target) {
      // The OAuth library reads the system clock.
      harness.app.keepTime();
      const attempt = await make({ ...harness.clients[good.kind], harness, target });
      return requestFrom(attempt, target, good);
    },
  };
}

function requestFrom(
  { by, form, headers }: Attempt,
  target: RequestTarget,
  good: GoodRequest,
): Promise<TestRequest> {
  return requestOf(by, target, { form: { ...good.form, ...form }, ...(headers && { headers }) });
}

/** The registered client with other form fields. */
const withForm =
  (form: Form): MakeAttempt =>
  ({ registered }) => ({ by: registered, form });

const withoutAssertion = { client_assertion: undefined, client_assertion_type: undefined } as const;

/** The registered client with an assertion with other claims. */
const withClaims =
  (claims: (context: ClientContext) => Readonly<Record<string, unknown>>): MakeAttempt =>
  async (context) => ({
    by: context.registered,
    form: { client_assertion: await context.registered.assertion(claims(context)) },
  });

const basic = (user: string, secret: string): string =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

const secondsAgo = ({ harness }: ClientContext, seconds: number): number =>
  Math.floor(harness.app.clock.now().epochMilliseconds / 1_000) - seconds;

/** Sends the assertion once, to any address, so that the next use is a replay. */
function usedAt(pathOfFirst: (target: RequestTarget) => string, first: GoodRequest): MakeAttempt {
  return async ({ target, registered, harness }) => {
    const assertion = await registered.assertion();
    const form = { client_assertion: assertion };
    const there = { method: target.method, path: pathOfFirst(target) };
    const { status } = await harness.app.call(await requestFrom({ by: registered, form }, there, first));
    if (status === 401) throw new Error('the first use of the assertion was refused');
    return { by: registered, form };
  };
}

/** The registered client's id, signed with the key of another client. */
const byAnothersKey: MakeAttempt = async (context) => {
  const { another, registered } = context;
  const claims = { iss: registered.clientId, sub: registered.clientId };
  const header = { kid: `${registered.clientId}-1` };
  return { by: registered, form: { client_assertion: await another.assertion(claims, header) } };
};

/** The registered client's assertion, signed without its private key. */
const signedBy =
  (alg: 'none' | 'HS256'): MakeAttempt =>
  (context) => {
    const { assertionJwk, clientId, issuer } = context.registered;
    const claims = { iss: clientId, sub: clientId, aud: issuer, jti: alg, exp: secondsAgo(context, -60) };
    const signed = [{ alg, kid: `${clientId}-1` }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    // Uses the public key as the HMAC secret.
    const mac = createHmac('sha256', JSON.stringify(assertionJwk)).update(signed).digest('base64url');
    return {
      by: context.registered,
      form: { client_assertion: `${signed}.${alg === 'none' ? '' : mac}` },
    };
  };

const unknownClient: MakeAttempt = async ({ registered }) => {
  const name = 'unknown-client';
  const assertion = await registered.assertion({ iss: name, sub: name });
  return { by: registered, form: { client_id: name, client_assertion: assertion } };
};

/** A client of another bank that sends its request to this bank's server. */
const fromOtherBank =
  (who: 'elsewhere' | 'namesake'): MakeAttempt =>
  async (context) => ({
    by: context[who],
    form: { client_assertion: await context[who].assertion({ aud: context.registered.issuer }) },
  });

/** Clients that fail to authenticate, and the response of every route. */
const failures: readonly (readonly [name: string, expected: Expected, make: MakeAttempt])[] = [
  ['no client authentication', requestRefused, withForm({ ...withoutAssertion, client_id: undefined })],
  ['only a client_id', clientRefused, withForm(withoutAssertion)],
  ['client_id of no client', clientRefused, withForm({ ...withoutAssertion, client_id: 'unknown-client' })],
  ['unknown client', clientRefused, unknownClient],
  ['disabled client', clientRefused, ({ disabled }) => ({ by: disabled })],
  ['client of another bank', clientRefused, ({ elsewhere }) => ({ by: elsewhere })],
  ['client of another bank, for this issuer', clientRefused, fromOtherBank('elsewhere')],
  ['namesake of another bank, for this issuer', clientRefused, fromOtherBank('namesake')],
  ['key of another client', clientRefused, byAnothersKey],
  [
    'assertion of another client',
    requestRefused,
    async ({ another, registered }) => ({
      by: registered,
      form: { client_assertion: await another.assertion() },
    }),
  ],
  ['assertion without signature', clientRefused, signedBy('none')],
  ['assertion signed with the public key', clientRefused, signedBy('HS256')],
  [
    'expired assertion',
    clientRefused,
    withClaims((context) => ({
      iat: secondsAgo(context, 120),
      exp: secondsAgo(context, 60),
    })),
  ],
  ['assertion from the future', clientRefused, withClaims((context) => ({ nbf: secondsAgo(context, -60) }))],
  [
    'assertion with too long a lifetime',
    clientRefused,
    withClaims((context) => ({ exp: secondsAgo(context, -3_600) })),
  ],
  ['assertion for another bank', clientRefused, withClaims(({ elsewhere }) => ({ aud: elsewhere.issuer }))],
  [
    'assertion for this address',
    clientRefused,
    withClaims(({ target, registered }) => ({
      aud: `${new URL(registered.issuer).origin}${target.path}`,
    })),
  ],
  ['secret in the form', clientRefused, withForm({ ...withoutAssertion, client_secret: 'secret' })],
  [
    'Basic with a secret',
    clientRefused,
    ({ registered }) => ({
      by: registered,
      form: withoutAssertion,
      headers: { authorization: basic(registered.clientId, 'secret') },
    }),
  ],
  [
    'Basic without a secret',
    requestRefused,
    ({ registered }) => ({
      by: registered,
      form: withoutAssertion,
      headers: { authorization: basic(registered.clientId, '') },
    }),
  ],
  [
    'Basic beside an assertion',
    requestRefused,
    ({ registered }) => ({
      by: registered,
      headers: { authorization: basic(registered.clientId, 'secret') },
    }),
  ],
];

const introspection: Form = { token: 'unknown' };

/** Returns all failures of client authentication on a route. */
export function unauthenticatedCells(good: GoodRequest): readonly Cell[] {
  const here = usedAt(({ path }) => path, good);
  const elsewhere = usedAt(() => '/oauth/01/token/introspection', { ...good, form: introspection });
  return [
    ...failures.map(([name, expected, make]) => clientCell(name, expected, { good, make })),
    clientCell('assertion used before', clientRefused, { good, make: here }),
    clientCell('assertion used at another address', clientRefused, { good, make: elsewhere }),
  ];
}

/** Responses of a route to missing and replayed DPoP proofs. */
export interface ProofResponses {
  readonly missing: Expected;
  readonly used: Expected;
}

const proofRefused: Expected = responded(400, 'invalid_dpop_proof');

const withProof =
  (proof: (context: ClientContext) => Promise<string> | undefined): MakeAttempt =>
  async (context) => ({ by: context.registered, headers: { dpop: await proof(context) } });

/** Returns cells of clients that authenticate but send a wrong DPoP proof. */
export function proofCells(good: GoodRequest, { missing, used }: ProofResponses): readonly Cell[] {
  const cell = (name: string, expected: Expected, make: MakeAttempt): Cell =>
    clientCell(name, expected, { good, make });
  return [
    cell(
      'proof missing',
      missing,
      withProof(() => undefined),
    ),
    cell(
      'proof of another path',
      proofRefused,
      withProof(({ target, registered }) => registered.proof({ path: `${target.path}/other` })),
    ),
    cell(
      'proof of another bank',
      proofRefused,
      withProof(({ target, registered }) => registered.proof({ path: target.path.replace('/01/', '/02/') })),
    ),
    cell(
      'proof of another method',
      proofRefused,
      withProof(({ target, registered }) => registered.proof({ path: target.path, method: 'GET' })),
    ),
    cell(
      'old proof',
      // The server sends a nonce to clients with a wrong clock.
      responded(400, 'use_dpop_nonce'),
      withProof((context) =>
        context.registered.proof({ path: context.target.path, claims: { iat: secondsAgo(context, 3_600) } }),
      ),
    ),
    cell('proof used before', used, async ({ target, registered, harness }) => {
      const dpop = await registered.proof({ path: target.path });
      const first = await requestFrom({ by: registered, headers: { dpop } }, target, good);
      const { status } = await harness.app.call(first);
      if (status >= 400) throw new Error('the first use of the proof was refused');
      return { by: registered, headers: { dpop } };
    }),
  ];
}
