import { createHmac } from 'node:crypto';
import type { Form, TestClient } from '../../server/src/capabilities/oauth/testing/test-client.suite.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { Cell, Expected, RequestTarget } from './cell.ts';
import { type ClientsOfKind, type MatrixClientKind, type Presented, requestOf } from './clients.ts';
import type { Harness } from './harness.ts';

/** What a client of this kind may ask of a route. */
export interface GoodRequest {
  readonly kind: MatrixClientKind;
  readonly form: Form;
}

export function answered(status: number, error?: string): Expected {
  return { kind: 'answered', status, ...(error === undefined ? {} : { error }) };
}

const clientRefused: Expected = answered(401, 'invalid_client');
export const requestRefused: Expected = answered(400, 'invalid_request');

/** Who asks, and how it differs from a good request. */
interface Attempt extends Presented {
  readonly by: TestClient;
}

export interface ClientContext extends ClientsOfKind {
  readonly harness: Harness;
  readonly place: RequestTarget;
}

export type MakeAttempt = (context: ClientContext) => Promise<Attempt> | Attempt;

/** One cell: a good request, with whatever this client does differently. */
export function clientCell(
  actor: string,
  expected: Expected,
  { good, make }: { readonly good: GoodRequest; readonly make: MakeAttempt },
): Cell {
  return {
    actor,
    caller: good.kind,
    expected,
    async ask(harness, place) {
      // The OAuth library reads the machine's clock.
      harness.app.keepTime();
      const attempt = await make({ ...harness.clients[good.kind], harness: harness, place });
      return requestFrom(attempt, place, good);
    },
  };
}

function requestFrom(
  { by, form, headers }: Attempt,
  place: RequestTarget,
  good: GoodRequest,
): Promise<TestRequest> {
  return requestOf(by, place, { form: { ...good.form, ...form }, ...(headers && { headers }) });
}

/** The registered client, with other fields. */
const withForm =
  (form: Form): MakeAttempt =>
  ({ registered }) => ({ by: registered, form });

const withoutAssertion = { client_assertion: undefined, client_assertion_type: undefined } as const;

/** The registered client, with an assertion that says something else. */
const withClaims =
  (claims: (context: ClientContext) => Readonly<Record<string, unknown>>): MakeAttempt =>
  async (context) => ({
    by: context.registered,
    form: { client_assertion: await context.registered.assertion(claims(context)) },
  });

const basic = (user: string, secret: string): string =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

const secondsAgo = ({ harness: rig }: ClientContext, seconds: number): number =>
  Math.floor(rig.app.clock.now().epochMilliseconds / 1_000) - seconds;

/** Sends the assertion once, so that it is used up; where it was sent makes no difference. */
function usedAt(pathOfFirst: (place: RequestTarget) => string, first: GoodRequest): MakeAttempt {
  return async ({ place, registered, harness: rig }) => {
    const assertion = await registered.assertion();
    const form = { client_assertion: assertion };
    const there = { method: place.method, path: pathOfFirst(place) };
    const { status } = await rig.app.call(await requestFrom({ by: registered, form }, there, first));
    if (status === 401) throw new Error('the assertion was not even good once');
    return { by: registered, form };
  };
}

/** The name of the registered client, the key of another. */
const byAnothersKey: MakeAttempt = async (context) => {
  const { another, registered } = context;
  const claims = { iss: registered.clientId, sub: registered.clientId };
  const header = { kid: `${registered.clientId}-1` };
  return { by: registered, form: { client_assertion: await another.assertion(claims, header) } };
};

/** The registered client's assertion, signed by somebody who has none of its secrets. */
const signedBy =
  (alg: 'none' | 'HS256'): MakeAttempt =>
  (context) => {
    const { assertionJwk, clientId, issuer } = context.registered;
    const claims = { iss: clientId, sub: clientId, aud: issuer, jti: alg, exp: secondsAgo(context, -60) };
    const signed = [{ alg, kid: `${clientId}-1` }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    // What everybody can read, as a secret.
    const mac = createHmac('sha256', JSON.stringify(assertionJwk)).update(signed).digest('base64url');
    return {
      by: context.registered,
      form: { client_assertion: `${signed}.${alg === 'none' ? '' : mac}` },
    };
  };

const unknownClient: MakeAttempt = async ({ registered }) => {
  const name = 'nobody-knows-me';
  const assertion = await registered.assertion({ iss: name, sub: name });
  return { by: registered, form: { client_id: name, client_assertion: assertion } };
};

/** A client of another bank that addresses this bank's server. */
const comesOver =
  (who: 'elsewhere' | 'namesake'): MakeAttempt =>
  async (context) => ({
    by: context[who],
    form: { client_assertion: await context[who].assertion({ aud: context.registered.issuer }) },
  });

/** Clients that fail to prove who they are, and what every route tells them. */
const failures: readonly (readonly [name: string, expected: Expected, make: MakeAttempt])[] = [
  ['no client authentication', requestRefused, withForm({ ...withoutAssertion, client_id: undefined })],
  ['only a client_id', clientRefused, withForm(withoutAssertion)],
  ['client_id of nobody', clientRefused, withForm({ ...withoutAssertion, client_id: 'nobody-knows-me' })],
  ['unknown client', clientRefused, unknownClient],
  ['disabled client', clientRefused, ({ disabled }) => ({ by: disabled })],
  ['client of another bank', clientRefused, ({ elsewhere }) => ({ by: elsewhere })],
  ['client of another bank, for this issuer', clientRefused, comesOver('elsewhere')],
  ['namesake of another bank, for this issuer', clientRefused, comesOver('namesake')],
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
    'assertion that lives too long',
    clientRefused,
    withClaims((context) => ({ exp: secondsAgo(context, -3_600) })),
  ],
  ['assertion for another bank', clientRefused, withClaims(({ elsewhere }) => ({ aud: elsewhere.issuer }))],
  [
    'assertion for this address',
    clientRefused,
    withClaims(({ place, registered }) => ({
      aud: `${new URL(registered.issuer).origin}${place.path}`,
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

/** Every way not to prove who one is, on this route. */
export function unprovenCells(good: GoodRequest): readonly Cell[] {
  const here = usedAt(({ path }) => path, good);
  const elsewhere = usedAt(() => '/oauth/01/token/introspection', { ...good, form: introspection });
  return [
    ...failures.map(([name, expected, make]) => clientCell(name, expected, { good, make })),
    clientCell('assertion used before', clientRefused, { good, make: here }),
    clientCell('assertion used at another address', clientRefused, { good, make: elsewhere }),
  ];
}

/** What a route that reads proofs of possession says of wrong ones. */
export interface ProofAnswers {
  readonly missing: Expected;
  readonly used: Expected;
}

const proofRefused: Expected = answered(400, 'invalid_dpop_proof');

const withProof =
  (proof: (context: ClientContext) => Promise<string> | undefined): MakeAttempt =>
  async (context) => ({ by: context.registered, headers: { dpop: await proof(context) } });

/** Clients that prove who they are, but not which key they hold. */
export function proofCells(good: GoodRequest, { missing, used }: ProofAnswers): readonly Cell[] {
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
      withProof(({ place, registered }) => registered.proof({ path: `${place.path}/other` })),
    ),
    cell(
      'proof of another bank',
      proofRefused,
      withProof(({ place, registered }) => registered.proof({ path: place.path.replace('/01/', '/02/') })),
    ),
    cell(
      'proof of another method',
      proofRefused,
      withProof(({ place, registered }) => registered.proof({ path: place.path, method: 'GET' })),
    ),
    cell(
      'old proof',
      // A clock that is wrong is helped by a nonce.
      answered(400, 'use_dpop_nonce'),
      withProof((context) =>
        context.registered.proof({ path: context.place.path, claims: { iat: secondsAgo(context, 3_600) } }),
      ),
    ),
    cell('proof used before', used, async ({ place, registered, harness: rig }) => {
      const dpop = await registered.proof({ path: place.path });
      const first = await requestFrom({ by: registered, headers: { dpop } }, place, good);
      const { status } = await rig.app.call(first);
      if (status >= 400) throw new Error('the proof was not even good once');
      return { by: registered, headers: { dpop } };
    }),
  ];
}
