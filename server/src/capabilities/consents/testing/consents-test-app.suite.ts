import { randomBytes } from 'node:crypto';
import { type CoreAccount, type CoreBank, referenceKey } from '#capabilities/core-banking/index.ts';
import { askTestCore } from '#capabilities/core-banking/testing/ask-test-core.suite.ts';
import { coreWithAccount } from '#capabilities/core-banking/testing/core-with-account.suite.ts';
import { listPrincipals } from '#capabilities/party/index.ts';
import {
  createResourceTestApp,
  type ResourceRequest,
  type ResourceTestApp,
  type TestAccount,
  type TestCustomer,
} from '#capabilities/sca/testing/resource-test-app.suite.ts';
import { testScaPorts } from '#capabilities/sca/testing/sca-test-app.suite.ts';
import { requireTwoSignatures } from '#capabilities/sca/testing/two-signers.suite.ts';
import {
  createTestNotifications,
  createTestReceivers,
  type TestNotifications,
  type TestReceivers,
} from '#capabilities/tpp-notifications/testing/notified.suite.ts';
import { createTestQuotas, type TestQuotas } from '#capabilities/tpp-quotas/testing/test-quotas.suite.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import type { AccessModel } from '../domain/access.ts';
import { createAccessDays } from '../engine/access-days.ts';
import { recordAccessDays } from '../operations/record-access-days.ts';
import type { ConsentAccount, ConsentAccounts } from '../ports/consent-accounts.ts';
import type { ConsentsChoices, ConsentsPorts } from '../ports/consents-ports.ts';
import { problems } from '../problems.ts';
import { consentsRoutes } from '../routes.ts';
import { createConsentSubjects } from '../steps/consent-subjects.ts';
import { createConsentsVault } from '../store/consents-vault.ts';

export type { TestCustomer } from '#capabilities/sca/testing/resource-test-app.suite.ts';

/** A customer with an account. */
export type TestHolder = TestCustomer & TestAccount;

/** Consents of third parties on a database with customers, and a core in memory. */
export interface ConsentsTestApp extends ResourceTestApp<ConsentsPorts> {
  holder(): Promise<TestHolder>;
  /** Asks for a recurring consent to everything of an account by default. */
  ask(
    access: unknown,
    more?: Partial<ResourceRequest> & { readonly body?: object },
  ): Promise<TestServerResponse>;
  statusOf(path: string): Promise<unknown>;
  /** Saves the days of reads, as the process does every few seconds. */
  saveAccessDays(): Promise<void>;
  choose(more: Partial<ConsentsChoices>): void;
  readonly notifications: TestNotifications;
  readonly quotas: TestQuotas;
  readonly receivers: TestReceivers;
}

const models: readonly AccessModel[] = [
  'detailed',
  'bank-offered',
  'allPsd2',
  'availableAccounts',
  'availableAccountsWithBalance',
];

export const usualChoices: ConsentsChoices = {
  timeZone: 'Europe/Berlin',
  models: new Set(models),
  accountFields: ['iban', 'maskedPan', 'pan'],
  validityDaysMax: 180,
  frequencyMax: 4,
  unconfirmedLifeMs: 1_800_000,
  areOwnerNamesDisclosed: false,
  areAccessesCounted: true,
  areSeveralAllowed: false,
  areSessionsSupported: false,
  reestablishHours: 48,
  isCustomerMandated: false,
  isCustomerIgnored: false,
};

/** The accounts of a core, whose customers were never merged. */
export function consentAccountsOf(core: () => CoreBank, clock: Clock): ConsentAccounts {
  return {
    async findAll(_, references) {
      const found = await asked(() => core().findAccounts(references));
      return references.map((reference) => {
        const account = found.get(referenceKey(reference));
        return account && toAccount(account, reference);
      });
    },
    async listFor(_, __, { customerNumber = '' }) {
      const found = await asked(() => core().accountsOf(customerNumber));
      return found.map((account) => toAccount(account, { scheme: 'iban', id: account.iban ?? '' }));
    },
    async mayShare(db, bankId, { owner, proxy }) {
      const day = clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
      const principals = await listPrincipals(db, {
        bankId,
        partyNumber: proxy,
        day,
        resourceKind: 'consent',
      });
      return principals.includes(owner);
    },
  };
}

function toAccount(account: CoreAccount, reference: ConsentAccount['reference']): ConsentAccount {
  const { accountId, currencies, holders, owner, product, status } = account;
  const others = holders.filter((number) => number !== owner);
  return { accountId, reference, name: product, currencies, status, holders: [owner, ...others] };
}

const asked = <Answer>(question: () => Promise<Answer>): Promise<Answer> =>
  askTestCore(problems['core-away'], question);

/** Account of the ports for tests of the whole product; no party there has the number of its owner. */
export const productTestAccount = { iban: 'DE02100100109307118603', owner: '9000000008' } as const;

/** The ports of consents for tests of the whole product; by default with a core in memory that has one account. */
export function testConsentsPorts(
  identity: ConsentsPorts['identity'],
  clock: Clock,
  core: CoreBank = coreWithAccount(productTestAccount, clock),
): ConsentsPorts {
  const own = {
    consentsVault: createConsentsVault(createLocalKeys([randomBytes(32)])),
    accessDays: { ...createAccessDays(), close: async () => undefined },
    consentAccounts: consentAccountsOf(() => core, clock),
    consentsChoices: { of: () => usualChoices },
    ...createTestNotifications().ports,
    ...createTestQuotas().ports,
  };
  return {
    ...testScaPorts(identity),
    ...own,
    subjects: { consent: createConsentSubjects({ ...own, clock }) },
  };
}

/** Routes of a capability above, with the ports that they need. */
export interface RoutesAbove<Ports extends ConsentsPorts> {
  readonly routes: readonly Endpoint<Ports>[];
  readonly ports: (consents: ConsentsPorts, core: () => CoreBank) => Ports;
}

const nothingAbove: RoutesAbove<ConsentsPorts> = { routes: [], ports: (consents) => consents };

export function createConsentsTestApp(): Promise<ConsentsTestApp>;
export function createConsentsTestApp<Ports extends ConsentsPorts>(
  above: RoutesAbove<Ports>,
): Promise<ConsentsTestApp>;
export async function createConsentsTestApp<Ports extends ConsentsPorts>(
  above?: RoutesAbove<Ports>,
): Promise<ConsentsTestApp> {
  return above === undefined ? createWith(nothingAbove) : createWith(above);
}

async function createWith<Ports extends ConsentsPorts>(above: RoutesAbove<Ports>): Promise<ConsentsTestApp> {
  let choices = usualChoices;
  const notifications = createTestNotifications();
  const quotas = createTestQuotas();
  const accessDays = createAccessDays();
  const app = await createResourceTestApp<Ports>({
    routes: [...consentsRoutes, ...above.routes],
    ports: ({ core, identity: { clock }, keys, sca }) => {
      const own = {
        consentsVault: createConsentsVault(keys),
        accessDays: { ...accessDays, close: async () => undefined },
        consentAccounts: consentAccountsOf(core, clock),
        consentsChoices: { of: () => choices },
        ...notifications.ports,
        ...quotas.ports,
      };
      const consents = { ...sca, ...own, subjects: { consent: createConsentSubjects({ ...own, clock }) } };
      return above.ports(consents, core);
    },
  });
  return {
    ...app,
    notifications,
    quotas,
    receivers: createTestReceivers(notifications),
    async holder() {
      const customer = await app.customer();
      return { ...customer, ...(await app.openAccount({ owner: customer.customerNumber })) };
    },
    ask: (access, { body = {}, headers, ...more } = {}) =>
      app.send({
        method: 'POST',
        path: '/v1/consents',
        ...more,
        headers: { ...embedded, ...headers },
        body: { ...consentOf(access, app.identity.clock), ...body },
      }),
    statusOf: async (path) =>
      at((await app.send({ method: 'GET', path: `${path}/status` })).body, 'consentStatus'),
    async saveAccessDays() {
      for (const [, days] of accessDays.take()) await recordAccessDays(app.context(), days);
    },
    choose: (more) => void (choices = { ...usualChoices, ...more }),
  };
}

/** The third party shows the forms of the bank itself, and starts the authorisation by a request of its own. */
const embedded = {
  'tpp-redirect-preferred': 'false',
  'tpp-decoupled-preferred': 'false',
  'tpp-explicit-authorisation-preferred': 'true',
} as const;

/** Returns a recurring consent for a month. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- tests take members out of it
export function consentOf(access: unknown, clock: Pick<Clock, 'now'>) {
  const today = clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
  return {
    access,
    recurringIndicator: true,
    validUntil: today.add({ days: 30 }).toString(),
    frequencyPerDay: 4,
  };
}

/** Returns an access to everything of an account. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- tests take members out of it
export function allOf({ iban }: Pick<TestAccount, 'iban'>) {
  return { accounts: [{ iban }], balances: [{ iban }], transactions: [{ iban }] };
}

/** Returns the path of a consent that was asked for. */
export function pathIn(response: TestServerResponse): string {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${response.text}`);
  return String(at(response.body, '_links', 'self', 'href'));
}

/** Returns status and first message code of a response in short. */
export function shortly({ body, status }: TestServerResponse): string {
  const code = at(body, 'tppMessages', 0, 'code');
  const said = code ?? at(body, 'consentStatus') ?? at(body, 'scaStatus');
  return typeof said === 'string' ? `${status} ${said}` : String(status);
}

/** Makes every consent of a customer need the signatures of the customer and of a proxy, who gets a mandate. */
export function requireTwoSigners(
  app: ConsentsTestApp,
  holder: TestCustomer,
  second: TestCustomer,
): Promise<void> {
  return requireTwoSignatures(app, [holder, second], { resourceKind: 'consent' });
}
