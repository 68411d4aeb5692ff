import { randomBytes, randomUUID } from 'node:crypto';
import {
  createIdentityTestApp,
  type IdentityTestApp,
  type TestUser,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import { plain } from '#dialects/plain/plain.ts';
import { createRateLimits } from '#platform/http/rate-limits.ts';
import {
  createTestServer,
  type TestRequest,
  type TestServer,
  type TestServerResponse,
} from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import type { AnswerOutcome, OrderAnswer, SignInAnswer } from '../ports/approval-answers.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { clientRoutes } from '../routes.ts';
import { createApprovalDevices } from '../steps/approvals/approval-devices.ts';
import { digestOf } from '../steps/approvals/digest.ts';
import { testClientPorts } from './client-test-ports.suite.ts';
import { insertPairedDevice, type PairedDevice } from './paired-device.suite.ts';

export { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';

/** The approvals of devices over HTTP, with answers that a test decides on. */
export interface ApprovalTestApp {
  readonly identity: IdentityTestApp;
  readonly ports: ClientPorts;
  readonly server: TestServer;
  /** Answers that were passed to the port. */
  readonly orders: readonly OrderAnswer[];
  readonly signIns: readonly SignInAnswer[];
  /** Decides what the next answers lead to. */
  settle(outcome: AnswerOutcome): void;
  /** Lets sign-ins have ended before their answer arrives. */
  endSignIns(isOver: boolean): void;
  user(): Promise<TestUser>;
  pair(user: TestUser, pushHandle?: string): Promise<PairedDevice>;
  /** Asks a device to approve an order, and returns its id. */
  ask(device: PairedDevice | undefined, order?: string): Promise<string>;
  call(device: PairedDevice, request: Omit<TestRequest, 'as'>): Promise<TestServerResponse>;
  context(): Context & ClientPorts;
  [Symbol.asyncDispose](): Promise<void>;
}

const plenty = { perMinute: 10_000_000 };

/** The token of a device: bound to its key, and naming it. */
export function tokenOf(
  { deviceId, userId }: Pick<PairedDevice, 'deviceId' | 'userId'>,
  more: { readonly scope?: string } = {},
): TokenRequest {
  return {
    kind: 'customer',
    id: userId,
    banks: ['01'],
    scope: 'device',
    assurance: '1fa',
    claims: { 'device-id': deviceId },
    ...more,
  };
}

export async function createApprovalTestApp(): Promise<ApprovalTestApp> {
  const masterKey = randomBytes(32);
  const identity = await createIdentityTestApp({ masterKey });
  const orders: OrderAnswer[] = [];
  const signIns: SignInAnswer[] = [];
  let outcome: AnswerOutcome = { kind: 'approved' };
  let isOver = false;
  const ports: ClientPorts = {
    ...testClientPorts({
      app: identity.services.database,
      clock: identity.clock,
      identity: identity.ports,
      masterKey,
    }),
    approvalAnswers: {
      async answerOrder(_, answer) {
        orders.push(answer);
        return answer.decision.kind === 'declined' && outcome.kind === 'approved'
          ? { kind: 'declined' }
          : outcome;
      },
      async answerSignIn(_, answer) {
        if (!isOver) signIns.push(answer);
        return !isOver;
      },
    },
  };
  const server = await createTestServer<ClientPorts>(
    {
      routes: clientRoutes,
      ports: () => ports,
      dialectFor: () => plain,
      services: {
        browserOrigins: new Set(['https://app.bank.example']),
        rateLimits: createRateLimits({ read: plenty, change: plenty, search: plenty, anonymous: plenty }),
      },
    },
    identity.services.database,
  );
  const context = (): Context & ClientPorts => ({ ...identity.context(), ...ports });
  const { users } = ports.identity.authorization;
  const devices = createApprovalDevices({ ...ports, users });
  return {
    identity,
    ports,
    server,
    orders,
    signIns,
    settle: (next) => void (outcome = next),
    endSignIns: (next) => void (isOver = next),
    user: () => identity.register(),
    pair: ({ userId }, pushHandle) =>
      insertPairedDevice(
        { database: identity.database, vault: ports.clientVault },
        { userId, ...(pushHandle === undefined ? {} : { pushHandle }) },
      ),
    async ask(device, order = '{"amount":"EUR 12.50"}') {
      const requestId = randomUUID();
      await devices.ask(context(), {
        requestId,
        recipient: device,
        order,
        digest: digestOf(order),
        text: 'EUR 12.50 DE89370400440532013000',
        thirdPartyName: 'Acme Pay',
        language: 'de',
        expiresAt: identity.clock.now().add({ minutes: 5 }),
      });
      return requestId;
    },
    call(device, request) {
      server.clock.set(identity.clock.now().toString());
      return server.call({ ...request, as: tokenOf(device) });
    },
    context,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
}
