import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { refusalIn } from '#platform/testing/refusal-in.ts';
import type { StaffTrigger } from '../../domain/customer-status.ts';
import { auditOf, eventsOf, recordOf } from '../../testing/party-reads.suite.ts';
import { createPartyTestApp, customerFields, type PartyTestApp } from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { markDormant } from '../lifecycle/mark-dormant.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { decideStatus } from './decide-status.ts';
import { grantAppeal } from './grant-appeal.ts';
import { recordActivity } from './record-activity.ts';
import { setOpenProduct } from './set-open-product.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const statusOf = async (number: string): Promise<unknown> =>
  at(await recordOf(app, number), 'customer', 'status');
const decide = (partyNumber: string, trigger: StaffTrigger): Promise<string> =>
  decideStatus(app.context(), { partyNumber, trigger, employeeId: 'e-1', reason: 'by letter' });
const appeal = (partyNumber: string, employeeId: string): Promise<string> =>
  grantAppeal(app.context(), { partyNumber, employeeId, reason: 'another person of that name' });
const today = (): string => app.clock.today('Europe/Berlin').toString();
const active = (partyNumber: string, lastOn = today(), isSavingsOnly = false): Promise<void> =>
  recordActivity(app.context(), { partyNumber, lastOn, isSavingsOnly });
const daysAgo = (days: number): string => app.clock.today('Europe/Berlin').subtract({ days }).toString();

let made = 0;
async function customer(): Promise<string> {
  made += 1;
  const number = await app.person({
    ...customerFields(),
    surname: `Ruhig ${'abcdefghijklmnop'[made] ?? 'z'}`,
    'birth-date': `1980-05-${String(made).padStart(2, '0')}`,
  });
  await setOpenProduct(app.context(), { partyNumber: number, hasOpenProduct: true });
  return number;
}

describe('an employee', () => {
  test('moves a party that uses no product, and each step is audited with the employee', async () => {
    const number = await app.person();
    expect(await statusOf(number)).toBe('potential');
    expect(await decide(number, 'first-contact')).toBe('prospective');
    expect(await decide(number, 'customer-refused')).toBe('declined');
    expect(await decide(number, 'new-interest')).toBe('prospective');
    expect(await decide(number, 'bank-refused')).toBe('rejected');
    expect(await statusOf(number)).toBe('rejected');
    expect(await eventsOf(app, number)).toContain('customer-status-changed rejected');
    const decided = (await auditOf(app, number)).filter(({ fields }) => fields.includes('status-trigger'));
    expect(decided).toHaveLength(4);
    expect(decided.every(({ fields }) => fields.includes('employee'))).toBe(true);
  });

  test('cannot take a step that the present status does not have, nor move a customer', async () => {
    const number = await app.person();
    expect(await refusalIn(decide(number, 'new-interest'))).toBe('status-not-reachable');
    expect(await refusalIn(appeal(number, 'e-1'))).toBe('status-not-reachable');
    expect(await refusalIn(decide(await customer(), 'bank-refused'))).toBe('status-not-reachable');
    expect(await refusalIn(decide('0000000000', 'first-contact'))).toBe('not-found');
  });

  test('grants an appeal only together with another one, within three days', async () => {
    const number = await app.person();
    await decide(number, 'bank-refused');
    expect(await appeal(number, 'e-1')).toBe('requested');
    expect(await appeal(number, 'E-1')).toBe('requested');
    app.clock.advance({ hours: 73 });
    expect(await appeal(number, 'e-2')).toBe('requested');
    expect(await statusOf(number)).toBe('rejected');
    expect(await appeal(number, 'e-3')).toBe('granted');
    expect(await statusOf(number)).toBe('prospective');
    expect(await refusalIn(appeal(number, 'e-4'))).toBe('status-not-reachable');
  });
});

describe('a customer whom the core reports', () => {
  test('is dormant after a year of silence, and active again with the next activity', async () => {
    const [silent, busy] = [await customer(), await customer()];
    await active(silent, daysAgo(367));
    await active(busy, daysAgo(364));
    await markDormant(app.context());
    expect(await statusOf(silent)).toBe('dormant');
    expect(await statusOf(busy)).toBe('active');
    expect(await markDormant(app.context())).toBe(0);
    await active(silent, daysAgo(366));
    expect(await statusOf(silent)).toBe('dormant');
    await active(silent);
    expect(await statusOf(silent)).toBe('active');
    await markDormant(app.context());
    expect(await statusOf(silent)).toBe('active');
    expect((await eventsOf(app, silent)).slice(-2)).toEqual([
      'customer-status-changed dormant',
      'customer-status-changed active',
    ]);
  });

  test('is active after a report that comes while the nightly work runs, whichever is first', async () => {
    const numbers = [await customer(), await customer(), await customer()];
    for (let round = 0; round < 5; round += 1) {
      app.clock.advance({ days: 400 });
      await Promise.all([markDormant(app.context()), ...numbers.map((number) => active(number))]);
      const statuses = await Promise.all(numbers.map((number) => statusOf(number)));
      expect(statuses).toEqual(['active', 'active', 'active']);
    }
  });

  test('may be silent for two years with savings only', async () => {
    const number = await customer();
    await active(number, daysAgo(400), true);
    await markDormant(app.context());
    expect(await statusOf(number)).toBe('active');
    app.clock.advance({ days: 400 });
    await markDormant(app.context());
    expect(await statusOf(number)).toBe('dormant');
  });

  test('is counted by the newest report, never by a day of the future', async () => {
    const number = await customer();
    await active(number, '2999-01-01');
    await active(number, daysAgo(500));
    await markDormant(app.context());
    expect(await statusOf(number)).toBe('active');
    app.clock.advance({ days: 367 });
    await markDormant(app.context());
    expect(await statusOf(number)).toBe('dormant');
  });

  test('is counted from the day of a new product on', async () => {
    const number = await customer();
    await active(number, daysAgo(500));
    await setOpenProduct(app.context(), { partyNumber: number, hasOpenProduct: false });
    await markDormant(app.context());
    expect(await statusOf(number)).toBe('former');
    await setOpenProduct(app.context(), { partyNumber: number, hasOpenProduct: true });
    await markDormant(app.context());
    expect(await statusOf(number)).toBe('active');
  });

  test('stays as the dead do: the estate is settled', async () => {
    const number = await customer();
    await active(number, daysAgo(500));
    await app.post(`/parties/individuals/${number}/death-report`, {
      'date-of-death': daysAgo(1),
      source: 'certificate',
    });
    await markDormant(app.context());
    expect(await statusOf(number)).toBe('active');
  });
});

describe('the recorded activity', () => {
  const rows = (number: string): Promise<readonly unknown[]> =>
    app.database.query('select 1 from party.customer_activity where party_number = $1', [number]);

  test('follows a merge, ends with an erasure, and is none of an unknown party', async () => {
    const [merged, survivor] = [await customer(), await customer()];
    await active(merged);
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    expect(await rows(merged)).toEqual([]);
    expect(await rows(survivor)).toHaveLength(1);
    await active(merged);
    expect(await rows(merged)).toEqual([]);
    const erasureLedger = { append: async () => undefined, list: async () => [] };
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: survivor });
    expect(await rows(survivor)).toEqual([]);
    await active(survivor);
    await active('0000000000');
    expect(await rows(survivor)).toEqual([]);
    expect(await rows('0000000000')).toEqual([]);
  });

  test('does not make a party of another bank active', async () => {
    const number = await customer();
    await active(number, daysAgo(500));
    await markDormant(app.context());
    await recordActivity(app.context('02'), { partyNumber: number, lastOn: today(), isSavingsOnly: false });
    expect(await statusOf(number)).toBe('dormant');
  });
});
