import { randomUUID } from 'node:crypto';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { exchange, keepAliveAgent, type PageResponse } from '../harness/sign-in-browser.ts';
import type { CellBank } from './cell-bank.ts';
import { type CellCustomer, cellBank } from './cell-customer.ts';

/** Requests of all kinds of callers, through the listener of the proxy, with the address of each. */
export interface CellClient {
  readonly agent: ReturnType<typeof keepAliveAgent>;
  /** As the third party, with its certificate. */
  asThirdParty(request: CellRequest): Promise<PageResponse>;
  /** As the application of the bank that a customer uses. */
  asApplication(customer: CellCustomer, request: CellRequest): Promise<PageResponse>;
  asEmployee(request: CellRequest): Promise<PageResponse>;
  asCustomer(customer: CellCustomer, request: CellRequest): Promise<PageResponse>;
}

export interface CellRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** So many that none reaches its rate limit. */
const applications = 500;
const employees = 200;
const tokenSeconds = 7_200;
const applicationScopes = 'authorization.otp correspondence.send';
const employeeRoles = ['party.all-units', 'party.search', 'party.read'];

export async function createCellClient({ bank }: CellBank): Promise<CellClient> {
  const { certificates, instance, proxyPort: port } = bank;
  const agent = keepAliveAgent();
  const usual = { banks: [cellBank], validForSeconds: tokenSeconds } as const;
  const tokensOf = (count: number, request: (id: number) => TokenRequest): Promise<readonly string[]> =>
    Promise.all(Array.from({ length: count }, (_, id) => instance.mint.mint(request(id))));
  const appTokens = await tokensOf(applications, (id) => ({
    ...usual,
    kind: 'application',
    id: `cell-app-${id}`,
    scope: applicationScopes,
  }));
  const staffTokens = await tokensOf(employees, (id) => ({
    ...usual,
    kind: 'employee',
    id: `cell-staff-${id}`,
    roles: employeeRoles,
  }));
  const clientCert = `:${certificates.honest.der.toString('base64')}:`;
  let sent = 0;
  const send = async (
    { body, headers = {}, method, path }: CellRequest,
    caller: Readonly<Record<string, string>>,
  ): Promise<PageResponse> => {
    sent += 1;
    const { response } = await exchange({
      port,
      agent,
      method,
      path,
      headers: {
        'x-forwarded-for': addressOf(sent),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...caller,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response;
  };
  const bearer = (tokens: readonly string[], index: number): Readonly<Record<string, string>> => ({
    authorization: `Bearer ${tokens[index % tokens.length]}`,
  });
  return {
    agent,
    asThirdParty: (request) => send(request, { 'client-cert': clientCert, 'x-request-id': randomUUID() }),
    asApplication: ({ serial }, request) =>
      send(request, { ...bearer(appTokens, serial), 'idempotency-key': randomUUID() }),
    asEmployee: (request) => send(request, bearer(staffTokens, sent)),
    async asCustomer({ partyNumber, userId }, request) {
      const headers = await instance.mint.headersFor(
        {
          ...usual,
          kind: 'customer',
          id: userId,
          scope: 'mailbox',
          assurance: 'sca',
          claims: { 'customer-number': partyNumber },
        },
        { method: request.method, path: request.path },
      );
      return send(request, headers);
    },
  };
}

/** Returns a client address, a different one for each number. */
export function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}
