import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runWith } from './program.suite.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    `insert into tpp.third_party values ('01', 'PSDDE-BAFIN-1', 'Fintech GmbH', '2026-01-01', '2026-02-01')`,
  );
  await database.query(
    `insert into tpp.certificate values
       ('01', 'CN=Test CA', '4f2a', 'PSDDE-BAFIN-1', 'aa', '{PSP_AI,PSP_PI}', '2027-01-01', '2026-01-01', '2026-02-01')`,
  );
});
afterAll(() => database[Symbol.asyncDispose]());

async function run(...words: readonly string[]): Promise<readonly [number, string]> {
  const settings = { PORTICO_DATABASE_URL: database.appUrl, PORTICO_BANKS: '01,02' };
  const { code, text } = await runWith(settings, ['tpps', ...words]);
  return [code, text];
}

describe('tpps', () => {
  it('are listed with their status, and shown with their certificates', async () => {
    expect(await run('list', '--all-banks')).toEqual([
      0,
      'bank 01: PSDDE-BAFIN-1: active, Fintech GmbH, last use 2026-02-01T00:00:00.000Z\nbank 02: no third party has called',
    ]);
    expect(await run('show', 'PSDDE-BAFIN-1', '--bank', '01')).toEqual([
      0,
      'PSDDE-BAFIN-1: Fintech GmbH\n  certificate 4f2a of CN=Test CA: PSP_AI, PSP_PI, valid to 2027-01-01T00:00:00.000Z, last use 2026-02-01T00:00:00.000Z',
    ]);
    expect(await run('show', 'PSDDE-BAFIN-1', '--bank', '02')).toEqual([
      1,
      'bank 02: PSDDE-BAFIN-1 has never called and is not blocked',
    ]);
  });

  it('are blocked in all banks, also before they call, and unblocked in one', async () => {
    expect(await run('block', 'PSDDE-BAFIN-1', '--all-banks', '--reason', 'withdrawn')).toEqual([
      0,
      'bank 01: PSDDE-BAFIN-1: blocked: withdrawn\nbank 02: PSDDE-BAFIN-1: blocked: withdrawn',
    ]);
    expect((await run('list', '--bank', '01'))[1]).toContain('PSDDE-BAFIN-1: blocked, Fintech GmbH');
    expect(await run('unblock', 'PSDDE-BAFIN-1', '--bank', '02', '--reason', 'back')).toEqual([
      0,
      'bank 02: PSDDE-BAFIN-1: unblocked',
    ]);
    expect((await run('show', 'PSDDE-BAFIN-1', '--bank', '01'))[1]).toContain('blocked: withdrawn');
    await run('unblock', 'PSDDE-BAFIN-1', '--bank', '01', '--reason', 'back');
  });

  it('are blocked by one certificate, whose serial number may be written as in other tools', async () => {
    const block = ['block', 'PSDDE-BAFIN-1', '--bank', '01', '--reason', 'stolen'];
    expect(await run(...block, '--serial', '00:4F:2A', '--until', '2099-01-01T00:00:00Z')).toEqual([
      0,
      'bank 01: certificate 4f2a of CN=Test CA: blocked until 2099-01-01T00:00:00.000Z: stolen',
    ]);
    expect(await run(...block, '--serial', '77')).toEqual([
      1,
      'bank 01: no certificate with this serial number has called. Name its issuer with --issuer.',
    ]);
    expect(await run(...block, '--serial', '77', '--issuer', 'CN=Test CA')).toEqual([
      0,
      'bank 01: certificate 77 of CN=Test CA: blocked: stolen',
    ]);
  });

  it('are blocked by one certificate in all banks, also in those that it never called', async () => {
    const named = ['PSDDE-BAFIN-1', '--all-banks', '--serial', '4f2a'];
    expect(await run('block', ...named, '--reason', 'stolen')).toEqual([
      0,
      'bank 01: certificate 4f2a of CN=Test CA: blocked: stolen\nbank 02: certificate 4f2a of CN=Test CA: blocked: stolen',
    ]);
    expect(await run('unblock', ...named, '--reason', 'found')).toEqual([
      0,
      'bank 01: PSDDE-BAFIN-1: unblocked\nbank 02: PSDDE-BAFIN-1: unblocked',
    ]);
    expect(
      await run('block', 'PSDDE-BAFIN-1', '--all-banks', '--serial', '78', '--reason', 'stolen'),
    ).toEqual([
      1,
      'bank 01, 02: no certificate with this serial number has called. Name its issuer with --issuer.',
    ]);
  });

  it.each([
    ['an end in the past', ['--bank', '01', '--reason', 'x', '--until', '2020-01-01T00:00:00Z'], 1],
    ['a time that is none', ['--bank', '01', '--reason', 'x', '--until', 'tomorrow'], 2],
    ['no reason', ['--bank', '01'], 2],
    ['no bank', ['--reason', 'x'], 2],
  ])('are not blocked with %s', async (_, words, code) => {
    expect((await run('block', 'PSDDE-BAFIN-1', ...words))[0]).toBe(code);
  });
});
