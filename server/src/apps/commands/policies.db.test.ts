import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPolicy } from '#platform/policy/find-policy.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { openResources } from '../program/open-resources.ts';
import { policies } from '../wiring.ts';
import { configFrom, runWith, type Settings } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     select '01', employee, 'https://staff.test', employee, null, '{}', now() from unnest(array['e-1', 'e-2']) as employee`,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

const unknownChange = '01936d0e-5b1c-7abc-8def-0123456789ab';
const settings = (): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
});

async function run(line: string, more: readonly string[] = []): Promise<[number, string]> {
  const { code, text } = await runWith(settings(), ['policies', ...line.split(' '), ...more]);
  return [code, text];
}

const propose = (name: string, value: string, more = ''): Promise<[number, string]> =>
  run(`propose --bank 01 --name ${name} --value ${value} --employee e-1${more}`, [
    '--reason',
    'a decision of the bank',
  ]);
/** The change that waits, as the list shows it. */
async function changeOf(name: string): Promise<string> {
  const [, listed] = await run('list --bank 01');
  const line = listed.split('\n').find((one) => one.startsWith(`${name}: `)) ?? '';
  return / as ([0-9a-f-]{36})/.exec(line)?.[1] ?? unknownChange;
}
const decide = (verdict: 'approve' | 'reject', change: string, more: string): Promise<[number, string]> =>
  run(`${verdict} --bank 01 --change ${change} --name ${more}`);
const approve = async (name: string, employee = 'e-2'): Promise<[number, string]> =>
  decide('approve', await changeOf(name), `${name} --employee ${employee}`);
const show = async (name: string, more = ''): Promise<string> =>
  (await run(`show --bank 01 --name ${name}${more}`))[1];

describe('policies', () => {
  it('have names of their own', () => {
    expect(new Set(policies.map(({ name }) => name)).size).toBe(policies.length);
  });

  it('hold their defaults until two employees have changed them', async () => {
    const [, listed] = await run('list --bank 01');
    expect(listed).toContain('email-codes-per-day: 3 codes of a client in 24 hours (default 3, 1 to 20)');
    expect((await propose('email-codes-per-day', '2'))[0]).toBe(0);
    expect(await show('email-codes-per-day')).toContain('email-codes-per-day: 3 ');
    expect((await run('list --bank 01'))[1]).toContain('; 2 proposed by e-1');
    expect(await approve('email-codes-per-day', 'e-1')).toEqual([
      1,
      expect.stringContaining('Another employee must'),
    ]);
    expect((await approve('email-codes-per-day'))[0]).toBe(0);
    expect(await show('email-codes-per-day')).toContain('email-codes-per-day: 2 ');
    expect(await approve('email-codes-per-day')).toEqual([
      1,
      expect.stringContaining('No value of this policy'),
    ]);
  });

  it('take effect in every process that runs, and at one bank only', async () => {
    await using one = openResources(configFrom(settings()), { command: 'test' });
    await using other = openResources(configFrom(settings()), { command: 'test' });
    const [policy] = policies.filter(({ name }) => name === 'fraud-reports-per-day');
    assert(policy !== undefined);
    const contexts = [one.contextFor('01'), other.contextFor('01'), one.contextFor('02')];
    const held = (): Promise<unknown> =>
      Promise.all(contexts.map((context) => findPolicy(context.db, context, policy)));
    expect(await held()).toEqual([20, 20, 20]);
    await propose('fraud-reports-per-day', '5');
    await approve('fraud-reports-per-day');
    expect(await held()).toEqual([5, 5, 20]);
    await propose('fraud-reports-per-day', 'default');
    await approve('fraud-reports-per-day');
    expect(await held()).toEqual([20, 20, 20]);
  });

  it('answer what held on a day, and what will', async () => {
    const day = Temporal.Now.plainDateISO('UTC').toString();
    const later = '2099-01-01';
    await propose('username-changes', '4');
    await approve('username-changes');
    await propose('username-changes', '6', ` --from ${later}`);
    expect(await approve('username-changes')).toEqual([
      0,
      expect.stringContaining(`6 from ${later}T00:00:00`),
    ]);
    for (const listed of [await show('username-changes'), (await run('list --bank 01'))[1]])
      expect(listed).toMatch(/^username-changes: 4 .*; 6 from 2099-01-01T00:00:00/m);
    expect(await show('username-changes', ' --at 2026-01-01')).toContain('username-changes: 2 ');
    expect(await show('username-changes', ` --at ${day}`)).toContain('username-changes: 4 ');
    expect(await show('username-changes', ` --at ${later}`)).toContain('username-changes: 6 ');
    expect(await show('username-changes')).toContain(
      'proposed by e-1: a decision of the bank; approved by e-2',
    );
  });

  it('stay where they are when a proposal is rejected or withdrawn', async () => {
    for (const employee of ['e-1', 'e-2']) {
      await propose('retention-user', '3');
      const change = await changeOf('retention-user');
      const [code, text] = await decide('reject', change, `retention-user --employee ${employee}`);
      expect([code, text]).toEqual([0, expect.stringContaining(`rejected by ${employee}`)]);
    }
    expect(await show('retention-user')).toContain('retention-user: 1 ');
  });

  it('are approved by the id of the change that was read: the proposal, the list and the history show it', async () => {
    const name = 'phone-code-validity';
    const [, first] = await propose(name, '12');
    const read = await changeOf(name);
    expect(first).toContain(`--name ${name} --change ${read} --employee …`);
    expect(await show(name)).toContain(`${read}  ${name}: 12 from`);
    await decide('reject', read, `${name} --employee e-1`);
    await propose(name, '60');
    const swapped = [1, expect.stringContaining('refused: policy-proposed-anew.')];
    expect(await decide('approve', read, `${name} --employee e-2`)).toEqual(swapped);
    expect(await decide('reject', read, `${name} --employee e-2`)).toEqual(swapped);
    expect(await run(`approve --bank 01 --name ${name} --employee e-2`)).toEqual([
      2,
      expect.stringContaining('--change is missing'),
    ]);
    expect(await show(name)).toContain(`${name}: 10 `);
    expect((await approve(name))[0]).toBe(0);
  });

  it('have one proposal at a time, limits, and known names and employees', async () => {
    await propose('ocra-attempts-max', '2');
    expect(await propose('ocra-attempts-max', '1')).toEqual([
      1,
      expect.stringContaining('waits for its second'),
    ]);
    for (const [name, value] of [
      ['ocra-open-max', '99'],
      ['retention-party', '4'],
    ] as const)
      expect(await propose(name, value)).toEqual([1, expect.stringContaining('not within the limits')]);
    expect(await propose('unknown-policy', '1')).toEqual([1, expect.stringContaining('no policy is named')]);
    expect(await approve('ocra-attempts-max', 'e-7')).toEqual([
      1,
      expect.stringContaining('no employee with the id e-7'),
    ]);
    expect((await run('show --bank 01 --name ocra-open-max --at yesterday'))[1]).toContain(
      'a day (2026-12-01)',
    );
  });

  it('are decided once by two employees at the same time', async () => {
    await propose('change-review-max', '60');
    const change = await changeOf('change-review-max');
    const [one, other] = await Promise.all([
      decide('approve', change, 'change-review-max --employee e-2'),
      decide('reject', change, 'change-review-max --employee e-2'),
    ]);
    expect(one[0] + other[0]).toBe(1);
    const rows = await database.query(
      `select 1 from platform.policy_change where name = 'change-review-max' and state <> 'proposed'`,
    );
    expect(rows).toHaveLength(1);
  });
});
