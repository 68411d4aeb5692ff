import {
  createPkce,
  type Form,
  redirectUri,
  type TestClient,
} from '../../server/src/capabilities/oauth/testing/test-client.suite.ts';
import { revoke } from '../../server/src/capabilities/oauth/testing/test-tokens.suite.ts';
import type { Cell, Expected } from './cell.ts';
import {
  answered,
  type ClientContext,
  clientCell,
  type GoodRequest,
  type MakeAttempt,
  proofCells,
  requestRefused,
  unprovenCells,
} from './client-actors.ts';
import {
  accessTokenOf,
  cibaGrant,
  codeFor,
  decoupledRequest,
  handleFor,
  type PeoplesKind,
  refreshTokenFor,
} from './client-artefacts.ts';
import type { MatrixClientKind } from './clients.ts';

const grantRefused: Expected = answered(400, 'invalid_grant');
const served: Expected = answered(200);
const peoplesKinds: readonly PeoplesKind[] = ['customer-app', 'console'];

/** Who wants something that is not for its kind, or something of somebody else's; and who may have it. */
function cellOf(actor: string, kind: MatrixClientKind, expected: Expected, make: MakeAttempt): Cell {
  return clientCell(actor, expected, { good: { kind, form: {} }, make });
}

/** The registered client with a form that takes some making. */
const sends =
  (form: (context: ClientContext) => Form | Promise<Form>): MakeAttempt =>
  async (context) => ({ by: context.registered, form: await form(context) });

const wants = (form: Form): MakeAttempt => sends(() => form);

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
  ...unprovenCells(pushed),
  // A proof may come with the code instead.
  ...proofCells(pushed, { missing: answered(201), used: requestRefused }),
  cellOf('client without sign-in', 'application', requestRefused, wants(codeRequest)),
  ...peoplesKinds.map((kind) => cellOf('client with sign-in', kind, answered(201), wants(codeRequest))),
];

const strangersCode = {
  grant_type: 'authorization_code',
  code: 'unknown',
  redirect_uri: redirectUri,
} as const;

const wrongKindRows: readonly Cell[] = [
  ...peoplesKinds.map((kind) =>
    cellOf('a token of its own, for another kind', kind, requestRefused, wants(ownToken.form)),
  ),
  cellOf(
    'a code, for another kind',
    'application',
    requestRefused,
    wants({ ...strangersCode, code_verifier: createPkce().verifier }),
  ),
  cellOf(
    'a refresh token, for another kind',
    'application',
    requestRefused,
    wants({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
  ),
  ...(['application', 'console'] as const).map((kind) =>
    cellOf(
      'a handle, for another kind',
      kind,
      requestRefused,
      wants({ grant_type: cibaGrant, auth_req_id: 'unknown' }),
    ),
  ),
];

/** For each of them: made by this client, by another, and in another bank. */
function grantRows(kind: PeoplesKind): readonly Cell[] {
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
    ...rows('code', ({ harness: rig }, client) => codeFor(rig, client, kind)),
    ...rows('refresh token', ({ harness: rig }, client) => refreshTokenFor(rig, client, kind)),
  ];
}

const tokenRows: readonly Cell[] = [
  ...unprovenCells(ownToken),
  ...proofCells(ownToken, { missing: grantRefused, used: grantRefused }),
  ...wrongKindRows,
  ...peoplesKinds.flatMap(grantRows),
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
  // Nobody has approved yet; that it waits for them means that it may.
  cellOf(
    'handle of its own',
    'customer-app',
    answered(400, 'authorization_pending'),
    sends(({ registered }) => handleFor(registered)),
  ),
  cellOf('a token of its own', 'application', served, wants(ownToken.form)),
];

const active: Expected = { kind: 'answered', status: 200, active: true };
const inactive: Expected = { kind: 'answered', status: 200, active: false };

const tokenOf = async (client: TestClient): Promise<Form> => ({ token: await accessTokenOf(client) });

/** The client's own refresh token, after somebody wanted it revoked. */
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
  ...unprovenCells(aboutToken),
  cellOf('no such token', 'application', inactive, wants(aboutToken.form)),
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
    'token that another wanted revoked',
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
  ...unprovenCells(aboutToken),
  // RFC 7009 2.2: all the same to whoever asks; that nothing happens to the other's token stands under introspection.
  cellOf('no such token', 'application', served, wants(aboutToken.form)),
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
  ...unprovenCells(decoupled),
  ...(['application', 'console'] as const).map((kind) =>
    cellOf('client without customers', kind, requestRefused, wants(decoupledRequest)),
  ),
  cellOf('client with customers', 'customer-app', served, wants(decoupledRequest)),
];

/**
 * Routes where OAuth clients authenticate to the operation itself. What each kind of client is told cannot be derived
 * from the contract, so every such route has its rows here, by operation id.
 */
export const clientRows: Readonly<Record<string, readonly Cell[]>> = {
  OAuth_PushedRequest: pushedRows,
  OAuth_Token: tokenRows,
  OAuth_Introspect: introspectionRows,
  OAuth_Revoke: revocationRows,
  OAuth_BackchannelAuthentication: decoupledRows,
};
