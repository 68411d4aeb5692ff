import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFundsVault } from '#capabilities/funds-confirmations/index.ts';
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
  const vault = createFundsVault(createLocalKeys([masterKey]));
  const sealed = vault.sealTerms('01', consentId, {
    account: { iban },
    currency: 'EUR',
    isDefaultCurrency: true,
    cardNumber: '525412******3241',
  });
  await database.query(
    `insert into funds_confirmations.consent (bank_id, consent_id, organisation_id, third_party_name, origin, status,
       owner, holders, user_id, account_id, sealed_terms, expires_at, approved_at, changed_at, row_version, created_at,
       modified_at)
     values ('01', $1, 'PSDNL-DNB-A', 'Shopping Friend', 'third-party', 'valid', $2, '{}', 'u-1', 'a-1', $3, now(),
       now(), now(), 1, now(), now())`,
    [consentId, owner, sealed],
  );
}

async function run(...words: readonly string[]): Promise<[number, string]> {
  const settings: Settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_MASTER_KEYS: masterKey.toString('base64'),
  };
  const { code, text } = await runWith(settings, ['funds-consents', ...words, '--bank', '01']);
  return [code, text];
}

const auditedOf = async (id: string): Promise<readonly unknown[]> => {
  const rows = await database.query<{ record: string }>(
    'select record from platform.audit_entry where aggregate_id = $1 order by occurred_at',
    [id],
  );
  return rows.map(({ record }) => at(JSON.parse(record), 'changes'));
};

describe('funds-consents', () => {
  it('lists those of a customer (listFundsConsentsOfOwner)', async () => {
    const [code, text] = await run('list', '--customer', '1000000055');
    expect([code, text]).toEqual([0, `${valid}: valid, PSDNL-DNB-A Shopping Friend`]);
    expect(text).not.toContain(foreign);
    expect(await run('list', '--customer', '1000000099')).toEqual([
      0,
      '1000000099: no consents to the confirmation of funds',
    ]);
    expect(await auditedOf('1000000055')).toEqual([[{ field: 'funds-consents', after: 'read' }]]);
  });

  it('shows one with a masked account (describeFundsConsent)', async () => {
    const [code, text] = await run('show', foreign);
    expect([code, text]).toEqual([0, expect.stringContaining('account       DE02**************8603, EUR')]);
    expect(text).not.toContain(iban);
    expect(await auditedOf(foreign)).toEqual([[{ field: 'funds-consent', after: 'read' }]]);
  });

  it('ends one, and says so if it had ended (endFundsConsent)', async () => {
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

  it('refuses a consent that does not exist, an unknown employee, and an agreement that the bank does not make', async () => {
    const said = ['--employee', 'e-1', '--reason', 'call'];
    for (const words of [
      ['show', unknown],
      ['end', unknown, ...said],
    ])
      expect(await run(...words)).toEqual([1, expect.stringContaining('There is no such consent.')]);
    const [code, text] = await run('end', foreign, '--employee', 'e-7', '--reason', 'call');
    expect([code, text]).toEqual([1, expect.stringContaining('no employee with the id e-7')]);
    const third = ['--organisation', 'PSDNL-DNB-A', '--name', 'Shopping Friend'];
    expect(await run('agree', '--customer', '1000000055', '--iban', iban, ...third, ...said)).toEqual([
      1,
      expect.stringContaining('ASPSP_CONSENT_SUPPORTED'),
    ]);
  });
});
