import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { runCommand } from '#platform/work/command.ts';
import type { ExemptionRules } from '../domain/exemptions.ts';
import { exempt } from '../steps/apply-password.ts';
import { lockAsOfNow } from '../steps/lock-as-of-now.ts';
import { prepareExemption } from '../steps/prepare-exemption.ts';
import { findAuthorisation } from '../store/authorisations.store.ts';
import { type ExemptionSteps, eur, exemptionSteps, payee, paying } from '../testing/exemption-steps.suite.ts';
import {
  createScaTestApp,
  pathOf,
  type ScaTestApp,
  type TestCustomer,
} from '../testing/sca-test-app.suite.ts';
import { outcomeOf } from '../testing/test-subjects.suite.ts';
import { cleanUpAuthorisations } from './clean-up-authorisations.ts';
import { endApprovalsOfUser } from './end-approvals-of-user.ts';

let app: ScaTestApp;
let steps: ExemptionSteps;
beforeAll(async () => {
  app = await createScaTestApp();
  steps = exemptionSteps(app);
});
afterAll(() => app[Symbol.asyncDispose]());

const lowValue: ExemptionRules = {
  'low-value': [
    { currency: 'EUR', amountMax: 3_000n, sumMax: 10_000n, countMax: 5 },
    { currency: 'JPY', amountMax: 4_500n, sumMax: 15_000n, countMax: 5 },
  ],
};
const use = (exemptions: ExemptionRules): void => app.choose({ exemptions });
beforeEach(() => {
  use(lowValue);
  app.know({});
});

const answerOf = async (customer: TestCustomer, ...payment: Parameters<typeof paying>): Promise<string> =>
  (await steps.pay(customer, paying(...payment))).answer;
const [exempted, asked] = ['200 exempted', '200 scaMethodSelected'];
const other = { scheme: 'iban', id: 'NL91ABNA0417164300' } as const;

describe('a small payment', () => {
  test('is approved by the password alone, once, and the third party sees it', async () => {
    const customer = await steps.knownCustomer();
    const { answer, id, subject } = await steps.pay(customer, paying(eur(3_000n)));
    expect(answer).toBe(exempted);
    const read = await app.send({ method: 'GET', path: `${pathOf(subject)}/${id}` });
    expect(read.body).toMatchObject({ scaStatus: 'exempted', psuMessage: 'Approved.' });
    expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ state: 'done', moves: 1 });
    const body = { psuData: { password: customer.password } };
    const again = await app.send({ method: 'PUT', path: `${pathOf(subject)}/${id}`, body });
    expect(again.status).toBe(409);
    expect(await outcomeOf(app.identity.database, subject)).toMatchObject({ moves: 1 });
    expect(await steps.countsOf(customer)).toBe('1 EUR 3000');
  });

  test('is recorded as one without a second factor, with the reason', async () => {
    const customer = await steps.knownCustomer();
    const { id, subject } = await steps.pay(customer, paying(eur(1n)));
    const { database } = app.identity;
    const signatures = await database.query(
      `select proof_kind, proof_id, s.state from "authorization".signature s
         join "authorization".signature_collection c using (bank_id, collection_id) where resource_id = $1`,
      [subject.id],
    );
    expect(signatures).toEqual([{ proof_kind: 'exemption', proof_id: 'low-value', state: 'valid' }]);
    const events = await database.query<{ data: unknown }>(
      `select data::jsonb as data from platform.outbox_event
        where aggregate_id = $1 and name = 'authorisation-ended'`,
      [id],
    );
    expect(events.map(({ data }) => [at(data, 'scaStatus'), at(data, 'exemption')])).toEqual([
      ['exempted', 'low-value'],
    ]);
    const audits = await database.query<{ record: string }>(
      `select record::text as record from platform.audit_entry where aggregate_id = $1`,
      [id],
    );
    expect(audits.some(({ record }) => record.includes('low-value'))).toBe(true);
    const rows = await database.query(`select exemption from sca.authorisation where authorisation_id = $1`, [
      id,
    ]);
    expect(rows).toEqual([{ exemption: 'low-value' }]);
  });

  test('needs two factors without an exemption of the bank, which is the default', async () => {
    const customer = await steps.knownCustomer();
    app.choose({});
    expect(await answerOf(customer, eur(1n))).toBe(asked);
    expect(await steps.countsOf(customer)).toBe('0');
  });

  test('needs two factors before the customer has passed them once, or too long after', async () => {
    const customer = await app.customer();
    const first = await steps.pay(customer, paying(eur(1n)));
    await steps.approve(customer, first);
    expect(await answerOf(customer, eur(1n))).toBe(exempted);
    app.identity.clock.advance({ hours: 24 * 181 });
    expect(await answerOf(customer, eur(1n))).toBe(asked);
  });

  test('is counted in all currencies; two factors start the count again', async () => {
    const customer = await steps.knownCustomer();
    for (const minor of [3_000n, 3_000n, 3_000n]) expect(await answerOf(customer, eur(minor))).toBe(exempted);
    // 100 EUR are reached to the cent, but not passed.
    const beyond = await steps.pay(customer, paying(eur(1_001n)));
    expect(beyond.answer).toBe(asked);
    expect(await answerOf(customer, eur(1_000n))).toBe(exempted);
    expect(await answerOf(customer, { minor: 4_500n, currency: 'JPY' })).toBe(exempted);
    expect(await steps.countsOf(customer)).toBe('5 EUR 10000 JPY 4500');
    const sixth = await steps.pay(customer, paying({ minor: 1n, currency: 'JPY' }));
    await steps.approve(customer, sixth);
    expect(await steps.countsOf(customer)).toBe('0');
    expect(await answerOf(customer, eur(3_000n))).toBe(exempted);
  });

  test('needs two factors in a currency without a limit', async () => {
    expect(await answerOf(await steps.knownCustomer(), { minor: 1n, currency: 'USD' })).toBe(asked);
  });

  test('is not approved by a wrong password', async () => {
    const customer = await steps.knownCustomer();
    const { answer } = await steps.pay({ ...customer, password: 'not the password' }, paying(eur(1n)));
    expect(answer).toBe('401 PSU_CREDENTIALS_INVALID');
    expect(await steps.countsOf(customer)).toBe('0');
  });
});

describe('a payment that comes again', () => {
  beforeEach(() => use({ recurring: true }));

  test('with the same payee and amount needs no second factor after the first one', async () => {
    const customer = await steps.knownCustomer();
    expect(await answerOf(customer, eur(124_950n))).toBe(asked);
    for (const _ of [1, 2]) {
      app.identity.clock.advance({ hours: 24 * 30 });
      expect(await answerOf(customer, eur(124_951n))).toBe(asked);
      expect(await answerOf(customer, eur(124_950n), other)).toBe(asked);
      expect(await answerOf(customer, eur(124_950n))).toBe(exempted);
      expect(await answerOf(customer, eur(124_950n))).toBe(asked);
    }
    expect(await steps.countsOf(customer)).toBe('2 EUR 249900');
  });

  test('to the same number at another bank is another series, and needs a second factor', async () => {
    const customer = await steps.knownCustomer();
    const bban = { scheme: 'bban', id: '12345678' } as const;
    const first = await steps.pay(customer, paying(eur(900_000n), bban, 'CHASUS33'));
    await steps.approve(customer, first);
    app.identity.clock.advance({ hours: 24 * 30 });
    expect(await answerOf(customer, eur(900_000n), bban, 'BOFAUS3N')).toBe(asked);
    const otherScheme = { scheme: 'other', id: '12345678' } as const;
    expect(await answerOf(customer, eur(900_000n), otherScheme, 'CHASUS33')).toBe(asked);
    expect(await answerOf(customer, eur(900_000n), bban, 'CHASUS33XXX')).toBe(exempted);
  });

  test('to an IBAN is one series, with a BIC and without', async () => {
    const customer = await steps.knownCustomer();
    app.identity.clock.advance({ hours: 24 * 30 });
    expect(await answerOf(customer, eur(124_950n), payee, 'COBADEFF')).toBe(exempted);
  });

  test('is known by a keyed hash only, and by that of its own customer', async () => {
    const [one, two] = [await steps.knownCustomer(), await steps.knownCustomer()];
    const rows = await app.identity.database.query<{ series_hash: Buffer }>(
      `select series_hash from sca.payment_series where user_id = any($1)`,
      [[one.userId, two.userId]],
    );
    expect(rows.map(({ series_hash }) => series_hash.length)).toEqual([32, 32]);
    expect(rows[0]?.series_hash.equals(rows[1]?.series_hash ?? Buffer.alloc(0))).toBe(false);
  });
});

describe('a payment whose payee the bank knows', () => {
  test.each([
    ['own-accounts', 'isBetweenOwnAccounts'],
    ['trusted-beneficiary', 'isTrustedBeneficiary'],
  ] as const)('as %s needs no second factor', async (kind, fact) => {
    use({ [kind]: true });
    const customer = await steps.knownCustomer();
    const questions: unknown[] = [];
    for (const [isKnown, answer] of [
      [undefined, asked],
      [false, asked],
      [true, exempted],
    ] as const) {
      app.know({
        [fact]: async (question: unknown) => {
          questions.push(question);
          return isKnown;
        },
      });
      expect(await answerOf(customer, eur(900_000n), payee, 'COBADEFF')).toBe(answer);
    }
    expect(questions[0]).toMatchObject({
      owner: customer.customerNumber,
      creditorAccount: payee,
      creditorAgent: 'COBADEFF',
    });
    use({});
    expect(await answerOf(customer, eur(900_000n))).toBe(asked);
    expect(questions).toHaveLength(3);
  });
});

describe('what is counted', () => {
  const rowsOf = async ({ userId }: TestCustomer): Promise<readonly number[]> =>
    Promise.all(
      ['strong_authentication', 'exempted_total', 'payment_series'].map(
        async (table) =>
          (await app.identity.database.query(`select from sca.${table} where user_id = $1`, [userId])).length,
      ),
    );
  const event = ({ userId }: TestCustomer, name: string) => ({
    id: crypto.randomUUID(),
    name,
    version: 1,
    occurredAt: app.identity.clock.now().toString(),
    aggregateKind: 'user',
    aggregateId: userId,
    sequence: 1,
    data: {},
  });
  beforeEach(() => use({ ...lowValue, recurring: true }));

  test('ends with its user; a suspended user continues to count', async () => {
    const customer = await steps.knownCustomer();
    await answerOf(customer, eur(1n));
    expect(await rowsOf(customer)).toEqual([1, 1, 1]);
    await endApprovalsOfUser(app.context(), event(customer, 'user-suspended'));
    expect(await rowsOf(customer)).toEqual([1, 1, 0]);
    await endApprovalsOfUser(app.context(), event(customer, 'user-closed'));
    expect(await rowsOf(customer)).toEqual([0, 0, 0]);
  });

  test('is deleted when no exemption follows from it any more', async () => {
    const customer = await steps.knownCustomer();
    await answerOf(customer, eur(1n));
    app.identity.clock.advance({ hours: 24 * 179 });
    await cleanUpAuthorisations(app.context());
    expect(await rowsOf(customer)).toEqual([1, 1, 1]);
    app.identity.clock.advance({ hours: 24 * 2 });
    await cleanUpAuthorisations(app.context());
    expect(await rowsOf(customer)).toEqual([0, 0, 1]);
    app.identity.clock.advance({ hours: 24 * 220 });
    await cleanUpAuthorisations(app.context());
    expect(await rowsOf(customer)).toEqual([0, 0, 0]);
  });
});

describe('in a race', { timeout: 60_000 }, () => {
  const deadlocks = async (): Promise<number> => {
    const [row] = await app.identity.database.query<{ deadlocks: number }>(
      `select deadlocks::int from pg_stat_database where datname = current_database()`,
    );
    return row?.deadlocks ?? -1;
  };

  /** Prepares the approval of a payment without a second factor, as it is before the password is known. */
  async function prepared(customer: TestCustomer, minor: bigint): Promise<() => Promise<string>> {
    const ctx = app.context();
    const { id } = await steps.start(customer, paying(eur(minor)));
    const key = { bankId: '01', authorisationId: id };
    const read = await findAuthorisation(ctx.db, ctx.scaVault, key);
    const exemptible = read && (await prepareExemption(ctx, read));
    if (exemptible === undefined) throw new Error('cannot be exempted');
    return () =>
      runCommand(ctx, async (work) => {
        const { authorisation } = await lockAsOfNow(ctx, work, id);
        const after = await exempt(ctx, work, { authorisation, exemptible, userId: customer.userId });
        work.audit({ aggregateKind: 'authorisation', aggregateId: id, changes: [] });
        return after?.status ?? 'asked';
      });
  }

  test.each([
    ['five payments', 2_000n, 5],
    ['the sum', 3_000n, 3],
  ])('fifty payments together do not pass the limit of %s', async (_, minor, allowed) => {
    const customer = await steps.knownCustomer();
    const payments = [];
    for (let index = 0; index < 50; index += 1) payments.push(await prepared(customer, minor));
    const before = await deadlocks();
    const outcomes = await Promise.all(payments.map((pay) => pay()));
    expect(outcomes.filter((outcome) => outcome === 'exempted')).toHaveLength(allowed);
    expect(outcomes.filter((outcome) => outcome === 'asked')).toHaveLength(50 - allowed);
    expect(await steps.countsOf(customer)).toBe(`${allowed} EUR ${BigInt(allowed) * minor}`);
    expect((await deadlocks()) - before).toBe(0);
  });

  test('approvals with two factors, and payments without, of one customer never deadlock', async () => {
    const customer = await steps.knownCustomer();
    const before = await deadlocks();
    for (let round = 0; round < 5; round += 1) {
      const strong = await steps.pay(customer, paying(eur(50_000n)));
      const payments = [];
      for (let index = 0; index < 8; index += 1) payments.push(await prepared(customer, 1_000n));
      const [outcomes] = await Promise.all([
        Promise.all(payments.map((pay) => pay())),
        steps.approve(customer, strong),
      ]);
      // At most five before the approval and five after it.
      expect(outcomes.filter((outcome) => outcome === 'exempted').length).toBeGreaterThanOrEqual(5);
      expect(Number((await steps.countsOf(customer))?.split(' ')[0])).toBeLessThanOrEqual(5);
    }
    expect((await deadlocks()) - before).toBe(0);
  });

  test('four passwords at once use what is left of the limit', async () => {
    const customer = await steps.knownCustomer();
    for (let index = 0; index < 3; index += 1) expect(await answerOf(customer, eur(1_000n))).toBe(exempted);
    const answers = await Promise.all(Array.from({ length: 4 }, () => answerOf(customer, eur(1_000n))));
    expect(answers.filter((answer) => answer === exempted)).toHaveLength(2);
    expect(await steps.countsOf(customer)).toBe('5 EUR 5000');
  });
});
