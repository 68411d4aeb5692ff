import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Employee } from '#platform/auth/caller.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import { runCommand } from '#platform/work/command.ts';
import {
  type AuthorizationTestApp,
  createAuthorizationTestApp,
  errorsOf,
  type Fields,
  refusalOf,
} from '../../testing/authorization-test-app.suite.ts';
import { saveSigningGroup } from '../../testing/signing-changes.suite.ts';
import { activate, collectionRow, reasonsOf, ruleFields } from '../../testing/signing-steps.suite.ts';
import { openCorrection } from './open-correction.ts';
import { type CorrectionState, useCorrection } from './use-correction.ts';

let app: AuthorizationTestApp;
let correctionId: string;
let made = 0;
const payload = '{"birth-date":"1984-02-29","reason":"document-check"}';

beforeAll(async () => {
  app = await createAuthorizationTestApp({
    poolSize: 10,
    ports: { openedFirst: new Set(['party-correction']) },
  });
  await saveSigningGroup(app.context(), {
    owner: '*',
    groupId: 'data-steward',
    members: ['e-1', 'e-2', 'e-3'].map((userId) => ({
      userId,
      validFrom: app.clock.now(),
      validUntil: undefined,
    })),
  });
  // As entered before the spellings of members were compared.
  await app.database.query(
    `insert into "authorization".signing_group_member
     select (jsonb_populate_record(member, '{"user_id": "E-1"}')).*
       from "authorization".signing_group_member member where user_id = 'e-1'`,
  );
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  made += 1;
  correctionId = `correction-${made}`;
  await inCommand((context, work) => openCorrection(context, work, { correctionId, payload }));
});

type Step<Result> = (
  context: ReturnType<typeof app.context>,
  work: Parameters<typeof openCorrection>[1],
) => Promise<Result>;
const inCommand = <Result>(step: Step<Result>): Promise<Result> => {
  const context = app.context();
  return runCommand(context, async (work) => {
    work.audit({ aggregateKind: 'party', aggregateId: correctionId, changes: [] });
    return step(context, work);
  });
};
const use = (body = payload): Promise<CorrectionState> =>
  inCommand((context, work) => useCorrection(context, work, { correctionId, payload: body }));
const employee = (id: string): TokenRequest => ({
  kind: 'employee',
  id,
  banks: ['01'],
  roles: ['authorization.sign'],
  assurance: 'sca',
});
const sign = (id: string, more: Fields = {}): Promise<TestResponse> =>
  app.post(
    '/evaluate-user',
    { 'resource-id': correctionId, 'resource-kind': 'party-correction', payload, ...more },
    employee(id),
  );

const group = { level: 1, 'entity-level': 'special-group', 'entity-id': 'data-steward' };
const rule = (required: number, more: Fields = {}): Fields =>
  ruleFields({
    'rule-id': 'corrections',
    owner: '*',
    'resource-kind': 'party-correction',
    'authorization-type': 'N/A',
    currency: '*',
    'reference-currency': 'EUR',
    alternatives: [[{ ...group, required }]],
    ...more,
  });
/** Opens a correction for which an employee asked. */
const openFor = async (employeeId: string, name: string): Promise<void> => {
  correctionId = name;
  const caller: Employee = {
    kind: 'employee',
    employeeId,
    unit: undefined,
    roles: new Set(),
    clientId: 'desk',
    bankId: '01',
    scopes: new Set(),
    binding: 'none',
    assurance: 'sca',
    authenticatedAt: app.clock.now(),
  };
  await inCommand((context, work) => openCorrection({ ...context, caller }, work, { correctionId, payload }));
};

describe('a correction', () => {
  test('takes effect once, when two data stewards have signed its body in any spelling', async () => {
    expect(await use()).toBe('waiting');
    expect(reasonsOf(await sign('e-1'))).toEqual(['signature-accepted']);
    expect(reasonsOf(await sign('e-1'))).toEqual(['user-already-signed']);
    expect(await use()).toBe('waiting');
    const spelled = '{ "reason": "document-check", "birth-date": "1984-02-29" }';
    expect(reasonsOf(await sign('e-2', { payload: spelled }))).toEqual(['signature-accepted']);
    expect((await collectionRow(app, { owner: '*', resourceId: correctionId })).state).toBe('fulfilled');
    expect(await use()).toBe('approved');
    expect(await use()).toBe('over');
  });

  test('is signed as it was opened, by members of the group, and not before', async () => {
    const other = payload.replace('29', '28');
    expect((await sign('e-1', { payload: other })).status).toBe(409);
    expect(errorsOf(await sign('e-1', { payload: 'no body' }))).toEqual(['400 payload malformed']);
    expect(reasonsOf(await sign('e-9'))).toEqual(['user-cannot-sign']);
    expect(refusalOf(await sign('e-1', { 'resource-id': 'unknown' }))).toBe('404 not-found');
    await sign('e-1');
    await sign('e-2');
    expect(await use(other)).toBe('over');
    expect(await use()).toBe('approved');
  });

  test('is signed within 72 hours', async () => {
    await sign('e-1');
    app.clock.advance({ hours: 72 });
    expect(await use()).toBe('over');
    expect(reasonsOf(await sign('e-2'))).toEqual(['user-cannot-sign']);
  });

  test('keeps no birth date that could be found by trying: its hash has a key', async () => {
    const { digest } = await collectionRow(app, { owner: '*', resourceId: correctionId });
    expect(digest).toMatch(/^hmac-sha-256:[0-9a-f]{64}$/);
  });

  test('may be signed by the employee who asked, and by one employee once, in any spelling', async () => {
    await openFor('e-1', 'built-in');
    expect(reasonsOf(await sign('e-1'))).toEqual(['signature-accepted']);
    expect(reasonsOf(await sign('E-1'))).toEqual(['user-already-signed']);
    expect(await use()).toBe('waiting');
    expect(reasonsOf(await sign('e-2'))).toEqual(['signature-accepted']);
    expect(await use()).toBe('approved');
  });

  test('is not signed by the employee who asked where a rule of the bank bars the initiator', async () => {
    await activate(app, '*', [rule(2)]);
    await openFor('e-1', 'silent-rule');
    expect(reasonsOf(await sign('e-1'))).toEqual(['signature-accepted']);
    await activate(app, '*', [rule(2, { 'initiator-may-sign': false })]);
    await openFor('e-1', 'barring-rule');
    for (const spelling of ['e-1', 'E-1'])
      expect(reasonsOf(await sign(spelling))).toEqual(['user-cannot-sign']);
    await sign('e-2');
    expect(await use()).toBe('waiting');
    await sign('e-3');
    expect(await use()).toBe('approved');
  });

  test('needs two employees also where a rule of the bank asks for one, and those of a rule that asks for more', async () => {
    await activate(app, '*', [rule(1)]);
    correctionId = 'under-one';
    await inCommand((context, work) => openCorrection(context, work, { correctionId, payload }));
    await sign('e-1');
    expect(await use()).toBe('waiting');
    await activate(app, '*', [rule(3)]);
    correctionId = 'under-three';
    await inCommand((context, work) => openCorrection(context, work, { correctionId, payload }));
    await sign('e-1');
    await sign('e-2');
    expect(await use()).toBe('waiting');
    await sign('e-3');
    expect(await use()).toBe('approved');
  });
});
