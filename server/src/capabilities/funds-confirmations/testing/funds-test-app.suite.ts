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
import type { Clock } from '#platform/kernel/clock.ts';
import { at } from '#platform/testing/json-at.ts';
import type { TestServerResponse } from '#platform/testing/test-server.ts';
import { fundsConsentsPath } from '../contract/consents.ts';
import type { FundsAccount, FundsAccounts } from '../ports/funds-accounts.ts';
import type { FundsChoices, FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { fundsRoutes } from '../routes.ts';
import { createFundsConsentSubjects } from '../steps/consent-subjects.ts';
import { createFundsVault } from '../store/funds-vault.ts';

export type { TestCustomer } from '#capabilities/sca/testing/resource-test-app.suite.ts';

/** A customer with an account. */
export type TestHolder = TestCustomer & TestAccount;

type More = Partial<ResourceRequest> & { readonly body?: object };

/** Confirmations of funds on a database with customers, and a core in memory. */
export interface FundsTestApp extends ResourceTestApp<FundsPorts> {
  /** A customer whose account has some euros. */
  holder(euros?: number): Promise<TestHolder>;
  /** Asks for a consent to questions about an account. */
  ask(account: object, more?: More): Promise<TestServerResponse>;
  /** Returns the path of a consent that its customer has approved. */
  valid(holder: TestHolder, more?: More): Promise<string>;
  /** Asks whether an account has the funds for an amount in euros; under a consent if one is named. */
  confirm(account: object, amount: string, more?: More): Promise<TestServerResponse>;
  statusOf(path: string): Promise<unknown>;
  /** From now on the core names these holders of an account. */
  changeHolders(accountId: string, holders: readonly [string, ...string[]]): void;
  choose(more: Partial<FundsChoices>): void;
  readonly notifications: TestNotifications;
  readonly quotas: TestQuotas;
  readonly receivers: TestReceivers;
}

const usualChoices: FundsChoices = {
  timeZone: 'Europe/Berlin',
  origin: 'third-party',
  accountFields: ['iban', 'maskedPan', 'pan'],
  unconfirmedLifeMs: 1_800_000,
  reestablishHours: 48,
  isCustomerMandated: false,
  isCustomerIgnored: false,
};

/** The accounts of a core, whose customers were never merged. */
function fundsAccountsOf(core: () => CoreBank, clock: Clock): FundsAccounts {
  return {
    async find(_, reference) {
      const found = await asked(() => core().findAccounts([reference]));
      const account = found.get(referenceKey(reference));
      return account && toAccount(account);
    },
    hasFunds: (_, accountId, amount) => asked(() => core().hasFunds(accountId, amount)),
    async mayShare(db, bankId, { owner, proxy }) {
      const day = clock.now().toZonedDateTimeISO('Europe/Berlin').toPlainDate();
      const principals = await listPrincipals(db, {
        bankId,
        partyNumber: proxy,
        day,
        resourceKind: 'funds-confirmation-consent',
      });
      return principals.includes(owner);
    },
  };
}

function toAccount({ accountId, currencies, holders, owner, status }: CoreAccount): FundsAccount {
  const others = holders.filter((number) => number !== owner);
  return { accountId, currencies, status, holders: [owner, ...others] };
}

const asked = <Answer>(question: () => Promise<Answer>): Promise<Answer> =>
  askTestCore(problems['core-away'], question);

/** Account of the ports for tests of the whole product; no party there has the number of its owner. */
export const productTestAccount = { iban: 'DE02100100109307118603', owner: '9000000008' } as const;

/** The ports of this capability for tests of the whole product; by default with a core in memory that has one account. */
export function testFundsPorts(
  identity: FundsPorts['identity'],
  clock: Clock,
  core: CoreBank = coreWithAccount(productTestAccount, clock),
): FundsPorts {
  return {
    ...testScaPorts(identity),
    ...createTestNotifications().ports,
    ...createTestQuotas().ports,
    ...testFundsParts(() => core, clock),
  };
}

/** The parts of the ports that are of this capability alone, for tests together with others. */
export function testFundsParts(
  core: () => CoreBank,
  clock: Clock,
): Pick<FundsPorts, 'fundsAccounts' | 'fundsChoices' | 'fundsVault' | 'subjects'> {
  const fundsVault = createFundsVault(createLocalKeys([randomBytes(32)]));
  return {
    fundsVault,
    fundsAccounts: fundsAccountsOf(core, clock),
    fundsChoices: { of: () => usualChoices },
    subjects: { 'funds-confirmation-consent': createFundsConsentSubjects({ clock, fundsVault }) },
  };
}

/** The third party shows the forms of the bank itself, and starts the authorisation by a request of its own. */
const embedded = {
  'tpp-redirect-preferred': 'false',
  'tpp-decoupled-preferred': 'false',
  'tpp-explicit-authorisation-preferred': 'true',
} as const;

export async function createFundsTestApp(): Promise<FundsTestApp> {
  let choices = usualChoices;
  const notifications = createTestNotifications();
  const quotas = createTestQuotas();
  const app = await createResourceTestApp<FundsPorts>({
    routes: fundsRoutes,
    ports: ({ core, identity: { clock }, keys, sca }) => {
      const fundsVault = createFundsVault(keys);
      return {
        ...sca,
        ...notifications.ports,
        ...quotas.ports,
        fundsVault,
        fundsAccounts: fundsAccountsOf(core, clock),
        fundsChoices: { of: () => choices },
        subjects: { 'funds-confirmation-consent': createFundsConsentSubjects({ clock, fundsVault }) },
      };
    },
  });
  const ask: FundsTestApp['ask'] = (account, { body = {}, headers, ...more } = {}) =>
    app.send({
      method: 'POST',
      path: fundsConsentsPath,
      ...more,
      headers: { ...embedded, ...headers },
      body: { account, ...body },
    });
  return {
    ...app,
    ask,
    notifications,
    quotas,
    receivers: createTestReceivers(notifications),
    async holder(euros = 100) {
      const customer = await app.customer();
      const account = await app.openAccount({ owner: customer.customerNumber });
      if (euros > 0)
        await app.core.receive(account.accountId, { minor: BigInt(euros) * 100n, currency: 'EUR' });
      return { ...customer, ...account };
    },
    async valid(holder, more) {
      const path = pathIn(await ask({ iban: holder.iban }, more));
      const approved = await app.approve(path, holder);
      if (approved !== 'finalised') throw new Error(approved);
      return path;
    },
    confirm: (account, amount, { body = {}, ...more } = {}) =>
      app.send({
        method: 'POST',
        path: '/v1/funds-confirmations',
        ...more,
        body: { account, instructedAmount: { currency: 'EUR', amount }, ...body },
      }),
    statusOf: async (path) =>
      at((await app.send({ method: 'GET', path: `${path}/status` })).body, 'consentStatus'),
    changeHolders(accountId, holders) {
      const { core } = app.core;
      const changed = (account: CoreAccount): CoreAccount =>
        account.accountId === accountId ? { ...account, owner: holders[0], holders } : account;
      app.useCore({
        ...core,
        findAccounts: async (references) => {
          const found = await core.findAccounts(references);
          return new Map([...found].map(([key, account]) => [key, changed(account)]));
        },
      });
    },
    choose: (more) => void (choices = { ...usualChoices, ...more }),
  };
}

/** Returns the path of a consent that was asked for. */
export function pathIn(response: TestServerResponse): string {
  if (response.status !== 201) throw new Error(`not created: ${response.status} ${response.text}`);
  return String(at(response.body, '_links', 'self', 'href'));
}

export function idIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns status and first message code of a response in short, or the answer to a question. */
export function shortly({ body, status }: TestServerResponse): string {
  const code = at(body, 'tppMessages', 0, 'code');
  const answer = at(body, 'fundsAvailable');
  const said = code ?? at(body, 'consentStatus') ?? at(body, 'scaStatus');
  if (typeof said === 'string') return `${status} ${said}`;
  return typeof answer === 'boolean' ? `${status} ${answer}` : String(status);
}

/** Makes every consent of a customer need the signatures of the customer and of a proxy, who gets a mandate. */
export function requireTwoSigners(
  app: FundsTestApp,
  holder: TestCustomer,
  second: TestCustomer,
): Promise<void> {
  return requireTwoSignatures(app, [holder, second], { resourceKind: 'funds-confirmation-consent' });
}
