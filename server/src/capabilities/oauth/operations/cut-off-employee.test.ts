import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLab, type Lab } from '#platform/testing/lab.ts';
import type { Context } from '#platform/work/context.ts';
import type { Ending } from '#platform/work/ending-ledger.ts';
import { admitEmployee } from '../steps/staff-sign-in.ts';
import { createTokenRevocationCache } from '../store/revocation-cache.read.ts';
import { applicationDraft, newJwk } from '../testing/client-samples.suite.ts';
import { addClient } from './add-client.ts';
import { cutOffEmployee } from './cut-off-employee.ts';
import { endAllGrants } from './end-all-grants.ts';
import { findClient } from './find-client.ts';
import { listCutOffEmployees } from './list-cut-off-employees.ts';
import { listEmployeeSpellings } from './list-employee-spellings.ts';
import { reinstateEmployee } from './reinstate-employee.ts';
import { replayOauthEndings } from './replay-oauth-endings.ts';
import { rotateClientKeys } from './rotate-client-keys.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await createLab();
});
afterAll(() => lab[Symbol.asyncDispose]());
beforeEach(async () => {
  await lab.database.empty(
    'oauth.client',
    'oauth.revocation',
    'oauth.employee_cut_off',
    'oauth.employee',
    'oauth.artefact',
  );
  lab.clock.set('2026-11-15T10:00:00Z');
});

const ctx = (bankId = '01'): Context => lab.context({ bankId, operationId: 'staff' });
const reason = 'left';

const admit = (employeeId: string): Promise<void> =>
  admitEmployee(ctx(), {
    signInId: 's-1',
    identity: {
      issuer: 'https://staff.test',
      subject: employeeId,
      employeeId,
      unit: undefined,
      roles: ['maintenance'],
      assurance: 'sca',
      methods: [],
      authenticatedAtSeconds: 0,
    },
  });

/** Returns whether a token of a configured issuer is void in a process that has just refreshed. */
async function isVoid(more: {
  readonly employeeId?: string;
  readonly issuedAtSeconds?: number;
}): Promise<boolean> {
  const cache = createTokenRevocationCache({
    database: lab.database.app,
    clock: lab.clock,
    banks: ['01', '02'],
  });
  await cache.refresh();
  const { employeeId, issuedAtSeconds = lab.clock.now().epochMilliseconds / 1_000 } = more;
  const authenticatedAt = Temporal.Instant.fromEpochMilliseconds(0);
  return cache.isRevoked({
    banks: ['01'],
    tokenId: 't-1',
    grantId: undefined,
    clientId: 'c-1',
    subject: 'x',
    issuedAtSeconds,
    customer: undefined,
    exchanged: undefined,
    employee:
      employeeId === undefined
        ? undefined
        : { id: employeeId, unit: undefined, roles: new Set(), assurance: '1fa', authenticatedAt },
  });
}

describe('an employee who is cut off', () => {
  test('is refused at sign-in, and the refusal is recorded', async () => {
    await admit('e-1');
    await cutOffEmployee(ctx(), { employeeId: 'e-1', reason });
    await expect(admit('e-1')).rejects.toMatchObject({ literal: 'employee-cut-off' });
    const [row] = await lab.database.query<{ record: string }>(
      `select record from platform.audit_entry where aggregate_kind = 'staff-sign-in'`,
    );
    expect(row?.record).toContain('employee-cut-off');
    await reinstateEmployee(ctx(), { employeeId: 'e-1', reason });
    await expect(admit('e-1')).resolves.toBeUndefined();
  });

  test('has no valid token of any issuer, including one that does not send the sign-in time', async () => {
    expect(await isVoid({ employeeId: 'e-1' })).toBe(false);
    await cutOffEmployee(ctx(), { employeeId: 'e-1', reason });
    lab.clock.advance({ hours: 20 });
    expect(await isVoid({ employeeId: 'e-1' })).toBe(true);
    expect(await isVoid({ employeeId: 'e-2' })).toBe(false);
    await reinstateEmployee(ctx(), { employeeId: 'e-1', reason });
    expect(await isVoid({ employeeId: 'e-1' })).toBe(true);
    lab.clock.advance({ seconds: 1 });
    expect(await isVoid({ employeeId: 'e-1' })).toBe(false);
  });

  test('is listed by bank', async () => {
    await cutOffEmployee(ctx('02'), { employeeId: 'e-9', reason });
    expect(await listCutOffEmployees(ctx())).toEqual([]);
    expect(await listCutOffEmployees(ctx('02'))).toMatchObject([{ employeeId: 'e-9' }]);
  });
});

describe('after a restore', () => {
  const ending = (event: string, subject: string, at: string): Ending => ({
    event,
    subject,
    at,
    bankId: '01',
  });

  test('every artefact is deleted and every token issued until then is void, later ones are not', async () => {
    await lab.database.query(
      `insert into oauth.artefact (bank_id, kind, artefact_hash, sealed_content, expires_at)
       select '01', 'Session', decode(lpad(to_hex(n), 8, '0'), 'hex'), '\\x00', now() + interval '1 day'
         from generate_series(1, 1500) as n`,
    );
    const issuedAtSeconds = lab.clock.now().epochMilliseconds / 1_000;
    expect(await endAllGrants(ctx())).toBe(1_500);
    expect(await isVoid({ issuedAtSeconds })).toBe(true);
    expect(await isVoid({ issuedAtSeconds: issuedAtSeconds + 6 })).toBe(false);
  });

  test('employees and clients are as the newest line of the ledger says', async () => {
    for (const clientId of ['gone-client', 'back-client', 'keys-client', 'same-client'])
      await addClient(ctx(), applicationDraft({ clientId }));
    await rotateClientKeys(ctx(), { clientId: 'same-client', keySet: { keys: [newJwk()] }, overlapHours: 0 });
    await cutOffEmployee(ctx(), { employeeId: 'e-back', reason });
    const [earlier, later] = ['2026-11-15T11:00:00.000Z', '2026-11-15T12:00:00.000Z'];
    const steps = await replayOauthEndings(ctx(), [
      ending('employee-cut-off', 'e-out', earlier),
      ending('employee-cut-off', 'e-back', earlier),
      ending('employee-reinstated', 'e-back', later),
      ending('client-keys-rotated', 'keys-client', earlier),
      ending('client-keys-rotated', 'same-client', '2026-11-15T10:00:00.000Z'),
      ending('client-disabled', 'gone-client', earlier),
      ending('client-keys-rotated', 'gone-client', earlier),
      ending('client-disabled', 'back-client', earlier),
      ending('client-enabled', 'back-client', later),
      { ...ending('client-disabled', 'same-client', later), bankId: '02' },
    ]);
    for (const step of steps) await step.apply();
    expect((await listCutOffEmployees(ctx())).map(({ employeeId }) => employeeId)).toEqual(['e-out']);
    const states = await Promise.all(
      ['gone-client', 'back-client', 'keys-client', 'same-client'].map(
        async (clientId) => (await findClient(ctx(), clientId)).state,
      ),
    );
    expect(states).toEqual(['disabled', 'active', 'disabled', 'active']);
    expect(await replayOauthEndings(ctx(), [ending('employee-cut-off', 'e-out', earlier)])).toEqual([]);
  });
});

test('employee ids that have signed in here are listed, also those that differ in case only', async () => {
  for (const employeeId of ['JDoe', 'jdoe.smith', 'other']) await admit(employeeId);
  expect(await listEmployeeSpellings(ctx(), 'jdoe')).toEqual(['JDoe']);
  expect(await listEmployeeSpellings(ctx('02'), 'jdoe')).toEqual([]);
  expect(await listEmployeeSpellings(ctx(), 'j_oe')).toEqual([]);
});
