import { type AccountsPorts, accountsCapability } from '#capabilities/accounts/index.ts';
import {
  type AccountsTestApp,
  accountReadsOf,
  allOf,
  createAccountsTestApp,
  pathIn,
  testStatementBanks,
  usualChoices,
} from '#capabilities/accounts/testing/accounts-test-app.suite.ts';
import { consentsCapability, standingOfConsent } from '#capabilities/consents/index.ts';
import type { TestHolder } from '#capabilities/consents/testing/consents-test-app.suite.ts';
import { type FundsPorts, fundsConfirmationsCapability } from '#capabilities/funds-confirmations/index.ts';
import { testFundsParts } from '#capabilities/funds-confirmations/testing/funds-test-app.suite.ts';
import type { ResourceKind } from '#capabilities/oauth/index.ts';
import { at } from '#platform/testing/json-at.ts';
import { testBaseUrl } from '#platform/testing/proof-maker.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { ThirdPartyName } from '#platform/testing/third-parties.ts';
import type { Context } from '#platform/work/context.ts';
import { fundsConsentKind } from './compose/resource-kinds.ts';
import {
  type ApproachApp,
  approveOnPage,
  back,
  comeBack,
  createApproachApp,
  goToPage,
  metadataUrl,
  post,
  redeem,
  type Way,
} from './oauth-approach.suite.ts';

/** Consents, accounts and the confirmation of funds through the authorization server. */
export interface ConsentApproach extends ApproachApp {
  readonly accounts: AccountsTestApp;
  fundsContext(): Context & FundsPorts;
  /** Chooses this approach, with changes. */
  chooseSca(more?: Parameters<AccountsTestApp['chooseSca']>[0]): void;
  /** Asks for a consent; returns its id. */
  ask(
    holder: TestHolder,
    request?: AskRequest,
  ): Promise<{ readonly created: TestServerResponse; readonly id: string }>;
  /** Asks for a consent, approves it and redeems the code. */
  issue(holder: TestHolder, body?: object): Promise<Issued>;
  read(path: string, token: string, more?: ReadRequest): Promise<TestServerResponse>;
  refresh(refreshToken: string, as?: ThirdPartyName): Promise<TestServerResponse>;
}

interface AskRequest {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: ThirdPartyName;
}

interface ReadRequest {
  readonly as?: ThirdPartyName;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'DELETE' | 'PUT' | 'POST';
  readonly body?: unknown;
}

export interface Issued {
  readonly id: string;
  readonly way: Way;
  readonly code: string;
  readonly tokens: TestServerResponse;
  readonly token: string;
  readonly refreshToken: string;
}

const redirected = { 'tpp-redirect-uri': back, 'tpp-explicit-authorisation-preferred': 'false' };

export async function createConsentApproach(): Promise<ConsentApproach> {
  const accounts = await createAccountsTestApp();
  const funds = testFundsParts(() => accounts.core.core, accounts.identity.clock);
  const ports: AccountsPorts & FundsPorts = {
    ...accounts.ports,
    ...funds,
    subjects: { ...accounts.ports.subjects, ...funds.subjects },
    accountReads: accountReadsOf(() => accounts.core.core),
    accountsChoices: { of: () => usualChoices },
    statementBanks: testStatementBanks,
  };
  const app = await createApproachApp<AccountsPorts & FundsPorts>(
    { identity: accounts.identity, ports },
    {
      routes: [
        ...consentsCapability.routes,
        ...accountsCapability.routes,
        ...fundsConfirmationsCapability.routes,
      ],
      kinds: (own) => [consentKind(own), fundsConsentKind(own.fundsChoices)],
    },
  );
  const chooseSca: ConsentApproach['chooseSca'] = (more = {}) =>
    accounts.chooseSca({
      approaches: ['REDIRECT'],
      oauthMetadataUrl: metadataUrl,
      pageUrl: testBaseUrl,
      ...more,
    });
  chooseSca();
  const ask: ConsentApproach['ask'] = async (holder, { as, body = {}, headers = {} } = {}) => {
    const request = { headers: { ...redirected, ...headers }, body, ...(as === undefined ? {} : { as }) };
    const created = await accounts.ask(allOf(holder), request);
    const path = pathIn(created);
    return { created, id: path.slice(path.lastIndexOf('/') + 1) };
  };
  return {
    ...app,
    accounts,
    fundsContext: () => ({ ...accounts.identity.context(), ...ports }),
    chooseSca,
    ask,
    async issue(holder, body = {}) {
      const { id } = await ask(holder, { body });
      const way = await goToPage(app, `AIS:${id}`);
      const returned = await comeBack(way, await approveOnPage(accounts, way, holder));
      const code = returned.searchParams.get('code') ?? '';
      const tokens = await redeem(app, { code, pkce: way.pkce });
      const token = String(at(tokens.body, 'access_token'));
      return { id, way, code, tokens, token, refreshToken: String(at(tokens.body, 'refresh_token')) };
    },
    read: (path, token, { as = '_A', body, headers = {}, method = 'GET' } = {}) =>
      app.call({
        method,
        path,
        as: { kind: 'tpp', certificate: as },
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body === undefined ? {} : { body }),
      }),
    refresh: (refreshToken, as = '_A') =>
      post(
        app,
        '/token',
        { grant_type: 'refresh_token', client_id: 'PSDNL-DNB-A', refresh_token: refreshToken },
        as,
      ),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await accounts[Symbol.asyncDispose]();
    },
  };
}

function consentKind({ consentsChoices }: AccountsPorts): ResourceKind {
  return {
    service: 'AIS',
    role: 'PSP_AI',
    subjectKinds: ['consent'],
    events: ['consent-changed'],
    async standingOf(context, consentId) {
      const standing = await standingOfConsent({ ...context, consentsChoices }, consentId);
      return standing.kind === 'open' ? { kind: 'open', isLasting: standing.isRecurring } : standing;
    },
  };
}
