import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runWith } from './program.suite.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function run(...words: readonly string[]): Promise<readonly [number, string]> {
  const settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_BANKS: '01,02',
    PORTICO_ERASURE_LEDGER: '/nowhere/ledger',
  };
  const { code, text } = await runWith(settings, ['staff', ...words]);
  return [code, text];
}

beforeAll(async () => {
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     select bank, employee, 'https://staff.test', employee, null, '{}', now()
       from unnest(array['01', '01', '01', '02'], array['e-1', 'Anna.M', 'anna_m', 'e-1']) as known (bank, employee)`,
  );
});

describe('staff', () => {
  it('who never signed in can be cut off, and the command prints that the id is unknown', async () => {
    const [code, text] = await run('cut-off', 'ANNA.m', '--all-banks', '--reason', 'left');
    expect([code, text.split('\n')]).toEqual([
      0,
      [
        'bank 01: ANNA.m: cut-off',
        'bank 01: ANNA.m: no employee with this id has signed in here. The cut-off is recorded and refuses this spelling only.',
        'bank 01: did you mean Anna.M?',
        'bank 02: ANNA.m: cut-off',
        'bank 02: ANNA.m: no employee with this id has signed in here. The cut-off is recorded and refuses this spelling only.',
      ],
    ]);
    expect((await run('list', '--bank', '01'))[1]).toContain('ANNA.m');
    await run('reinstate', 'ANNA.m', '--all-banks', '--reason', 'mistyped');
  });

  it('are cut off in all banks and reinstated in one, and the audit trail has the reasons', async () => {
    expect(await run('cut-off', 'e-1', '--all-banks', '--reason', 'left')).toEqual([
      0,
      'bank 01: e-1: cut-off\nbank 02: e-1: cut-off',
    ]);
    expect(await run('reinstate', 'e-1', '--bank', '02', '--reason', 'came back')).toEqual([
      0,
      'bank 02: e-1: reinstated',
    ]);
    expect(await run('list', '--all-banks')).toEqual([
      0,
      expect.stringMatching(/^bank 01: e-1: cut off since .+\nbank 02: no employee is cut off$/v),
    ]);
    const rows = await database.query(
      `select bank_id, record from platform.audit_entry where aggregate_id = 'e-1' order by occurred_at`,
    );
    expect(rows.map((row) => String(row['bank_id']))).toEqual(['01', '02', '02']);
    expect(String(rows[0]?.['record'])).toContain('left');
  });

  it.each([
    [
      'without a bank',
      ['cut-off', 'e-1', '--reason', 'left'],
      'exactly one is required of --bank, --all-banks',
    ],
    ['without a reason', ['cut-off', 'e-1', '--bank', '01'], '--reason is missing'],
    ['without an employee', ['reinstate', '--bank', '01', '--reason', 'x'], 'EMPLOYEE is missing'],
    [
      'of one bank and all',
      ['cut-off', 'e-1', '--bank', '01', '--all-banks', '--reason', 'left'],
      'exactly one is required of --bank, --all-banks',
    ],
    [
      'with an id that no employee has',
      ['cut-off', 'e 1', '--bank', '01', '--reason', 'left'],
      'EMPLOYEE must be the id of an employee',
    ],
    ['of a bank that is not here', ['list', '--bank', 'zz'], '--bank must be one of: 01, 02'],
    ['to do something unknown', ['fire', 'e-1', '--bank', '01', '--reason', 'x'], "unknown command 'fire'"],
  ])('called %s say what is wrong', async (_how, words, wrong) => {
    expect(await run(...words)).toEqual([2, expect.stringContaining(`${wrong}\nhelp: portico staff`)]);
  });
});
