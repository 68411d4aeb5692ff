import { deepEqual, equal, match } from 'node:assert/strict';
import { enterCode, enterPassword, followBack, press, reached, wrongOf } from '../harness/approval-steps.ts';
import type { ScaCheck } from './run.ts';
import { type Visit, visit } from './visit.ts';

/** One way in which an approval ends, with what the third party sees of it. */
interface Outcome {
  readonly name: string;
  /** From the arrival to the end. */
  readonly act: (visited: Visit) => Promise<void>;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly status: string;
}

const outcomes: readonly Outcome[] = [
  {
    name: 'approved',
    async act(visited) {
      await enterPassword(visited);
      await enterCode(visited);
    },
    path: 'shop.a.tpp.test/back',
    query: { order: '7', state: 's-1' },
    status: 'finalised',
  },
  {
    name: 'cancelled at once',
    act: ({ page }) => press(page, 'cancel'),
    path: 'shop.a.tpp.test/nok',
    query: { error: 'access_denied', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'cancelled at the review',
    async act(visited) {
      await enterPassword(visited);
      await press(visited.page, 'cancel');
    },
    path: 'shop.a.tpp.test/nok',
    query: { error: 'access_denied', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'five wrong codes',
    async act(visited) {
      await enterPassword(visited);
      const code = wrongOf(await visited.bank.code(visited.customer.phone));
      for (let tried = 0; tried < 5; tried += 1) await press(visited.page, 'code', { code });
    },
    path: 'shop.a.tpp.test/nok',
    query: { error: 'authentication_failed', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'five wrong passwords',
    async act({ page }) {
      for (let tried = 0; tried < 5; tried += 1) await press(page, 'password', { password: 'not this one' });
    },
    path: 'shop.a.tpp.test/nok',
    query: { error: 'authentication_failed', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'timed out at the review',
    async act(visited) {
      const { bank, page } = visited;
      await enterPassword(visited);
      await bank.age(visited.approval, 6);
      await page.reload();
      await followBack(page);
    },
    path: 'shop.a.tpp.test/nok',
    query: { error: 'timed_out', state: 's-1' },
    status: 'failed',
  },
  {
    name: 'the order changed after it was shown',
    async act(visited) {
      await enterPassword(visited);
      const code = await visited.bank.code(visited.customer.phone);
      await visited.bank.raise(visited.approval);
      await press(visited.page, 'code', { code });
    },
    path: 'shop.a.tpp.test/nok',
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
        await using visited = await visit(bank, { language });
        const { approval, page } = visited;
        equal(await page.locator('html').getAttribute('lang'), language, 'language of the page');
        await outcome.act(visited);
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
    await using visited = await visit(bank);
    const { approval, page } = visited;
    await enterPassword(visited);
    await enterCode(visited);
    const { path, query } = reached(page);
    equal(path, 'shop.a.tpp.test/back');
    match(query['confirmationCode'] ?? '', /^[\w-]{24}$/);
    equal(await approval.status(), 'unconfirmed');
    equal(await approval.confirm(query['confirmationCode'] ?? ''), 'finalised');
    equal((await approval.outcome()).moves, 1);
    return undefined;
  },
};
