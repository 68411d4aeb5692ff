import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClientVault } from '#capabilities/client/index.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { at } from '#platform/testing/json-at.ts';
import { runWith, type Settings } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32);
const clientNumber = '1000000055';
const [ofClient, ofBank, report, unknown] = [
  '01a1dcbf-fdb1-7d5d-b669-60821bd68451',
  '01a1dcbf-fdb1-7d5d-b669-60821bd68452',
  '01a1dcbf-fdb1-7d5d-b669-60821bd68453',
  '01a1dcbf-fdb1-7d5d-b669-60821bd68454',
];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     select '01', id, 'https://staff.test', id, null, '{}', now() from unnest(array['e-1', 'e-2']) as id`,
  );
  const { vault } = createClientVault(createLocalKeys([masterKey]));
  const sealed = (table: string, rowId: string, details: object): Buffer =>
    vault.seal(
      { bankId: '01', table, column: 'sealed_details', rowId },
      Buffer.from(JSON.stringify(details)),
    );
  for (const [restrictionId, setBy] of [
    [ofClient, 'client'],
    [ofBank, 'bank'],
  ] as const)
    await database.query(
      `insert into client.restriction (bank_id, restriction_id, client_number, kind, is_scoped, set_by, sealed_details,
         state, set_at, row_version, created_at, modified_at)
       values ('01', $1, $2, 'payment-block', false, $3, $4, 'active', now(), 1, now(), now())`,
      [
        restrictionId,
        clientNumber,
        setBy,
        sealed('restriction', restrictionId, {
          scope: { accounts: [], cards: [], devices: [] },
          reason: 'suspected-fraud',
          setterKind: setBy === 'client' ? 'customer' : 'employee',
          setterId: 'x',
        }),
      ],
    );
  await database.query(
    `insert into client.fraud_report (bank_id, report_id, client_number, state, is_blocking, sealed_details,
       reported_at, row_version, created_at, modified_at)
     values ('01', $1, $2, 'received', true, $3, now(), 1, now(), now())`,
    [
      report,
      clientNumber,
      sealed('fraud_report', report, {
        category: 'phishing',
        transactionReferences: [],
        reporterKind: 'customer',
        reporterId: 'u-1',
        decisions: [],
      }),
    ],
  );
});
afterAll(() => database[Symbol.asyncDispose]());

async function run(...words: readonly string[]): Promise<[number, string]> {
  const settings: Settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_MASTER_KEYS: masterKey.toString('base64'),
  };
  const { code, text } = await runWith(settings, ['restrictions', ...words, '--bank', '01']);
  return [code, text];
}

const lift = (id: string, employee: string): Promise<[number, string]> =>
  run('lift', id, '--employee', employee, '--reason', 'identified by document');
const move = (to: string): Promise<[number, string]> =>
  run('move-report', report, '--to', to, '--employee', 'e-1', '--reason', 'case 4711');

describe('restrictions', () => {
  it('lists what a client has, and audits the read (listClientCases)', async () => {
    const [code, text] = await run('list', '--client', clientNumber);
    expect(code).toBe(0);
    for (const id of [ofClient, ofBank, report]) expect(text).toContain(id);
    expect(text).toContain('fraud report received, phishing');
    const [json, document] = await run('list', '--client', clientNumber, '--json');
    expect([json, at(JSON.parse(document), 'reports', 0, 'category')]).toEqual([0, 'phishing']);
    expect(await run('list', '--client', '1000000099')).toEqual([
      0,
      '1000000099: no restrictions, no fraud reports',
    ]);
    const audited = await database.query<{ count: number }>(
      'select count(*)::int as count from platform.audit_entry where aggregate_id = $1',
      [clientNumber],
    );
    expect(audited).toEqual([{ count: 2 }]);
  });

  it('lifts one of the client by one employee, and one of the bank by two (liftRestriction)', async () => {
    expect(await lift(ofClient, 'e-1')).toEqual([0, expect.stringContaining('payment-block lifted')]);
    expect(await lift(ofBank, 'e-1')).toEqual([0, expect.stringContaining('proposed by e-1')]);
    const [refused, why] = await lift(ofBank, 'e-1');
    expect([refused, why]).toEqual([expect.any(Number), expect.stringContaining('cannot confirm')]);
    expect(refused).not.toBe(0);
    expect(await lift(ofBank, 'e-2')).toEqual([0, expect.stringContaining('payment-block lifted')]);
    expect((await lift(unknown, 'e-1'))[0]).not.toBe(0);
    expect((await lift(ofBank, 'e-unknown'))[0]).not.toBe(0);
  });

  it('moves a report through its states (moveFraudReport)', async () => {
    expect((await move('closed'))[0]).not.toBe(0);
    for (const to of ['under-review', 'confirmed', 'closed'])
      expect(await move(to)).toEqual([0, expect.stringContaining(`${report}: ${to}`)]);
  });
});
