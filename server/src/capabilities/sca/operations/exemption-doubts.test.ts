import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Accounts,
  accountKey,
  noCoreAccounts,
  openCollection,
  readRules,
} from '#capabilities/authorization/index.ts';
import { changeContactOf } from '#capabilities/identity/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { Secret } from '#platform/kernel/secret.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Order, Payment } from '../domain/order.ts';
import type { SubjectKind, SubjectRef } from '../domain/subject.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { prepareApproval } from '../steps/prepare-approval.ts';
import { systemContextFor } from '../steps/system-context.ts';
import type { StoredAuthorisation } from '../store/authorisations.store.ts';
import { bulkOrder } from '../testing/bulk-order.suite.ts';
import {
  debtor,
  type ExemptionSteps,
  eur,
  exemptionSteps,
  payee,
  paying,
} from '../testing/exemption-steps.suite.ts';
import { createScaTestApp, type ScaTestApp, type TestCustomer } from '../testing/sca-test-app.suite.ts';
import { changeSigning, saveSigningGroup } from '../testing/signing-changes.suite.ts';
import { addSubject, changeOrder, outcomeOf } from '../testing/test-subjects.suite.ts';
import { thirdParty } from '../testing/third-party.suite.ts';
import { startAuthorisation } from './start-authorisation.ts';

let app: ScaTestApp;
let steps: ExemptionSteps;
beforeAll(async () => {
  app = await createScaTestApp();
  steps = exemptionSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

/** Every exemption applies to every payment, unless something is doubtful. */
beforeEach(() => {
  app.choose({
    exemptions: {
      'low-value': [{ currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 }],
      recurring: true,
      'own-accounts': true,
      'trusted-beneficiary': true,
    },
  });
  app.know({ isBetweenOwnAccounts: async () => true, isTrustedBeneficiary: async () => true });
  app.identity.clock.advance({ hours: 2 });
});

type Ctx = Context & ScaPorts;
const context = (): Ctx => ({ ...app.context(), caller: thirdParty });
const withAccounts = (accounts: Accounts): Ctx => {
  const ctx = context();
  const { authorization } = ctx.identity;
  return { ...ctx, identity: { ...ctx.identity, authorization: { ...authorization, accounts } } };
};

/** Starts an authorisation with the right password; returns its status, or the problem. */
async function begin(subject: SubjectRef, customer: TestCustomer, ctx = context()): Promise<string> {
  try {
    const { view } = await startAuthorisation(ctx, {
      subject,
      listPath: '/list',
      claimedName: customer.username,
      preference: { redirect: undefined, decoupled: undefined },
      returnTo: undefined,
      language: undefined,
      update: { kind: 'authenticate', name: undefined, password: new Secret(customer.password) },
      notifications: { address: undefined, preferredContents: undefined },
    });
    return view.status;
  } catch (error) {
    if (error instanceof Problem) return error.literal;
    throw error;
  }
}

async function subjectOf(
  owner: string,
  kind: SubjectKind,
  orderOf: (id: string) => Order,
): Promise<SubjectRef> {
  const ref = { kind, id: randomUUID() };
  const order = orderOf(ref.id);
  await addSubject(app.identity.database, { ref, organisationId: 'PSDNL-DNB-A', owner, order });
  return ref;
}

/** Opens the collection of signatures, as a capability does that knows who initiated its resource. */
async function openSigning(subject: SubjectRef, initiator: string | undefined): Promise<void> {
  const ctx = app.context();
  const authorisation = { authorisationId: randomUUID(), subject };
  const system = systemContextFor(ctx, authorisation);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only the subject is read
  const { signings } = await prepareApproval(ctx, authorisation as StoredAuthorisation);
  await runCommand(system, async (work) => {
    work.audit({ aggregateKind: 'payment', aggregateId: subject.id, changes: [] });
    for (const prepared of signings) await openCollection(system, work, { prepared, initiator });
  });
}

const small = paying(eur(1_000n));
const transfer = { amount: eur(1_000n), creditorName: 'Acme GmbH', creditorAccount: payee };
const base = { product: 'sepa-credit-transfers', debtorAccount: debtor, documentHash: 'ab'.repeat(32) };
const single = (id: string): Payment => ({ ...base, id, kind: 'payment', transfer });
const access = { accounts: [debtor], balances: [], transactions: [], withOwnerName: false };

test('the payment of these tests is exempted where nothing is doubtful', async () => {
  const customer = await steps.knownCustomer();
  const subject = await app.payment(customer.customerNumber, small);
  expect(await begin(subject, customer)).toBe('exempted');
});

describe('two factors are needed', () => {
  test.each<[string, SubjectKind, (id: string) => Order]>([
    ['a bulk of one', 'payment', (id) => bulkOrder({ ...base, id }, [transfer])],
    [
      'a standing order',
      'payment',
      (id) => ({
        ...base,
        id,
        kind: 'periodic-payment',
        transfer,
        schedule: { startDate: '2031-01-01', frequency: 'Monthly' },
      }),
    ],
    [
      'a cancellation',
      'payment-cancellation',
      (id) => ({ id, kind: 'payment-cancellation', payment: single(randomUUID()) }),
    ],
    ['a basket', 'signing-basket', (id) => ({ id, kind: 'signing-basket', members: [single(randomUUID())] })],
    [
      'a consent',
      'consent',
      (id) => ({
        id,
        kind: 'consent',
        access,
        isRecurring: false,
        validUntil: '2031-01-01',
        frequencyPerDay: 1,
      }),
    ],
    [
      'a consent to funds confirmations',
      'funds-confirmation-consent',
      (id) => ({ id, kind: 'funds-confirmation-consent', account: debtor }),
    ],
  ])('for %s', async (_, kind, orderOf) => {
    const customer = await steps.knownCustomer();
    const subject = await subjectOf(customer.customerNumber, kind, orderOf);
    expect(await begin(subject, customer)).toBe('scaMethodSelected');
  });

  test('from a customer who does not own the account', async () => {
    const [owner, other] = [await steps.knownCustomer(), await steps.knownCustomer()];
    const subject = await app.payment(owner.customerNumber, small);
    expect(await begin(subject, other)).toBe('scaMethodSelected');
  });

  test('for a day after the customer has replaced the e-mail address', async () => {
    const customer = await steps.knownCustomer();
    const { userId } = customer;
    const ctx = app.identity.contextAs({
      kind: 'customer',
      clientId: 'app',
      bankId: '01',
      scopes: new Set(),
      binding: 'none',
      assurance: 'sca',
      authenticatedAt: app.identity.clock.now(),
      userId,
      customerNumber: customer.customerNumber,
      actingFor: undefined,
      deviceId: undefined,
    });
    await runCommand(ctx, async (work) => {
      const contact = { kind: 'email', value: 'replaced@example.net' } as const;
      const changes = await changeContactOf(ctx, work, contact);
      work.audit({ aggregateKind: 'user', aggregateId: userId, changes });
    });
    expect(await begin(await app.payment(customer.customerNumber, small), customer)).toBe(
      'scaMethodSelected',
    );
    app.identity.clock.advance({ hours: 25 });
    expect(await begin(await app.payment(customer.customerNumber, small), customer)).toBe('exempted');
  });

  test('for a payment that needs several signatures', async () => {
    const customer = await steps.knownCustomer();
    const { customerNumber, userId } = customer;
    const officer = await steps.knownCustomer();
    const ctx = { ...app.identity.context(), ...app.identity.ports.authorization };
    const validFrom = Temporal.Instant.from('2020-01-01T00:00:00Z');
    const members = [{ userId: officer.userId, validFrom, validUntil: undefined }];
    await saveSigningGroup(ctx, { owner: '*', groupId: 'officers', members });
    const own = { level: 1, 'entity-level': 'user-id', 'entity-id': userId, required: 1 };
    const second = { level: 2, 'entity-level': 'special-group', 'entity-id': 'officers', required: 1 };
    const read = readRules([
      {
        'rule-id': `${customerNumber}-two`,
        version: 1,
        status: 'draft',
        'valid-from': '2020-01-01T00:00:00Z',
        'bank-id': '01',
        owner: customerNumber,
        'resource-kind': 'payment',
        'authorization-type': 'PAYMENT',
        currency: 'EUR',
        'amount-from': '0',
        alternatives: [[own, second]],
      },
    ]);
    if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
    const outcome = await changeSigning(ctx, customerNumber, {
      kind: 'rules',
      ownerKind: 'person',
      rules: read.rules,
      retire: [],
    });
    expect(outcome).toMatchObject({ kind: 'approved', findings: [] });
    const subject = await app.payment(customerNumber, small);
    expect(await begin(subject, customer)).toBe('scaMethodSelected');
  });

  test('for a payment from a joint account', async () => {
    const customer = await steps.knownCustomer();
    const { customerNumber } = customer;
    const joint = { holders: [customerNumber, '1000000099'], signingMode: 'any' } as const;
    const account = { accountId: debtor.id, owner: customerNumber, joint };
    const accounts = { ...noCoreAccounts, find: async () => new Map([[accountKey(debtor), account]]) };
    const subject = await app.payment(customerNumber, small);
    expect(await begin(subject, customer, withAccounts(accounts))).toBe('scaMethodSelected');
  });

  test('for a payment that a user of the bank initiated; of one that nobody did, they are not', async () => {
    const customer = await steps.knownCustomer();
    for (const initiator of [customer.userId, undefined]) {
      const subject = await app.payment(customer.customerNumber, small);
      await openSigning(subject, initiator);
      expect(await begin(subject, customer)).toBe(initiator === undefined ? 'exempted' : 'scaMethodSelected');
    }
  });

  test('while the core is away, and for what it does not know', async () => {
    const customer = await steps.knownCustomer();
    const away = async (): Promise<never> => {
      throw standardProblems['service-unavailable']({ retryAfterSeconds: 1 });
    };
    app.know({ isBetweenOwnAccounts: away });
    const subject = await app.payment(customer.customerNumber, small);
    expect(await begin(subject, customer)).toBe('scaMethodSelected');
    const unknown: Accounts = { ...noCoreAccounts, unknownDebtors: () => 'refused' };
    app.identity.clock.advance({ hours: 1 });
    expect(await begin(subject, customer, withAccounts(unknown))).toBe('scaMethodSelected');
  });
});

test('a customer who may not sign is refused', async () => {
  const newcomer = await app.newcomer();
  const subject = await app.payment(newcomer.customerNumber, small);
  expect(await begin(subject, newcomer)).toBe('customer-blocked');
  expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'open', moves: 0 });
});

test('a payment that changes between the check and the approval is not approved', async () => {
  const customer = await steps.knownCustomer();
  const subject = await app.payment(customer.customerNumber, small);
  app.know({
    isBetweenOwnAccounts: async () => {
      const changed = { ...transfer, amount: eur(999_999n) };
      await changeOrder(app.identity.database, subject, {
        ...base,
        id: subject.id,
        kind: 'payment',
        transfer: changed,
      });
      return true;
    },
  });
  expect(await begin(subject, customer)).toBe('subject-closed');
  expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'open', moves: 0 });
  expect(await steps.countsOf(customer)).toBe('0');
});
