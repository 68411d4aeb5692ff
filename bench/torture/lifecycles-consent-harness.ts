import { accountsUnder } from '../../server/src/apps/compose/core-questions.ts';
import type { AccountsPorts } from '../../server/src/capabilities/accounts/index.ts';
import { accountsRoutes } from '../../server/src/capabilities/accounts/routes.ts';
import {
  accountReadsOf,
  testStatementBanks,
  usualChoices,
} from '../../server/src/capabilities/accounts/testing/accounts-test-app.suite.ts';
import { consentsCapability } from '../../server/src/capabilities/consents/index.ts';
import { publishConsentTemplate } from '../../server/src/capabilities/consents/testing/consent-template.suite.ts';
import {
  allOf,
  type ConsentsTestApp,
  createConsentsTestApp,
  pathIn,
  type TestHolder,
} from '../../server/src/capabilities/consents/testing/consents-test-app.suite.ts';
import { recoverySteps } from '../../server/src/capabilities/identity/testing/recovery-steps.suite.ts';
import { listPartyNumbers } from '../../server/src/capabilities/party/index.ts';
import { scaCapability } from '../../server/src/capabilities/sca/index.ts';
import type { TestCustomer } from '../../server/src/capabilities/sca/testing/resource-test-app.suite.ts';
import { createInbox, type Inbox } from '../../tools/erasure/inbox.ts';

/** Consents of a bank whose customers change; accounts are read under all numbers of a customer, as in the product. */
export interface ConsentHarness extends AsyncDisposable {
  readonly app: ConsentsTestApp;
  readonly inbox: Inbox;
  /** The party into which others are merged. */
  readonly survivor: string;
  /** A customer with an account, for whom a third party asks; `isMandated`: a proxy approves it. */
  prepare(isMandated: boolean): Promise<ConsentLifeParts>;
  /** Reads the list of accounts without the customer; returns the status. */
  read(path: string): Promise<number>;
}

export interface ConsentLifeParts {
  readonly holder: TestHolder;
  readonly approver: TestCustomer;
  readonly path: string;
}

export async function createConsentHarness(): Promise<ConsentHarness> {
  const app = await createConsentsTestApp({
    routes: accountsRoutes,
    ports: (consents, core): AccountsPorts => ({
      ...consents,
      accountReads: {
        ...accountReadsOf(core),
        accountsOf: async (db, bankId, customerNumber) =>
          accountsUnder(await listPartyNumbers(db, { bankId, customerNumber }), (number) =>
            core().accountsOf(number),
          ),
      },
      accountsChoices: { of: () => usualChoices },
      statementBanks: testStatementBanks,
    }),
  });
  await recoverySteps(app.identity);
  await publishConsentTemplate(app);
  const { customerNumber: survivor } = await app.customer();
  return {
    app,
    inbox: createInbox(app.identity, [
      ...scaCapability.handlers(app.ports),
      ...consentsCapability.handlers(app.ports),
    ]),
    survivor,
    async prepare(isMandated) {
      const proxy = isMandated ? await app.customer() : undefined;
      const holder = await app.holder();
      if (proxy !== undefined) await app.grantMandate(holder.customerNumber, proxy.customerNumber);
      const path = pathIn(await app.ask(allOf(holder)));
      return { holder, approver: proxy ?? holder, path };
    },
    async read(path) {
      const headers = { 'consent-id': path.slice(path.lastIndexOf('/') + 1) };
      return (await app.send({ method: 'GET', path: '/v1/accounts', headers })).status;
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
