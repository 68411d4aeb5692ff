import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  effectsOf,
  errorsOf,
  eventsOf,
  patchIfMatch,
  recordOf,
  refusalOf,
  versionOf,
} from '../../testing/party-reads.suite.ts';
import {
  back,
  createPartyTestApp,
  customer,
  type Fields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';
import { applyDueChanges } from '../lifecycle/apply-due-changes.ts';
import { saveServicingUnits } from './save-servicing-units.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
  await saveServicingUnits(app.context(), {
    units: [
      { unit: 'north', parentUnit: undefined },
      { unit: 'north-1', parentUnit: 'north' },
      { unit: 'north-1-a', parentUnit: 'north-1' },
      { unit: 'south', parentUnit: undefined },
    ],
    managers: [
      { managerId: 'm-north', unit: 'north' },
      { managerId: 'm-north-2', unit: 'north' },
      { managerId: 'm-south', unit: 'south' },
    ],
  });
  await saveServicingUnits(app.context('02'), {
    units: [{ unit: 'west', parentUnit: undefined }],
    managers: [],
  });
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.clock.set('2026-11-15T10:00:00Z'));

const pathOf = (number: string): string => `/parties/${number}/servicing-info`;
const serve = (number: string, body: Fields, as = back()) => app.patch(pathOf(number), body, as);
const servicingOf = async (number: string): Promise<unknown> =>
  at(await recordOf(app, number), 'servicing-info');

describe('changing the servicing information', () => {
  test('stores unit, managers and channel', async () => {
    const number = await app.person();
    const info = {
      'servicing-unit': 'north',
      'relationship-manager': 'm-north',
      'deputy-manager': 'm-north-2',
      'service-channel': 'branch',
    };
    const effects = await effectsOf(app, number, () =>
      serve(number, { ...info, since: 'ignored' }, staff('e-1', ['servicing-manager'])),
    );
    expect(effects).toMatchObject({
      response: { status: 204, text: '' },
      versions: 1,
      events: ['servicing-info-modified'],
      audited: [{ operation: 'Party_ModifyServicingInfo', actor: 'employee e-1', fields: ['servicing'] }],
    });
    expect(await servicingOf(number)).toEqual({ ...info, since: '2026-11-15' });
    await serve(number, { 'deputy-manager': null, 'service-channel': 'phone' });
    expect(await servicingOf(number)).toEqual({
      'servicing-unit': 'north',
      'relationship-manager': 'm-north',
      'service-channel': 'phone',
      since: '2026-11-15',
    });
  });

  test('on a future day is effective on that day, for readers, lists and visibility', async () => {
    const number = await app.organization();
    await serve(number, { 'servicing-unit': 'south' });
    const later = { 'servicing-unit': 'north-1-a', 'effective-date': '2026-12-01' };
    const effects = await effectsOf(app, number, () => serve(number, later));
    expect(effects).toMatchObject({
      response: { status: 204 },
      versions: 1,
      events: ['servicing-info-modified'],
    });
    const northern = staff('e-1', ['party.read'], { roles: ['party.read'], claims: { unit: 'north' } });
    const numbers = async (): Promise<readonly unknown[]> =>
      listAt((await app.get('/parties?kind=organization', northern)).body, 'items').map((item) =>
        at(item, 'party-number'),
      );
    expect(await servicingOf(number)).toEqual({ 'servicing-unit': 'south', since: '2026-11-15' });
    expect([(await app.get(`/parties/${number}`, northern)).status, await numbers()]).toEqual([404, []]);
    app.clock.set('2026-11-30T22:59:00Z');
    expect(await applyDueChanges(app.context())).toBe(0);
    // Midnight in Berlin.
    app.clock.set('2026-11-30T23:00:00Z');
    const version = await versionOf(app, number);
    expect(await applyDueChanges(app.context())).toBe(1);
    expect(await versionOf(app, number)).toBe(version + 1);
    expect(await servicingOf(number)).toEqual({ 'servicing-unit': 'north-1-a', since: '2026-12-01' });
    expect([(await app.get(`/parties/${number}`, northern)).status, await numbers()]).toEqual([
      200,
      [number],
    ]);
    expect(await applyDueChanges(app.context())).toBe(0);
    expect(await eventsOf(app, number)).toHaveLength(3);
  });

  test('today does not change what was planned, and the plan does not change the rest', async () => {
    const number = await app.person();
    await serve(number, { 'servicing-unit': 'south', 'service-channel': 'branch' });
    await serve(number, { 'servicing-unit': 'north', 'effective-date': '2026-12-01' });
    app.clock.set('2026-11-20T10:00:00Z');
    await serve(number, { 'service-channel': 'phone' });
    app.clock.set('2026-12-01T10:00:00Z');
    await applyDueChanges(app.context());
    expect(await servicingOf(number)).toMatchObject({
      'servicing-unit': 'north',
      'service-channel': 'phone',
    });
  });

  test.each([
    [{ 'servicing-unit': 'nowhere' }, 'servicing-unit-not-found'],
    [{ 'servicing-unit': 'west' }, 'servicing-unit-not-found'],
    [{ 'servicing-unit': 'north', 'relationship-manager': 'unknown' }, 'manager-not-found'],
    [{ 'servicing-unit': 'north', 'deputy-manager': 'unknown' }, 'manager-not-found'],
    [{ 'servicing-unit': 'north', 'relationship-manager': 'm-south' }, 'manager-not-in-unit'],
    [{ 'servicing-unit': 'north-1', 'relationship-manager': 'm-north' }, 'manager-not-in-unit'],
    [{ 'relationship-manager': 'm-north' }, 'manager-not-in-unit'],
  ])('to %j is rejected: %s', async (body, problem) => {
    const number = await app.person();
    const effects = await effectsOf(app, number, () => serve(number, body));
    expect(refusalOf(effects.response)).toBe(`440 ${problem}`);
    expect(effects).toMatchObject({ versions: 0, events: [], audited: [] });
  });

  test('to another unit keeps the manager or removes him, consistently', async () => {
    const number = await app.person();
    await serve(number, { 'servicing-unit': 'north', 'relationship-manager': 'm-north' });
    expect(refusalOf(await serve(number, { 'servicing-unit': 'south' }))).toBe('440 manager-not-in-unit');
    const both = { 'servicing-unit': 'south', 'relationship-manager': 'm-south' };
    expect((await serve(number, both)).status).toBe(204);
    expect((await serve(number, { 'servicing-unit': 'north', 'relationship-manager': null })).status).toBe(
      204,
    );
    expect(await servicingOf(number)).toEqual({ 'servicing-unit': 'north', since: '2026-11-15' });
  });

  test.each([
    [{}, '400  too-few'],
    [{ 'service-channel': 'branch', 'effective-date': '2026-11-14' }, '400 effective-date minimum'],
    [{ 'servicing-unit': 'x'.repeat(21) }, '400 servicing-unit too-long'],
    [{ manager: 'x' }, '400 manager unknown-field'],
  ])('with %j is invalid: %s', async (body, error) => {
    expect(errorsOf(await serve(await app.person(), body))).toEqual([error]);
  });

  test('is allowed for servicing managers and applications that write', async () => {
    const number = await app.person();
    const body = { 'service-channel': 'branch' };
    expect((await serve(number, body, staff('e-1', ['party.write']))).status).toBe(403);
    expect((await serve(number, body, back('01', ['party.read']))).status).toBe(403);
    expect((await serve(number, body, customer(number))).status).toBe(403);
    expect(refusalOf(await patchIfMatch(app, pathOf(number), { body, tag: '"2"' }))).toBe(
      '412 precondition-failed',
    );
    expect((await patchIfMatch(app, pathOf(number), { body, tag: '"1"' })).status).toBe(204);
    const death = { 'date-of-death': '2026-11-01', source: 'certificate' };
    await app.post(`/parties/individuals/${number}/death-report`, death);
    expect(refusalOf(await serve(number, body))).toBe('440 party-deceased');
  });
});

describe('the units of a bank', () => {
  test.each([
    ['north', ['north', 'north-1', 'north-1-a']],
    ['north-1', ['north-1', 'north-1-a']],
    ['north-1-a', ['north-1-a']],
    ['south', ['south']],
    ['unheard-of', []],
  ])('let staff of %s see the parties of %j', async (unit, reached) => {
    const clerk = { ...staff('e-1', []), roles: ['party.read'], claims: { unit } };
    for (const served of ['north', 'north-1', 'north-1-a', 'south']) {
      const number = await app.person({ 'servicing-info': { 'servicing-unit': served } });
      const { status } = await app.get(`/parties/${number}`, clerk);
      expect([served, status]).toEqual([served, reached.includes(served) ? 200 : 404]);
    }
  });

  test('are updated when saved again, and that is audited', async () => {
    await saveServicingUnits(app.context(), {
      units: [
        { unit: 'east', parentUnit: 'south' },
        { unit: 'east', parentUnit: 'north' },
      ],
      managers: [
        { managerId: 'm-east', unit: 'east' },
        { managerId: 'm-east', unit: 'north' },
      ],
    });
    const number = await app.person({ 'servicing-info': { 'servicing-unit': 'east' } });
    const of = (unit: string) => ({ ...staff('e-1', []), roles: ['party.read'], claims: { unit } });
    expect((await app.get(`/parties/${number}`, of('south'))).status).toBe(404);
    expect((await app.get(`/parties/${number}`, of('north'))).status).toBe(200);
    expect(
      (await serve(number, { 'servicing-unit': 'north', 'relationship-manager': 'm-east' })).status,
    ).toBe(204);
    const rows = await app.database.query(
      `select from platform.audit_entry where aggregate_kind = 'servicing-units' and bank_id = '01'`,
    );
    expect(rows).toHaveLength(2);
  });
});
