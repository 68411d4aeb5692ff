import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { CustomerAccounts } from '../ports/accounts.ts';
import type { ServedTestApp } from './server-test-app.suite.ts';
import { obtainCode, redeem } from './test-browser.suite.ts';
import type { Form, TestClient } from './test-client.suite.ts';

/** Customers of the tests: every id with `usr_`. */
export const anyCustomer: CustomerAccounts = {
  find: async (_context, userId) =>
    userId.startsWith('usr_') ? { customerNumber: '1000000048' } : undefined,
  findOrganization: async () => undefined,
};

/** Tokens that a client gets for a code. */
export interface TestTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly idToken: string;
}

export function tokensIn({ body }: TestServerResponse): TestTokens {
  return {
    accessToken: textAt(body, 'access_token'),
    refreshToken: textAt(body, 'refresh_token'),
    idToken: textAt(body, 'id_token'),
  };
}

/** Obtains tokens, from sign-in to redemption. */
export async function obtainTokens(
  app: ServedTestApp,
  client: TestClient,
  given: Parameters<typeof obtainCode>[2] = {},
): Promise<TestTokens> {
  return tokensIn(await redeem(client, await obtainCode(app, client, given)));
}

/** Exchanges a refresh token; `form` and `headers` may replace or remove any part. */
export function refresh(
  client: TestClient,
  refreshToken: string,
  form: Form = {},
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<TestServerResponse> {
  return client.post(
    '/token',
    { grant_type: 'refresh_token', refresh_token: refreshToken, ...form },
    headers,
  );
}

/** Requests a token of the client itself. */
export function obtainOwnToken(client: TestClient, form: Form = {}): Promise<TestServerResponse> {
  return client.post('/token', { grant_type: 'client_credentials', ...form });
}

export async function introspect(
  client: TestClient,
  token: string,
  form: Form = {},
): Promise<TestServerResponse> {
  return client.post('/token/introspection', { token, ...form });
}

export async function revoke(
  client: TestClient,
  token: string,
  form: Form = {},
): Promise<TestServerResponse> {
  return client.post('/token/revocation', { token, ...form });
}

/** Returns status and error code of a response. */
export function outcomeOf({ body, status }: TestServerResponse): string {
  return `${status} ${textAt(body, 'error')}`.trim();
}

function textAt(body: unknown, name: string): string {
  const found = at(body, name);
  return typeof found === 'string' ? found : '';
}
