import { deepEqual, equal, match } from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Person } from '../../bench/harness/sign-in-people.ts';
import type { Approval, ApprovalBank } from './approval-bank.ts';
import type { ScaCheck } from './run.ts';
import { arrive, press, reached } from './steps.ts';

/** A customer at the page of an approval. */
interface Visit {
  readonly bank: ApprovalBank;
  readonly page: Page;
  readonly customer: Person & { readonly phone: string };
  readonly approval: Approval;
}

/** One way in which an approval ends, with what the third party sees of it. */
interface Outcome {
  readonly name: string;
  /** From the arrival to the end. */
  readonly act: (visit: Visit) => Promise<void>;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: string;
}

const wrongOf = (code: string): string => `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;

async function passFirstFactor({ customer, page }: Visit): Promise<void> {
  await press(page, 'password', { password: customer.password });
}

async function followBack({ page }: Visit): Promise<void> {
  await page.locator('main a.action').click();
  await page.waitForURL(/shop\.acme\.test/);
}

const outcomes: readonly Outcome[] = [
  {
    name: 'approved',
    async act(visit) {
      await passFirstFactor(visit);
      await press(visit.page, 'code', { code: await visit.bank.code(visit.customer.phone) });
    },
    path: 'shop.acme.test/back',
    query: { order: '7', state: 's-1' },
    status: 'finalised',
  },
  {
    name: 'cancelled at once',
    act: ({ page }) => press(page, 'cancel'),
    path: 'shop.acme.test/nok',
    query: { error: 'access_denied', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'cancelled at the review',
    async act(visit) {
      await passFirstFactor(visit);
      await press(visit.page, 'cancel');
    },
    path: 'shop.acme.test/nok',
    query: { error: 'access_denied', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'five wrong codes',
    async act(visit) {
      await passFirstFactor(visit);
      const code = wrongOf(await visit.bank.code(visit.customer.phone));
      for (let tried = 0; tried < 5; tried += 1) await press(visit.page, 'code', { code });
    },
    path: 'shop.acme.test/nok',
    query: { error: 'authentication_failed', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'five wrong passwords',
    async act({ page }) {
      for (let tried = 0; tried < 5; tried += 1) await press(page, 'password', { password: 'not this one' });
    },
    path: 'shop.acme.test/nok',
    query: { error: 'authentication_failed', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'timed out at the review',
    async act(visit) {
      const { bank, page } = visit;
      await passFirstFactor(visit);
      await bank.age(visit.approval, 6);
      await page.reload();
      await followBack(visit);
    },
    path: 'shop.acme.test/nok',
    query: { error: 'timed_out', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'the order changed after it was shown',
    async act(visit) {
      await passFirstFactor(visit);
      const code = await visit.bank.code(visit.customer.phone);
      await visit.bank.raise(visit.approval);
      await press(visit.page, 'code', { code });
    },
    path: 'shop.acme.test/nok',
    query: { error: 'resource_changed', state: 's-1' },
    status: 'failed',
  },
];

/** What happens most, for the gate. */
export const usualOutcomes = outcomes.filter(({ name }) =>
  ['approved', 'cancelled at the review', 'the order changed after it was shown'].includes(name),
);

/** Every outcome, in one language: the browser ends at the third party, which is another site. */
export function outcomesIn(language: string, wanted: readonly Outcome[] = outcomes): ScaCheck {
  return {
    name: `every outcome leads back to the third party, in ${language}`,
    customers: wanted.length,
    async run(bank) {
      for (const outcome of wanted) {
        const customer = bank.customer();
        const approval = await bank.ask({ customer, language });
        await using user = await bank.openBrowser();
        const { page } = user;
        await arrive(page, approval.shop);
        equal(await page.locator('html').getAttribute('lang'), language, 'language of the page');
        await outcome.act({ bank, page, customer, approval });
        deepEqual(reached(page), { path: outcome.path, query: outcome.query }, outcome.name);
        equal(await page.locator('h1').innerText(), 'Back at the shop', outcome.name);
        equal(await approval.status(), outcome.status, outcome.name);
        const { moves } = await approval.outcome();
        equal(moves, outcome.status === 'finalised' ? 1 : 0, `${outcome.name}: moves of the payment`);
      }
      return `${wanted.length} outcomes`;
    },
  };
}

export const confirmed: ScaCheck = {
  name: 'with a confirmation code the third party confirms, once',
  customers: 1,
  profile: { authorisationConfirmationRequestMandated: true },
  async run(bank) {
    const customer = bank.customer();
    const approval = await bank.ask({ customer });
    await using user = await bank.openBrowser();
    const { page } = user;
    await arrive(page, approval.shop);
    await press(page, 'password', { password: customer.password });
    await press(page, 'code', { code: await bank.code(customer.phone) });
    const { path, query } = reached(page);
    equal(path, 'shop.acme.test/back');
    match(query['confirmationCode'] ?? '', /^[\w-]{24}$/);
    equal(await approval.status(), 'unconfirmed');
    equal(await approval.confirm(query['confirmationCode'] ?? ''), 'finalised');
    equal((await approval.outcome()).moves, 1);
    return undefined;
  },
};
