import { createClientVault } from '#capabilities/client/index.ts';
import {
  type ConsentsPorts,
  consentsCapability,
  createConsentSubjects,
  createConsentsVault,
} from '#capabilities/consents/index.ts';
import {
  allOf,
  consentAccountsOf,
  consentOf,
  usualChoices as usualConsents,
} from '#capabilities/consents/testing/consents-test-app.suite.ts';
import type { CoreBank } from '#capabilities/core-banking/index.ts';
import { testPayeePorts } from '#capabilities/payee-verifications/testing/payee-test-app.suite.ts';
import {
  createCancellationSubjects,
  createPaymentSubjects,
  createPaymentsVault,
  type PaymentsPorts,
  paymentsCapability,
} from '#capabilities/payments/index.ts';
import {
  payerAccountsOf,
  paymentFrom,
  usualChoices as usualPayments,
} from '#capabilities/payments/testing/payments-test-app.suite.ts';
import type { SubjectsByKind } from '#capabilities/sca/index.ts';
import {
  createResourceTestApp,
  type ResourceParts,
  type ResourceRequest,
  type ResourceTestApp,
  type TestAccount,
  type TestCustomer,
} from '#capabilities/sca/testing/resource-test-app.suite.ts';
import {
  createTestNotifications,
  createTestReceivers,
  type TestNotifications,
  type TestReceivers,
} from '#capabilities/tpp-notifications/testing/notified.suite.ts';
import { createTestQuotas, type TestQuotas } from '#capabilities/tpp-quotas/testing/test-quotas.suite.ts';
import { createDocuments } from '#platform/documents/documents.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { BasketsChoices, BasketsPorts } from '../ports/baskets-ports.ts';
import { basketsRoutes } from '../routes.ts';
import { createBasketSubjects } from '../steps/basket-subjects.ts';
import { guardMembers } from '../steps/guard-members.ts';

export { openApprovalPage } from '#capabilities/payments/testing/approval-page.suite.ts';
export { bulkFrom, entryOf } from '#capabilities/payments/testing/bulk-steps.suite.ts';
export { paymentFrom } from '#capabilities/payments/testing/payments-test-app.suite.ts';
export type { TestCustomer } from '#capabilities/sca/testing/resource-test-app.suite.ts';
export { activateRules, requireTwoSignatures } from '#capabilities/sca/testing/two-signers.suite.ts';

/** A customer with an account. */
export type TestHolder = TestCustomer & TestAccount;

type Ports = BasketsPorts & ConsentsPorts & PaymentsPorts;

/** Resources of a third party, by the lists of a request. */
export interface Grouped {
  readonly paymentIds?: readonly string[];
  readonly consentIds?: readonly string[];
}

/** Payments, consents and baskets of third parties on a database with customers, and a core in memory. */
export interface BasketsTestApp extends ResourceTestApp<Ports> {
  /** A customer with an account that holds 1,000 euros. */
  holder(): Promise<TestHolder>;
  /** Initiates a payment of 12.50 euros by default; returns its path. `isPayeeTold`: the bank verifies the payee for its page. */
  pay(
    holder: TestHolder,
    more?: Partial<ResourceRequest> & { readonly isPayeeTold?: false },
  ): Promise<string>;
  /** Asks for a recurring consent to everything of the account by default; returns its path. */
  ask(holder: TestHolder, more?: Readonly<Record<string, unknown>>): Promise<string>;
  create(grouped: Grouped, more?: Partial<ResourceRequest>): Promise<TestServerResponse>;
  /** Groups the resources with these paths; returns the path of the basket. */
  group(...paths: readonly string[]): Promise<string>;
  statusOf(path: string): Promise<unknown>;
  choose(more: Partial<BasketsChoices>): void;
  readonly notifications: TestNotifications;
  readonly quotas: TestQuotas;
  readonly receivers: TestReceivers;
}

const usualChoices: BasketsChoices = { areSupported: true, entriesMax: 10, unconfirmedLifeMs: 1_800_000 };

/** The third party shows the forms of the bank itself, and starts the authorisation by a request of its own. */
const embedded = {
  'tpp-redirect-preferred': 'false',
  'tpp-decoupled-preferred': 'false',
  'tpp-explicit-authorisation-preferred': 'true',
} as const;

const ofPayment = { ...embedded, 'psu-ip-address': '192.0.2.7' } as const;

/** The third party has verified the payee elsewhere. */
const verifiedElsewhere = { 'client-vop-requested': 'false' } as const;

export async function createBasketsTestApp(): Promise<BasketsTestApp> {
  const documents = createDocuments();
  let choices = usualChoices;
  const notifications = createTestNotifications();
  const quotas = createTestQuotas();
  const app = await createResourceTestApp<Ports>({
    routes: [...paymentsCapability.routes, ...consentsCapability.routes, ...basketsRoutes],
    ports: (parts) => portsFrom(parts, { documents, notifications, quotas, choices: () => choices }),
  });
  const send = app.send;
  return {
    ...app,
    notifications,
    quotas,
    receivers: createTestReceivers(notifications),
    async holder() {
      const customer = await app.customer();
      const account = await app.openAccount({ owner: customer.customerNumber });
      await app.core.receive(account.accountId, { minor: 100_000n, currency: 'EUR' });
      return { ...customer, ...account };
    },
    pay: async ({ iban }, { headers, isPayeeTold, ...more } = {}) =>
      pathIn(
        await send({
          method: 'POST',
          path: '/v1/payments/sepa-credit-transfers',
          body: paymentFrom(iban),
          ...more,
          headers: { ...(isPayeeTold === false ? {} : verifiedElsewhere), ...ofPayment, ...headers },
        }),
      ),
    ask: async (holder, more = {}) =>
      pathIn(
        await send({
          method: 'POST',
          path: '/v1/consents',
          headers: embedded,
          body: { ...consentOf(allOf(holder), app.identity.clock), ...more },
        }),
      ),
    create: (grouped, { headers, ...more } = {}) =>
      create(send, grouped, { ...more, headers: { ...embedded, ...headers } }),
    group: async (...paths) => pathIn(await create(send, membersIn(paths), { headers: embedded })),
    statusOf: async (path) => {
      const { body } = await send({ method: 'GET', path: `${path}/status` });
      return at(body, 'transactionStatus') ?? at(body, 'consentStatus');
    },
    choose: (more) => void (choices = { ...usualChoices, ...more }),
    async [Symbol.asyncDispose]() {
      await documents.close();
      await app[Symbol.asyncDispose]();
    },
  };
}

function create(
  send: ResourceTestApp<unknown>['send'],
  grouped: Grouped,
  more: Partial<ResourceRequest>,
): Promise<TestServerResponse> {
  return send({ method: 'POST', path: '/v1/signing-baskets', body: grouped, ...more });
}

function portsFrom(
  { core, identity, keys, sca }: ResourceParts,
  more: {
    readonly documents: PaymentsPorts['documents'];
    readonly notifications: TestNotifications;
    readonly quotas: TestQuotas;
    readonly choices: () => BasketsChoices;
  },
): Ports {
  const { clock } = identity;
  const ofPayments = paymentPartsOf({ core, keys });
  const ofConsents = {
    consentsVault: createConsentsVault(keys),
    accessDays: { add: () => undefined, close: async () => undefined },
    consentAccounts: consentAccountsOf(core, clock),
    consentsChoices: { of: () => usualConsents },
  };
  const alone = {
    payment: createPaymentSubjects({ ...ofPayments, clock }),
    'payment-cancellation': createCancellationSubjects({ ...ofPayments, clock }),
    consent: createConsentSubjects({ ...ofConsents, clock }),
  };
  return {
    ...sca,
    ...ofPayments,
    ...ofConsents,
    documents: more.documents,
    payees: testPayeePorts(sca.identity.authorization.correspondence.party.partyVault, core),
    ...more.notifications.ports,
    ...more.quotas.ports,
    ...testBasketsPorts(alone, clock),
    basketsChoices: { of: more.choices },
  };
}

/** Groups the subjects of payments and consents, for tests of the whole product too. */
export function testBasketsPorts(
  alone: SubjectsByKind,
  clock: Clock,
): Pick<BasketsPorts, 'basketMembers' | 'basketsChoices' | 'subjects'> {
  const { consent, payment } = alone;
  if (consent === undefined || payment === undefined) throw new Error('payments or consents are missing');
  const grouping = { clock, members: { payment, consent } };
  return {
    subjects: {
      ...alone,
      payment: guardMembers('payment', grouping),
      consent: guardMembers('consent', grouping),
      'signing-basket': createBasketSubjects(grouping),
    },
    basketMembers: grouping.members,
    basketsChoices: { of: () => usualChoices },
  };
}

// oxlint-disable-next-line typescript/explicit-module-boundary-types -- a part of the ports
function paymentPartsOf({ core, keys }: Pick<ResourceParts, 'core' | 'keys'>) {
  return {
    paymentsVault: createPaymentsVault(keys),
    clientVault: createClientVault(keys),
    payerAccounts: payerAccountsOf(core),
    cores: { find: (): CoreBank => core(), close: async () => undefined },
    commandGroups: undefined,
    paymentsChoices: { of: () => usualPayments },
  };
}

/** Returns the path of a resource that was created. */
export function pathIn(response: TestServerResponse): string {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${response.text}`);
  return String(at(response.body, '_links', 'self', 'href'));
}

export const idOf = (path: string): string => path.split('/').at(-1) ?? '';

/** Returns the lists of a request for resources with these paths. */
export function membersIn(paths: readonly string[]): Grouped {
  const [consents, payments] = [
    paths.filter((path) => path.startsWith('/v1/consents/')),
    paths.filter((path) => !path.startsWith('/v1/consents/')),
  ];
  return {
    ...(payments.length > 0 ? { paymentIds: payments.map(idOf) } : {}),
    ...(consents.length > 0 ? { consentIds: consents.map(idOf) } : {}),
  };
}

/** Returns status and first message code of a response in short. */
export function shortly({ body, status }: TestServerResponse): string {
  const said = at(body, 'tppMessages', 0, 'code') ?? at(body, 'transactionStatus') ?? at(body, 'scaStatus');
  return typeof said === 'string' ? `${status} ${said}` : String(status);
}
