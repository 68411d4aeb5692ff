import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalIn } from '#platform/testing/refusal-in.ts';
import { mandateScope } from '../../domain/relationships.ts';
import { auditOf, eventsOf } from '../../testing/party-reads.suite.ts';
import {
  createPartyTestApp,
  organizationCustomerFields,
  type PartyTestApp,
} from '../../testing/party-test-app.suite.ts';
import { listProxies } from '../customers/list-proxies.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { changeMandate } from './change-mandate.ts';
import { endMandate } from './end-mandate.ts';
import { type GrantMandate, grantMandate } from './grant-mandate.ts';
import { listMandates } from './list-mandates.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

type Terms = GrantMandate['terms'];
const said = { employeeId: 'e-1', reason: 'letter of the board' };
const grant = (principal: string, proxy: string, terms: Terms = {}): Promise<void> =>
  grantMandate(app.context(), { principal, proxy, terms, ...said });
const change = (principal: string, proxy: string, terms: Terms): Promise<void> =>
  changeMandate(app.context(), { principal, proxy, terms, ...said });
const end = (principal: string, proxy: string, endedOn?: string): Promise<void> =>
  endMandate(app.context(), { principal, proxy, endedOn, ...said });

/** Each as `proxy from until scope group`. */
async function shown(principal: string): Promise<readonly string[]> {
  const mandates = await listMandates(app.context(), { principal });
  return mandates.map(({ partyNumber, scope, signingGroup, validFrom, validUntil }) =>
    [
      partyNumber,
      validFrom,
      validUntil ?? 'on',
      scope.length === mandateScope.length ? 'all' : scope.join('+'),
      signingGroup ?? '-',
    ].join(' '),
  );
}

async function mandateEvents(principal: string): Promise<readonly string[]> {
  return (await eventsOf(app, principal)).filter((event) => event.startsWith('mandate-'));
}

async function two(): Promise<readonly [string, string]> {
  return [await app.organization(organizationCustomerFields()), await app.person()];
}

describe('a mandate', () => {
  test('is entered, changed and ended, and its past stays as it was', async () => {
    const [principal, proxy] = await two();
    await grant(principal, proxy, { signingGroup: 'A', office: 'director' });
    expect(await shown(principal)).toEqual([`${proxy} 2026-11-15 on all A`]);
    await change(principal, proxy, { scope: ['document'], validFrom: '2026-12-01' });
    expect(await shown(principal)).toEqual([
      `${proxy} 2026-12-01 on document -`,
      `${proxy} 2026-11-15 2026-11-30 all A`,
    ]);
    await end(principal, proxy, '2026-12-10');
    expect(await shown(principal)).toEqual([
      `${proxy} 2026-12-01 2026-12-09 document -`,
      `${proxy} 2026-11-15 2026-11-30 all A`,
    ]);
    await end(principal, proxy);
    expect(await shown(principal)).toEqual([]);
    expect(await listProxies(app.context().db, { bankId: '01', partyNumber: principal })).toEqual([]);
    await grant(principal, proxy);
    expect(await shown(principal)).toEqual([`${proxy} 2026-11-15 on all -`]);
  });

  test('that came with the registration is ended like any other', async () => {
    const proxy = await app.person();
    const principal = await app.organization({
      ...organizationCustomerFields(),
      representatives: [{ 'party-number': proxy, role: 'director', 'signing-group': 'B' }],
    });
    expect(await shown(principal)).toEqual([`${proxy} 2026-11-15 on all B`]);
    await end(principal, proxy);
    expect(await shown(principal)).toEqual([]);
  });

  test('that a core recorded from the side of the proxy is ended as well', async () => {
    const [principal, proxy] = await two();
    await app.database.query(
      `insert into party.party_relationship (bank_id, relationship_id, from_party, to_party, kind, role, mandate_scope,
         valid_from, recorded_at)
       values ('01', gen_random_uuid(), $1, $2, 'mandate', 'proxy', '{payment}', '2020-02-29', now())`,
      [proxy, principal],
    );
    await end(principal, proxy);
    expect(await shown(principal)).toEqual([`${proxy} 2020-02-29 2026-11-14 payment -`]);
  });

  test.each<[string, (principal: string, proxy: string) => Promise<void>, string]>([
    ['of a proxy that is no party', (principal) => grant(principal, '9999999999'), 'mandate-proxy-unknown'],
    ['for oneself', (principal) => grant(principal, principal), 'mandate-proxy-unknown'],
    ['for nothing', (principal, proxy) => grant(principal, proxy, { scope: [] }), 'mandate-terms-invalid'],
    [
      'in the past',
      (principal, proxy) => grant(principal, proxy, { validFrom: '2026-11-14' }),
      'mandate-terms-invalid',
    ],
    ['that does not exist', (principal, proxy) => change(principal, proxy, {}), 'mandate-not-found'],
    ['that never was', (principal, proxy) => end(principal, proxy), 'mandate-not-found'],
    ['for an unknown party', (_, proxy) => grant('9999999999', proxy), 'not-found'],
  ])('%s is refused, and nothing is recorded', async (_, attempt, problem) => {
    const [principal, proxy] = await two();
    expect(await refusalIn(attempt(principal, proxy))).toBe(problem);
    expect(await shown(principal)).toEqual([]);
    expect(await mandateEvents(principal)).toEqual([]);
  });

  test('of one proxy exists once, now or in the future', async () => {
    const [principal, proxy] = await two();
    await grant(principal, proxy, { validFrom: '2027-01-01' });
    expect(await refusalIn(grant(principal, proxy))).toBe('mandate-already-granted');
  });

  test('is ended once by two employees at a time', async () => {
    const [principal, proxy] = await two();
    await grant(principal, proxy);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => refusalIn(end(principal, proxy))));
    expect(outcomes.toSorted()).toEqual([
      'done',
      'mandate-not-found',
      'mandate-not-found',
      'mandate-not-found',
    ]);
  });

  test('is reported, and audited without the reason in plain text', async () => {
    const [principal, proxy] = await two();
    await grant(principal, proxy);
    await end(principal, proxy);
    expect(await mandateEvents(principal)).toEqual([`mandate-granted ${proxy}`, `mandate-ended ${proxy}`]);
    const fields = (await auditOf(app, principal)).map((entry) => entry.fields.join(' '));
    expect(fields).toContain('mandate-proxy mandate-scope mandate-valid-from employee');
    expect(fields).toContain('mandate-proxy mandate-ended-on employee');
    const rows = await app.database.query<{ record: string }>(
      'select record from platform.audit_entry where aggregate_id = $1',
      [principal],
    );
    const trail = rows.map(({ record }) => record).join('');
    expect([trail.includes('e-1'), trail.includes('board')]).toEqual([true, false]);
  });

  test('is gone with the erased proxy', async () => {
    const [principal, proxy] = await two();
    await grant(principal, proxy);
    const erasureLedger = { append: async () => undefined, list: async () => [] };
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: proxy });
    expect(await shown(principal)).toEqual([]);
  });
});
