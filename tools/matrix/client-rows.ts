import {
  createPkce,
  type Form,
  redirectUri,
  type TestClient,
} from '../../server/src/capabilities/oauth/testing/test-client.suite.ts';
import { revoke } from '../../server/src/capabilities/oauth/testing/test-tokens.suite.ts';
import type { Cell, Expected } from './cell.ts';
import {
  type ClientContext,
  clientCell,
  type GoodRequest,
  type MakeAttempt,
  proofCells,
  requestRefused,
  responded,
  unauthenticatedCells,
} from './client-actors.ts';
import {
  accessTokenOf,
  cibaGrant,
  codeFor,
  decoupledRequest,
  handleFor,
  refreshTokenFor,
  type SignInClientKind,
} from './client-artefacts.ts';
import type { MatrixClientKind } from './clients.ts';

const grantRefused: Expected = responded(400, 'invalid_grant');
const served: Expected = responded(200);
const signInClientKinds: readonly SignInClientKind[] = ['customer-app', 'console'];

/** A client that requests something for another kind or of another owner, or something it may have. */
function cellOf(actor: string, kind: MatrixClientKind, expected: Expected, make: MakeAttempt): Cell {
  return clientCell(actor, expected, { good: { kind, form: {} }, make });
}

/** The registered client with a form that is built at run time. */
const sends =
  (form: (context: ClientContext) => Form | Promise<Form>): MakeAttempt =>
  async (context) => ({ by: context.registered, form: await form(context) });

const requests = (form: Form): MakeAttempt => sends(() => form);

const codeRequest: Form = {
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'openid offline_access',
  state: 'state',
  code_challenge: createPkce().challenge,
  code_challenge_method: 'S256',
};
const pushed: GoodRequest = { kind: 'console', form: codeRequest };
const ownToken: GoodRequest = { kind: 'application', form: { grant_type: 'client_credentials' } };
const aboutToken: GoodRequest = { kind: 'application', form: { token: 'unknown' } };
const decoupled: GoodRequest = { kind: 'customer-app', form: decoupledRequest };

const pushedRows: readonly Cell[] = [
  ...unauthenticatedCells(pushed),
  // The client may send the proof with the code instead.
  ...proofCells(pushed, { missing: responded(201), used: requestRefused }),
  cellOf('client without sign-in', 'application', requestRefused, requests(codeRequest)),
  ...signInClientKinds.map((kind) =>
    cellOf('client with sign-in', kind, responded(201), requests(codeRequest)),
  ),
];

const unknownCode = {
  grant_type: 'authorization_code',
  code: 'unknown',
  redirect_uri: redirectUri,
} as const;

const wrongKindRows: readonly Cell[] = [
  ...signInClientKinds.map((kind) =>
    cellOf('a token of its own, for another kind', kind, requestRefused, requests(ownToken.form)),
  ),
  cellOf(
    'a code, for another kind',
    'application',
    requestRefused,
    requests({ ...unknownCode, code_verifier: createPkce().verifier }),
  ),
  cellOf(
    'a refresh token, for another kind',
    'application',
    requestRefused,
    requests({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
  ),
  ...(['application', 'console'] as const).map((kind) =>
    cellOf(
      'a handle, for another kind',
      kind,
      requestRefused,
      requests({ grant_type: cibaGrant, auth_req_id: 'unknown' }),
    ),
  ),
];

/** For each kind of grant: one of this client, one of another client, and one of another bank. */
function grantRows(kind: SignInClientKind): readonly Cell[] {
  const rows = (
    what: string,
    make: (context: ClientContext, of: TestClient) => Promise<Form>,
  ): readonly Cell[] => [
    cellOf(
      `${what} of another client`,
      kind,
      grantRefused,
      sends((context) => make(context, context.another)),
    ),
    cellOf(
      `${what} of another bank`,
      kind,
      grantRefused,
      sends((context) => make(context, context.elsewhere)),
    ),
    cellOf(
      `${what} of its own`,
      kind,
      served,
      sends((context) => make(context, context.registered)),
    ),
  ];
  return [
    ...rows('code', ({ harness }, client) => codeFor(harness, client, kind)),
    ...rows('refresh token', ({ harness }, client) => refreshTokenFor(harness, client, kind)),
  ];
}

const tokenRows: readonly Cell[] = [
  ...unauthenticatedCells(ownToken),
  ...proofCells(ownToken, { missing: grantRefused, used: grantRefused }),
  ...wrongKindRows,
  ...signInClientKinds.flatMap(grantRows),
  cellOf(
    'handle of another client',
    'customer-app',
    grantRefused,
    sends(({ another }) => handleFor(another)),
  ),
  cellOf(
    'handle of another bank',
    'customer-app',
    grantRefused,
    sends(({ elsewhere }) => handleFor(elsewhere)),
  ),
  // The customer has not approved yet; the pending status shows that the client may poll.
  cellOf(
    'handle of its own',
    'customer-app',
    responded(400, 'authorization_pending'),
    sends(({ registered }) => handleFor(registered)),
  ),
  cellOf('a token of its own', 'application', served, requests(ownToken.form)),
];

const active: Expected = { kind: 'response', status: 200, active: true };
const inactive: Expected = { kind: 'response', status: 200, active: false };

const tokenOf = async (client: TestClient): Promise<Form> => ({ token: await accessTokenOf(client) });

/** The client's own refresh token, after a client requested its revocation. */
const afterRevocation = (by: (context: ClientContext) => TestClient): MakeAttempt =>
  sends(async (context) => {
    const { refresh_token: token = '' } = await refreshTokenFor(
      context.harness,
      context.registered,
      'customer-app',
    );
    await revoke(by(context), token);
    return { token };
  });

const asResourceServer =
  (of: (context: ClientContext) => TestClient): MakeAttempt =>
  async (context) => ({ by: context.harness.clients.resourceServer, form: await tokenOf(of(context)) });

const introspectionRows: readonly Cell[] = [
  ...unauthenticatedCells(aboutToken),
  cellOf('no such token', 'application', inactive, requests(aboutToken.form)),
  cellOf(
    'token of another client',
    'application',
    inactive,
    sends(({ another }) => tokenOf(another)),
  ),
  cellOf(
    'token of another bank',
    'application',
    inactive,
    sends(({ elsewhere }) => tokenOf(elsewhere)),
  ),
  cellOf(
    'its own token',
    'application',
    active,
    sends(({ registered }) => tokenOf(registered)),
  ),
  cellOf(
    'token that it has revoked',
    'customer-app',
    inactive,
    afterRevocation(({ registered }) => registered),
  ),
  cellOf(
    'token that another client tried to revoke',
    'customer-app',
    active,
    afterRevocation(({ another }) => another),
  ),
  cellOf(
    'resource server, token of a client',
    'application',
    active,
    asResourceServer(({ another }) => another),
  ),
  cellOf(
    'resource server, token of another bank',
    'application',
    inactive,
    asResourceServer(({ elsewhere }) => elsewhere),
  ),
];

const revocationRows: readonly Cell[] = [
  ...unauthenticatedCells(aboutToken),
  // RFC 7009 2.2: the response is always the same; the introspection rows show that the other client's token stays active.
  cellOf('no such token', 'application', served, requests(aboutToken.form)),
  cellOf(
    'token of another client',
    'application',
    served,
    sends(({ another }) => tokenOf(another)),
  ),
  cellOf(
    'its own token',
    'application',
    served,
    sends(({ registered }) => tokenOf(registered)),
  ),
];

const decoupledRows: readonly Cell[] = [
  ...unauthenticatedCells(decoupled),
  ...(['application', 'console'] as const).map((kind) =>
    cellOf('client without customers', kind, requestRefused, requests(decoupledRequest)),
  ),
  cellOf('client with customers', 'customer-app', served, requests(decoupledRequest)),
];

/**
 * Routes where OAuth clients authenticate to the operation itself. The contract does not define the responses to each
 * kind of client, so every such route has its rows here, by operation id.
 */
export const clientRows: Readonly<Record<string, readonly Cell[]>> = {
  OAuth_PushedRequest: pushedRows,
  OAuth_Token: tokenRows,
  OAuth_Introspect: introspectionRows,
  OAuth_Revoke: revocationRows,
  OAuth_BackchannelAuthentication: decoupledRows,
};
