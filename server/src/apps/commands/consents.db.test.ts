import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsentsVault } from '#capabilities/consents/index.ts';
import { createLocalKeys } from '#platform/crypto/local-keys.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { at } from '#platform/testing/json-at.ts';
import { runWith, type Settings } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32);
const iban = 'DE02100100109307118603';
const [valid, foreign, unknown] = [
  '01a1dcbf-fdb1-7d5d-b669-60821bd68451',
  '01a1dcbf-fdb1-7d5d-b669-60821bd68452',
  '01a1dcbf-fdb1-7d5d-b669-60821bd68453',
];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     values ('01', 'e-1', 'https://staff.test', 'e-1', null, '{}', now())`,
  );
  await insertConsent(valid, '1000000055');
  await insertConsent(foreign, '1000000048');
});
afterAll(() => database[Symbol.asyncDispose]());

async function insertConsent(consentId: string, owner: string): Promise<void> {
  const vault = createConsentsVault(createLocalKeys([masterKey]));
  const account = { iban, accountId: 'a-1' };
  const sealed = vault.sealAccess('01', consentId, {
    model: 'detailed',
    lists: { accounts: [account], balances: [account] },
    salt: vault.newSalt(),
    withOwnerName: false,
  });
  await database.query(
    `insert into consents.consent (bank_id, consent_id, organisation_id, third_party_name, status, owner, holders,
       user_id, leaves_accounts_open, sealed_access, is_recurring, valid_until, frequency_per_day, is_combined, is_sole,
       expires_at, ends_at, approved_at, changed_at, row_version, created_at, modified_at)
     values ('01', $1, 'PSDNL-DNB-A', 'Budget app', 'valid', $2, '{}', 'u-1', false, $3, true,
       current_date + 30, 4, false, true, now(), now() + interval '30 days', now(), now(), 1, now(), now())`,
    [consentId, owner, sealed],
  );
}

async function run(...words: readonly string[]): Promise<[number, string]> {
  const settings: Settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_MASTER_KEYS: masterKey.toString('base64'),
  };
  const { code, text } = await runWith(settings, ['consents', ...words, '--bank', '01']);
  return [code, text];
}

const auditedOf = async (id: string): Promise<readonly unknown[]> => {
  const rows = await database.query<{ record: string }>(
    'select record from platform.audit_entry where aggregate_id = $1 order by occurred_at',
    [id],
  );
  return rows.map(({ record }) => at(JSON.parse(record), 'changes'));
};

describe('consents', () => {
  it('lists those of a customer (listConsentsOfOwner)', async () => {
    const [code, text] = await run('list', '--customer', '1000000055');
    expect([code, text]).toEqual([
      0,
      expect.stringMatching(`^${valid}: valid, PSDNL-DNB-A Budget app, until `),
    ]);
    expect(text).not.toContain(foreign);
    expect(await run('list', '--customer', '1000000099')).toEqual([0, '1000000099: no consents']);
    expect(await auditedOf('1000000055')).toEqual([[{ field: 'consents', after: 'read' }]]);
  });

  it('shows one with masked accounts (describeConsent)', async () => {
    const [code, text] = await run('show', foreign);
    expect([code, text]).toEqual([
      0,
      expect.stringContaining('  DE02**************8603: accounts, balances'),
    ]);
    expect(text).toContain('customer      1000000048');
    expect(text).not.toContain(iban);
    expect(await auditedOf(foreign)).toEqual([[{ field: 'consent', after: 'read' }]]);
  });

  it('ends one, and says so if it had ended (endConsent)', async () => {
    const said = ['--employee', 'e-1', '--reason', 'call'];
    expect(await run('end', valid, ...said)).toEqual([0, expect.stringMatching(`^${valid}: revokedByPsu\n`)]);
    expect(await run('end', valid, ...said)).toEqual([
      0,
      expect.stringContaining(`${valid}: had ended before: revokedByPsu`),
    ]);
    expect(await auditedOf(valid)).toEqual([
      [
        { field: 'status', before: 'valid', after: 'revokedByPsu' },
        { field: 'employee', after: 'e-1' },
        { field: 'reason', after: 'call' },
      ],
    ]);
  });

  it('refuses a consent that does not exist, and an employee whom the bank does not know', async () => {
    const said = ['--employee', 'e-1', '--reason', 'call'];
    for (const words of [
      ['show', unknown],
      ['end', unknown, ...said],
    ])
      expect(await run(...words)).toEqual([1, expect.stringContaining('There is no such consent.')]);
    const [code, text] = await run('end', foreign, '--employee', 'e-7', '--reason', 'call');
    expect([code, text]).toEqual([1, expect.stringContaining('no employee with the id e-7')]);
    expect((await run('show', foreign))[1]).toContain('status        valid');
  });
});
