import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { refusalIn } from '#platform/testing/refusal-in.ts';
import type { DecidedOutcome } from '../../domain/screening.ts';
import { noScreening } from '../../ports/screening.ts';
import { auditOf, eventsOf, recordOf } from '../../testing/party-reads.suite.ts';
import {
  createPartyTestApp,
  customerFields,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { changeCustomerStatus } from '../customers/change-customer-status.ts';
import { setOpenProduct } from '../customers/set-open-product.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { confirmScreening } from './confirm-screening.ts';
import { getScreening } from './get-screening.ts';
import { listScreenings } from './list-screenings.ts';
import { proposeScreening } from './propose-screening.ts';
import { rejectScreening } from './reject-screening.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp({ screening: noScreening });
});
afterAll(() => app[Symbol.asyncDispose]());

let made = 0;
const born = (): string => `19${String(10 + (made % 80))}-01-${String(1 + (made % 28)).padStart(2, '0')}`;

async function person(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  made += 1;
  return app.person({ ...customerFields(), 'birth-date': born(), surname: 'Prüfling', ...fields });
}

const propose = (partyNumber: string, outcome: DecidedOutcome = 'clear', employeeId = 'e-1'): Promise<void> =>
  proposeScreening(app.context(), { partyNumber, outcome, employeeId, reason: 'compared with the lists' });
const confirm = (
  partyNumber: string,
  outcome: DecidedOutcome = 'clear',
  employeeId = 'e-2',
): Promise<string> => confirmScreening(app.context(), { partyNumber, outcome, employeeId });
const reject = (partyNumber: string, outcome: DecidedOutcome = 'clear', employeeId = 'e-2'): Promise<void> =>
  rejectScreening(app.context(), { partyNumber, outcome, employeeId, reason: 'look again' });
const product = (partyNumber: string, hasOpenProduct: boolean): Promise<void> =>
  setOpenProduct(app.context(), { partyNumber, hasOpenProduct });
const kindOf = async (partyNumber: string): Promise<string> =>
  (await getScreening(app.context(), { partyNumber })).screening.kind;
const statusOf = async (partyNumber: string): Promise<unknown> =>
  at(await recordOf(app, partyNumber), 'customer', 'status');

async function rowsOf(partyNumber: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return app.database.query('select state, is_product_held from party.screening where party_number = $1', [
    partyNumber,
  ]);
}

async function listed(partyNumber: string): Promise<unknown> {
  const { screenings } = await listScreenings(app.context());
  return screenings.find((one) => one.partyNumber === partyNumber);
}

describe('a customer whose screening is open', () => {
  test('is prospective and listed, and active after two employees found it clear', async () => {
    const number = await person();
    expect(await statusOf(number)).toBe('prospective');
    expect(await listed(number)).toMatchObject({ state: 'open', isProductHeld: false, proposal: undefined });
    await propose(number);
    expect(await statusOf(number)).toBe('prospective');
    expect(await listed(number)).toMatchObject({
      state: 'proposed',
      proposal: { outcome: 'clear', proposedBy: 'e-1' },
    });
    expect(await confirm(number)).toBe('active');
    expect(await statusOf(number)).toBe('active');
    expect(await listed(number)).toBeUndefined();
    expect((await eventsOf(app, number)).at(-1)).toBe('customer-status-changed active');
  });

  test('is rejected after two employees found a hit', async () => {
    const number = await person();
    await propose(number, 'hit');
    expect(await confirm(number, 'hit')).toBe('rejected');
    expect(await statusOf(number)).toBe('rejected');
    expect(await kindOf(number)).toBe('hit');
  });

  test('stays prospective without birth date, and is screened again when it is known', async () => {
    const number = await person({ 'birth-date': undefined });
    await propose(number);
    expect(await confirm(number)).toBe('prospective');
    expect(await kindOf(number)).toBe('clear');
    const correction = { 'birth-date': '1971-05-05', reason: 'document-check' };
    await app.signedCorrection(number, correction);
    await app.patch(
      `/parties/individuals/${number}/corrections`,
      correction,
      staff('steward-2', ['data-steward', 'party.sensitive']),
    );
    expect(await kindOf(number)).toBe('open');
    await propose(number);
    expect(await confirm(number)).toBe('active');
  });

  test('may be an organization', async () => {
    const number = await app.organization(organizationCustomerFields());
    await propose(number);
    expect(await confirm(number)).toBe('active');
  });
});

describe('a proposal', () => {
  test('is neither confirmed nor rejected by the employee who made it: screening-own-proposal', async () => {
    const number = await person();
    await propose(number);
    for (const id of ['e-1', 'E-1']) {
      expect(await refusalIn(confirm(number, 'clear', id))).toBe('screening-own-proposal');
      expect(await refusalIn(reject(number, 'clear', id))).toBe('screening-own-proposal');
    }
    expect(await statusOf(number)).toBe('prospective');
  });

  test('is confirmed as it was read: screening-outcome-differs', async () => {
    const number = await person();
    await propose(number, 'hit');
    expect(await refusalIn(confirm(number, 'clear'))).toBe('screening-outcome-differs');
    expect(await statusOf(number)).toBe('prospective');
  });

  test('is one at a time: screening-already-proposed', async () => {
    const number = await person();
    await propose(number);
    expect(await refusalIn(propose(number, 'hit', 'e-3'))).toBe('screening-already-proposed');
  });

  test('needs an open screening: screening-not-open, screening-not-proposed', async () => {
    const contact = await app.person();
    expect(await refusalIn(propose(contact))).toBe('screening-not-open');
    const number = await person();
    expect(await refusalIn(confirm(number))).toBe('screening-not-proposed');
    expect(await refusalIn(reject(number))).toBe('screening-not-proposed');
    await propose(number);
    await confirm(number);
    expect(await refusalIn(propose(number))).toBe('screening-not-open');
    expect(await refusalIn(confirm(number, 'clear', 'e-3'))).toBe('screening-not-proposed');
  });

  test('that is rejected leaves the screening open, and both employees in the trail', async () => {
    const number = await person();
    await propose(number, 'hit');
    await reject(number, 'hit');
    expect(await kindOf(number)).toBe('open');
    expect(await statusOf(number)).toBe('prospective');
    const trail = await auditOf(app, number);
    expect(trail.map(({ fields }) => fields)).toEqual(
      expect.arrayContaining([
        ['screening', 'proposed-by'],
        ['screening', 'proposed-by', 'settled-by'],
      ]),
    );
    await propose(number, 'clear', 'e-2');
    expect(await confirm(number, 'clear', 'e-1')).toBe('active');
    expect((await auditOf(app, number)).filter(({ fields }) => fields[0] === 'screening')).toHaveLength(3);
  });

  test('has both employees in the trail, and neither outcome nor reason in plain text', async () => {
    const number = await person();
    await propose(number, 'hit');
    await confirm(number, 'hit');
    const rows = await app.database.query<{ record: string }>(
      `select record from platform.audit_entry where aggregate_id = $1`,
      [number],
    );
    const text = rows.map(({ record }) => record).join('\n');
    expect(text).toContain('{"field":"proposed-by","after":"e-1"},{"field":"settled-by","after":"e-2"}');
    expect(text).not.toMatch(/"hit"|lists/);
  });

  test('is void after the name changed: screening-proposal-void', async () => {
    const number = await person();
    await propose(number);
    const change = { surname: 'Anders', reason: 'marriage', 'effective-date': '2026-01-01' };
    expect((await app.patch(`/parties/individuals/${number}/surname`, change)).status).toBe(204);
    expect(await refusalIn(confirm(number))).toBe('screening-proposal-void');
    expect(await kindOf(number)).toBe('open');
    expect(await statusOf(number)).toBe('prospective');
    const last = (await auditOf(app, number)).filter(({ fields }) => fields.includes('settled-by'));
    expect(last).toHaveLength(1);
    expect(await refusalIn(confirm(number))).toBe('screening-not-proposed');
  });

  test('is void after the country changed, and another one replaces it', async () => {
    const number = await person();
    await propose(number);
    await app.patch(`/parties/individuals/${number}/residentialprofile`, { 'country-of-residence': 'FR' });
    await propose(number, 'clear', 'e-2');
    expect(await refusalIn(confirm(number, 'clear', 'e-2'))).toBe('screening-own-proposal');
    expect(await confirm(number, 'clear', 'e-1')).toBe('active');
  });

  test('is not void after other data changed', async () => {
    const number = await person();
    await propose(number);
    await app.patch(`/parties/individuals/${number}/residentialprofile`, { 'household-size': 3 });
    expect(await confirm(number)).toBe('active');
  });

  test('is void after three days', async () => {
    const number = await person();
    await propose(number);
    app.clock.advance({ hours: 72 });
    expect(await refusalIn(confirm(number))).toBe('screening-proposal-void');
  });

  test('confirmed and rejected by several at once has one effect', async () => {
    const number = await person();
    await propose(number);
    const results = await Promise.all([
      ...['e-2', 'e-3', 'e-4'].map((id) => refusalIn(confirm(number, 'clear', id))),
      ...['e-5', 'e-6'].map((id) => refusalIn(reject(number, 'clear', id))),
    ]);
    expect(results.toSorted()).toEqual(['done', ...Array<string>(4).fill('screening-not-proposed')]);
    const settled = (await auditOf(app, number)).filter(({ fields }) => fields.includes('settled-by'));
    expect(settled).toHaveLength(1);
    const isConfirmed = results.slice(0, 3).includes('done');
    expect(await statusOf(number)).toBe(isConfirmed ? 'active' : 'prospective');
    expect((await eventsOf(app, number)).filter((event) => event.includes('status-changed'))).toHaveLength(
      isConfirmed ? 1 : 0,
    );
  });

  test('of one employee is refused by the database as well', async () => {
    const number = await person();
    await propose(number);
    const decide = `update party.screening set state = 'clear', proposed_outcome = null, decided_by = 'E-1', decided_at = now()
                     where party_number = $1`;
    await expect(app.database.query(decide, [number])).rejects.toThrow('screening_two_employees');
  });
});

describe('a screening ends', () => {
  test('with the death of the person', async () => {
    const number = await person();
    await propose(number);
    const death = { 'date-of-death': '2026-11-01', source: 'certificate' };
    expect((await app.post(`/parties/individuals/${number}/death-report`, death)).status).toBe(204);
    expect(await rowsOf(number)).toEqual([]);
    expect(await refusalIn(confirm(number))).toBe('screening-not-proposed');
  });

  test('with a merge, for the merged record and for a proposal about the survivor', async () => {
    const [merged, survivor] = [await person(), await person()];
    await propose(merged);
    await propose(survivor);
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    expect(await rowsOf(merged)).toEqual([]);
    expect(await refusalIn(confirm(merged))).toBe('gone');
    expect(await refusalIn(confirm(survivor))).toBe('screening-not-proposed');
    expect(await kindOf(survivor)).toBe('open');
  });

  test('and a hit of the merged record opens the screening of the survivor', async () => {
    const [merged, survivor] = [await person(), await person()];
    await propose(survivor);
    await confirm(survivor);
    await propose(merged, 'hit');
    await confirm(merged, 'hit');
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    expect(await kindOf(survivor)).toBe('open');
  });

  test('with the erasure of the party', async () => {
    const number = await person();
    await propose(number);
    const erasureLedger = { append: async () => undefined, list: async () => [] };
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: number });
    expect(await rowsOf(number)).toEqual([]);
    expect(await refusalIn(confirm(number))).toBe('gone');
  });

  test('when the customer declines', async () => {
    const number = await person();
    await propose(number);
    await changeCustomerStatus(app.context(), { partyNumber: number, trigger: 'customer-refused' });
    expect(await rowsOf(number)).toEqual([]);
  });

  test('and opens again after an appeal against a hit', async () => {
    const number = await person();
    await propose(number, 'hit');
    await confirm(number, 'hit');
    await changeCustomerStatus(app.context(), { partyNumber: number, trigger: 'appeal-granted' });
    expect(await kindOf(number)).toBe('open');
  });
});

describe('a product', () => {
  test('of a prospect whose screening is open changes nothing before the screening is clear', async () => {
    const number = await person();
    await product(number, true);
    expect(await statusOf(number)).toBe('prospective');
    expect(await listed(number)).toMatchObject({ state: 'open', isProductHeld: true });
    const entries = (await auditOf(app, number)).length;
    await product(number, true);
    expect((await auditOf(app, number)).length).toBe(entries);
    await propose(number);
    expect(await confirm(number)).toBe('active');
    expect(await rowsOf(number)).toEqual([{ state: 'clear', is_product_held: false }]);
  });

  test('makes a customer former when the last one is closed, and active with a new one', async () => {
    const number = await person();
    await propose(number);
    await confirm(number);
    await product(number, true);
    expect(await statusOf(number)).toBe('active');
    await product(number, false);
    expect(await statusOf(number)).toBe('former');
    await product(number, true);
    expect(await statusOf(number)).toBe('active');
    expect((await eventsOf(app, number)).filter((event) => event.includes('status'))).toEqual([
      'customer-status-changed active',
      'customer-status-changed former',
      'customer-status-changed active',
    ]);
  });

  test('of a former customer with another name needs another screening', async () => {
    const number = await person();
    await propose(number);
    await confirm(number);
    await product(number, false);
    const change = { surname: 'Spaeter', reason: 'marriage', 'effective-date': '2026-01-01' };
    await app.patch(`/parties/individuals/${number}/surname`, change);
    await product(number, true);
    expect(await statusOf(number)).toBe('former');
    expect(await rowsOf(number)).toEqual([{ state: 'open', is_product_held: true }]);
    await propose(number);
    expect(await confirm(number)).toBe('active');
  });

  test('of a rejected customer changes nothing and is listed until it is closed', async () => {
    const number = await person();
    await propose(number, 'hit');
    await confirm(number, 'hit');
    await product(number, true);
    expect(await statusOf(number)).toBe('rejected');
    expect(await listed(number)).toMatchObject({ state: 'hit', isProductHeld: true });
    await product(number, false);
    expect(await listed(number)).toBeUndefined();
    expect(await statusOf(number)).toBe('rejected');
  });

  test('of a contact, and of an unknown, a merged or an erased party, changes nothing', async () => {
    const contact = await app.person();
    await product(contact, true);
    expect(await statusOf(contact)).toBe('potential');
    const [merged, survivor] = [await app.person(), await app.person()];
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    for (const number of [merged, '9999999990']) {
      await product(number, true);
      expect(await rowsOf(number)).toEqual([]);
    }
  });
});
