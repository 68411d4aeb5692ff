import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runWith } from './program.suite.ts';

let database: TestDatabase;
const masterKey = randomBytes(32).toString('base64');
const newKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function run(
  action: string,
  rest: readonly string[],
  settings: Readonly<Record<string, string>> = { PORTICO_MASTER_KEYS: masterKey },
): Promise<{ readonly code: number; readonly text: string }> {
  const environment = { PORTICO_DATABASE_URL: database.appUrl, ...settings };
  const { code, text } = await runWith(environment, ['keys', action, ...rest]);
  return { code, text };
}

describe('keys', () => {
  it('are shown and rotated', async () => {
    expect(await run('list', ['--bank', '01'])).toEqual({
      code: 0,
      text: 'no keys yet; the api creates them when it starts',
    });
    expect((await run('rotate', ['--bank', '01', '--class', 'access-token'])).code).toBe(0);
    const second = await run('rotate', [
      '--bank',
      '01',
      '--class',
      'access-token',
      '--announce-seconds',
      '5',
    ]);
    expect(second.text).toMatch(/^[\w-]{43} signs from .+; the old key ends 360 s later$/);
    const { text } = await run('list', ['--bank', '01']);
    expect(text).toContain('signs soon');
    expect(text).toContain('valid until');
    expect(text).toMatch(/2 keys$/);
  });

  it.each([
    ['without a bank', 'list', [], '--bank is missing'],
    ['of a bank that is not here', 'list', ['--bank', 'zz'], '--bank must be one of: 01, 02, nl'],
    [
      'with an option that does not exist',
      'list',
      ['--bank', '01', '--frobnicate'],
      "unknown option '--frobnicate'",
    ],
    [
      'with a pace that is no number',
      'rotate',
      ['--bank', '01', '--class', 'id-token', '--overlap-seconds', 'soon'],
      '--overlap-seconds must be a whole number from 1 to 86400',
    ],
    ['without a class', 'rotate', ['--bank', '01'], '--class is missing'],
    ['to do something unknown', 'burn', ['--bank', '01'], "unknown command 'burn'"],
  ])('called %s say what is wrong', async (_how, action, rest, wrong) => {
    const { code, text } = await run(action, rest);
    expect(code).toBe(2);
    expect(text).toContain(`${wrong}\nhelp: portico keys`);
  });

  it('cannot be created without a master key', async () => {
    expect(await run('rotate', ['--bank', '01', '--class', 'id-token'], {})).toEqual({
      code: 3,
      text: 'keys rotate needs PORTICO_MASTER_KEYS or PORTICO_KEY_WRAPPING.',
    });
  });

  it('are replaced for everything encrypted and indexed, and then no longer need the old master key', async () => {
    const both = { PORTICO_MASTER_KEYS: `${newKey},${masterKey}` };
    await run('rotate', ['--bank', '01', '--class', 'id-token']);
    const before = await run('status', ['--bank', '01'], both);
    expect(before.code).toBe(1);
    expect(before.text).toContain('do NOT remove it; run keys reseal');
    // At the same time: each of them waits until the new keys are announced.
    await Promise.all(
      ['01', '02', 'nl'].map(async (bank) => {
        const words = ['--bank', bank, '--announce-seconds', '1'];
        const settings = { ...both, PORTICO_BANKS: '01,02,nl' };
        expect(await run('reseal', words, settings)).toMatchObject({ code: 0 });
        expect(await run('reindex', [...words, '--json'], settings)).toEqual({
          code: 0,
          text: JSON.stringify({ bank, action: 'reindex', state: 'finished' }),
        });
      }),
    );
    const after = await run('status', ['--bank', '01'], { PORTICO_MASTER_KEYS: newKey });
    expect(after.text).toContain('0 values are encrypted with older keys');
    expect(after).toMatchObject({ code: 0, text: expect.stringContaining('it can be removed') });
    expect(after.text).toMatch(/signing-keys +sealing +\w{16} current, \w{16} retired {2}0 values/);
    const json = JSON.parse((await run('status', ['--bank', '01', '--json'], both)).text);
    expect(json).toMatchObject({ bank: '01', valuesUnderOldKeys: 0, mayRemoveOldMasterKeys: true });
    expect(await run('status', ['--bank', '01'])).toEqual({
      code: 1,
      text: expect.stringMatching(/^failed: .*cannot be unwrapped/),
    });
  });

  it('are replaced by one process at a time', async () => {
    const words = ['--bank', 'nl', '--announce-seconds', '2'];
    const settings = { PORTICO_MASTER_KEYS: newKey, PORTICO_BANKS: 'nl' };
    const both = await Promise.all([run('reseal', words, settings), run('reseal', words, settings)]);
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]));
    expect(both.find(({ code }) => code === 1)?.text).toContain('another process is replacing keys');
  });
});
