import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { callers } from '#platform/auth/access.ts';
import { strictThirdPartyPolicy } from '#platform/auth/third-party-checks.ts';
import { createTppBanks } from '#platform/auth/tpp-banks.ts';
import type { SignaturePolicy } from '#platform/http/dialect.ts';
import { openListener } from '#platform/http/listeners.ts';
import type { TestAuthority, TestCertificate } from '#platform/testing/certificates.ts';
import { testContract, testEndpoint, testInterface } from '#platform/testing/endpoints.ts';
import { createTestServer, type TestServer } from '#platform/testing/test-server.ts';
import { testBanks } from '#platform/testing/token-mint.ts';
import { xs2a } from '../xs2a.ts';

/** Headers as they are written to the wire: repeated names stay repeated. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A message of a third party whose TLS connection ended at a proxy. */
export interface SentMessage {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly target?: string;
  readonly headers: HeaderLines;
  readonly body?: string | Buffer;
  /** The client certificate. */
  readonly as: TestCertificate;
}

/** The response, with the first of its messages. */
export interface SignatureResponse {
  readonly status: number;
  readonly code: string | undefined;
  readonly path: string | undefined;
  readonly text: string;
}

/** A server with endpoints for third parties behind a real listener. */
export interface SignatureHarness extends AsyncDisposable {
  readonly server: TestServer;
  readonly revoked: Set<string>;
  readonly blocked: Set<string>;
  /** Requests that reached the operation. */
  readonly served: () => number;
  send(message: SentMessage): Promise<SignatureResponse>;
}

interface HarnessOptions {
  readonly authority: TestAuthority;
  readonly startAt: string;
  readonly policy?: SignaturePolicy;
  readonly isObserved?: boolean;
}

const harnessTarget = '/v1/xs2a/thing';
/** The target whose role the test certificates do not have. */
export const forbiddenTarget = '/v1/xs2a/cards';

const anyBody = Type.Object({}, { additionalProperties: true });
const access = callers({ tpp: { roles: ['PSP_AI'] } });

/** Opens a listener for a proxy, which names the client certificate in a header. */
export async function openSignatureHarness(options: HarnessOptions): Promise<SignatureHarness> {
  const { authority, isObserved = true, policy, startAt } = options;
  const revoked = new Set<string>();
  const blocked = new Set<string>();
  let served = 0;
  const contracts = [
    testContract({ interface: testInterface(xs2a), access }),
    testContract({
      interface: testInterface(xs2a),
      method: 'POST',
      access,
      request: { body: anyBody, query: Type.Object({ a: Type.Optional(Type.String()) }) },
      idempotency: 'optional',
    }),
    testContract({
      interface: testInterface(xs2a),
      at: '/cards',
      access: callers({ tpp: { roles: ['PSP_IC'] } }),
    }),
  ];
  const server = await createTestServer({
    routes: contracts.map((contract) =>
      testEndpoint(contract, () => {
        served += 1;
        return { status: 200 };
      }),
    ),
    ports: () => ({}),
    dialectFor: () => xs2a,
    startAt,
    isObserved,
    acceptedAuthorities: [authority.caPem],
    revocations: { isRevoked: (_issuer, serialNumber) => revoked.has(serialNumber) },
    thirdPartyChecks: {
      policyOf: () => strictThirdPartyPolicy,
      statuses: { statusOf: () => ({ kind: 'good' }) },
      blocks: { isBlocked: ({ serialNumber }) => blocked.has(serialNumber) },
    },
    services: {
      tppBanks: createTppBanks({
        banks: testBanks,
        xs2aBank: '01',
        xs2aProfiles: [{ bank: '01', tppSignatureRequired: policy?.signature === 'required' }],
      }),
    },
  });
  const listener = await openListener(
    { kind: 'proxy', listen: { host: '127.0.0.1', port: 0 } },
    server.handler,
  );
  const agent = new Agent({ keepAlive: true });
  const { port } = listener.address();
  return {
    server,
    revoked,
    blocked,
    served: () => served,
    send: (message) => send(message, { agent, port }),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await listener.close(0);
      await server[Symbol.asyncDispose]();
    },
  };
}

function send(
  { as, body, headers, method = 'POST', target = harnessTarget }: SentMessage,
  { agent, port }: { readonly agent: Agent; readonly port: number },
): Promise<SignatureResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<SignatureResponse>();
  const lines: HeaderLines = [
    ['Host', `127.0.0.1:${port}`],
    ['Client-Cert', `:${as.der.toString('base64')}:`],
    ...(body === undefined ? [] : ([['Content-Type', 'application/json']] as const)),
    ...(body === undefined ? [] : ([['Content-Length', String(Buffer.byteLength(body))]] as const)),
    ...headers,
  ];
  const options = { agent, host: '127.0.0.1', port, method, path: target, headers: lines.flat() };
  const sent = httpRequest(options, (response) => void read(response).then(resolve, reject));
  // As bytes: Node writes the headers in front of a text in the encoding of the text, which is not Latin-1.
  sent.on('error', reject).end(body === undefined ? undefined : Buffer.from(body));
  return promise;
}

const rendered = Type.Object({
  tppMessages: Type.Array(
    Type.Object({ code: Type.String(), path: Type.Optional(Type.String()), text: Type.String() }),
  ),
});

async function read(response: IncomingMessage): Promise<SignatureResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  const status = response.statusCode ?? 0;
  if (text === '') return { status, code: undefined, path: undefined, text };
  const [first] = Parse(rendered, JSON.parse(text)).tppMessages;
  return { status, code: first?.code, path: first?.path, text: first?.text ?? '' };
}
