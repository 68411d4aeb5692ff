import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import { refusalIn } from '#platform/testing/refusal-in.ts';
import type { EnteredKind } from '../../domain/relationship-terms.ts';
import { auditOf, eventsOf, versionOf } from '../../testing/party-reads.suite.ts';
import {
  createPartyTestApp,
  organizationCustomerFields,
  type PartyTestApp,
} from '../../testing/party-test-app.suite.ts';
import { eraseParty } from '../lifecycle/erase-party.ts';
import { mergeParties } from '../lifecycle/merge-parties.ts';
import { changeRelationship } from './change-relationship.ts';
import { endRelationship } from './end-relationship.ts';
import { type EnterRelationship, enterRelationship } from './enter-relationship.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

type Role = EnterRelationship['terms']['role'];

const said = { employeeId: 'e-1', reason: 'papers' };
const enter = (partyNumber: string, role: Role, other: string, from = '2020-01-01'): Promise<void> =>
  enterRelationship(app.context(), {
    partyNumber,
    other,
    kind: kindOf(role),
    terms: { role, validFrom: from },
    ...said,
  });
const change = (partyNumber: string, role: Role, other: string, from: string): Promise<void> =>
  changeRelationship(app.context(), {
    partyNumber,
    other,
    kind: kindOf(role),
    terms: { role, validFrom: from },
    ...said,
  });
const end = (partyNumber: string, kind: EnteredKind, other: string, endedOn?: string): Promise<void> =>
  endRelationship(app.context(), { partyNumber, other, kind, endedOn, ...said });

function kindOf(role: Role): EnteredKind {
  return role === 'employee' || role === 'employer' ? 'work' : 'kinship';
}

/** Each as `role other from until`. */
async function shown(number: string): Promise<readonly string[]> {
  const { body } = await app.get(`/parties/${number}/relationships`);
  return listAt(body).map((one) =>
    [
      at(one, 'role'),
      at(one, 'to-party', 'party-number'),
      at(one, 'valid-from'),
      at(one, 'valid-until') ?? 'on',
    ].join(' '),
  );
}

/** Returns the places of parties in the synchronization. */
async function positionsOf(...numbers: readonly string[]): Promise<readonly bigint[]> {
  const rows = await app.database.query<{ party_number: string; position: string }>(
    'select party_number, sync_number::text as position from party.party where party_number = any($1)',
    [numbers],
  );
  return numbers.map((number) => BigInt(rows.find((row) => row.party_number === number)?.position ?? 0));
}

describe('kinship and work', () => {
  test('are entered, changed and ended, are shown from both sides, and both records are synchronized again', async () => {
    const [one, other] = [await app.person(), await app.person()];
    const version = await versionOf(app, other);
    const before = await positionsOf(one, other);
    await enter(one, 'kin', other);
    expect(await shown(one)).toEqual([`kin ${other} 2020-01-01 on`]);
    await change(other, 'spouse', one, '2024-06-01');
    expect(await shown(one)).toEqual([`kin ${other} 2020-01-01 2024-05-31`, `spouse ${other} 2024-06-01 on`]);
    await end(one, 'kinship', other, '2026-01-01');
    expect(await shown(other)).toEqual([
      `kin ${one} 2020-01-01 2024-05-31`,
      `spouse ${one} 2024-06-01 2025-12-31`,
    ]);
    const after = await positionsOf(one, other);
    expect(after.map((position, index) => position > (before[index] ?? 0n))).toEqual([true, true]);
    expect(await versionOf(app, other)).toBe(version);
    expect(await eventsOf(app, one)).toContain(`party-relationship-changed ${other}`);
    const named = (await auditOf(app, one)).filter(({ fields }) => fields.includes('related-party'));
    expect(named.map(({ fields }) => fields.includes('employee'))).toEqual([true, true]);
    expect(await refusalIn(end(one, 'kinship', other))).toBe('relationship-not-found');
    await enter(one, 'spouse', other, '2026-11-15');
    expect((await shown(one)).at(-1)).toBe(`spouse ${other} 2026-11-15 on`);
  });

  test.each<[string, (one: string, other: string, firm: string) => Promise<void>, string]>([
    [
      'of a role of another kind',
      (one, other) => enter(one, 'investor', other),
      'relationship-terms-invalid',
    ],
    [
      'of an organization with kin',
      (one, _, firm) => enter(one, 'child', firm),
      'relationship-terms-invalid',
    ],
    ['with oneself', (one) => enter(one, 'kin', one), 'related-party-unknown'],
    ['with an unknown party', (one) => enter(one, 'kin', '9999999999'), 'related-party-unknown'],
    ['of an unknown party', (one) => enter('9999999999', 'kin', one), 'not-found'],
    [
      'that was never entered, changed',
      (one, other) => change(one, 'kin', other, '2020-01-01'),
      'relationship-not-found',
    ],
    ['that was never entered, ended', (one, _, firm) => end(one, 'work', firm), 'relationship-not-found'],
  ])('%s are refused, and nothing is recorded', async (_, attempt, problem) => {
    const [one, other] = [await app.person(), await app.person()];
    const firm = await app.organization(organizationCustomerFields());
    expect(await refusalIn(attempt(one, other, firm))).toBe(problem);
    expect(await shown(one)).toEqual([]);
  });

  test('exist once for the same two, also when two employees enter it from both sides at the same time', async () => {
    const [one, other] = [await app.person(), await app.person()];
    const outcomes = await Promise.all([
      refusalIn(enter(one, 'parent', other)),
      refusalIn(enter(other, 'parent', one)),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'relationship-already-recorded']);
    expect(await shown(one)).toHaveLength(1);
  });
});

describe('relationships follow the party', () => {
  test('through a merge: the survivor has them, once each, and mandates stay behind', async () => {
    const [merged, survivor, child] = [await app.person(), await app.person(), await app.person()];
    const [firm, shop] = [
      await app.organization({
        ...organizationCustomerFields(),
        ownership: { owners: [{ 'party-number': merged, share: 60 }] },
        representatives: [{ 'party-number': merged, role: 'director' }],
      }),
      await app.organization(organizationCustomerFields()),
    ];
    await enter(merged, 'parent', child);
    await enter(survivor, 'parent', child, '2021-01-01');
    await enter(merged, 'employee', shop);
    await enter(merged, 'kin', survivor);
    const [position = 0n] = await positionsOf(firm);
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    expect(await shown(survivor)).toEqual([
      `parent ${child} 2021-01-01 on`,
      `investor ${firm} 2026-11-15 on`,
      `employee ${shop} 2020-01-01 on`,
    ]);
    expect(await shown(child)).toEqual([`child ${survivor} 2021-01-01 on`]);
    expect(await shown(firm)).toEqual([
      `principal ${merged} 2026-11-15 on`,
      `investee ${survivor} 2026-11-15 on`,
    ]);
    expect((await positionsOf(firm))[0]).toBeGreaterThan(position);
  });

  test('through a merge: what the survivor no longer has continues with the record that is gone', async () => {
    const [merged, survivor] = [await app.person(), await app.person()];
    const [later, sooner] = [await app.person(), await app.person()];
    const [shop, owned] = [
      await app.organization(organizationCustomerFields()),
      await app.organization({
        ...organizationCustomerFields(),
        ownership: { owners: [merged, survivor].map((number) => ({ 'party-number': number, share: 30 })) },
      }),
    ];
    const endOfSurvivor = async (role: Role, other: string, from: string, endedOn: string): Promise<void> => {
      await enter(survivor, role, other, from);
      const pair = { partyNumber: survivor, other, kind: kindOf(role), endedOn };
      await endRelationship(app.context(), { ...pair, ...said });
    };
    await endOfSurvivor('spouse', later, '2001-01-01', '2010-01-01');
    await enter(merged, 'spouse', later, '2015-01-01');
    await endOfSurvivor('sibling', sooner, '2001-01-01', '2010-01-01');
    await enter(merged, 'sibling', sooner, '2005-01-01');
    await endOfSurvivor('employee', shop, '2001-01-01', '2010-01-01');
    await enter(merged, 'employee', shop, '2012-01-01');
    await app.database.query(
      `update party.party_relationship set valid_from = '2001-01-01', valid_until = '2010-01-01'
        where to_party = $1 and from_party = $2 or to_party = $2 and from_party = $1`,
      [owned, survivor],
    );
    await mergeParties(app.context(), { partyNumber: merged, survivorPartyNumber: survivor });
    const lines = await shown(survivor);
    expect(lines.toSorted()).toEqual([
      `employee ${shop} 2001-01-01 2009-12-31`,
      `employee ${shop} 2012-01-01 on`,
      `investor ${owned} 2001-01-01 2010-01-01`,
      `investor ${owned} 2026-11-15 on`,
      `sibling ${sooner} 2001-01-01 2009-12-31`,
      `sibling ${sooner} 2010-01-01 on`,
      `spouse ${later} 2001-01-01 2009-12-31`,
      `spouse ${later} 2015-01-01 on`,
    ]);
  });

  test('through a death: work ends with it, kinship stays', async () => {
    const [dead, child] = [await app.person(), await app.person()];
    const shop = await app.organization(organizationCustomerFields());
    await enter(dead, 'parent', child);
    await enter(shop, 'employer', dead);
    await app.post(`/parties/individuals/${dead}/death-report`, {
      'date-of-death': '2026-10-31',
      source: 'relative',
    });
    expect(await shown(shop)).toEqual([`employer ${dead} 2020-01-01 on`]);
    await app.post(`/parties/individuals/${dead}/death-report`, {
      'date-of-death': '2026-10-31',
      source: 'certificate',
    });
    expect(await shown(dead)).toEqual([
      `parent ${child} 2020-01-01 on`,
      `employee ${shop} 2020-01-01 2026-10-31`,
    ]);
  });

  test('through an erasure: nothing is left, and the others are synchronized again', async () => {
    const [erased, child] = [await app.person(), await app.person()];
    await enter(erased, 'parent', child);
    const [position = 0n] = await positionsOf(child);
    const erasureLedger = { append: async () => undefined, list: async () => [] };
    await eraseParty({ ...app.context(), erasureLedger }, { partyNumber: erased });
    expect(await shown(child)).toEqual([]);
    expect((await positionsOf(child))[0]).toBeGreaterThan(position);
    expect(
      await app.database.query('select 1 from party.party_relationship where $1 in (from_party, to_party)', [
        erased,
      ]),
    ).toEqual([]);
  });
});
