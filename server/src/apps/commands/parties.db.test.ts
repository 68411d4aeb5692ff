import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeUserState, identityCapability, registerUser } from '#capabilities/identity/index.ts';
import { partyCapability, registerParty } from '#capabilities/party/index.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { openResources } from '../program/open-resources.ts';
import { configFrom, runWith, type Settings } from './program.suite.ts';

let database: TestDatabase;
let folder: string;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'portico-parties-'));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const settings = (): Settings => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
  PORTICO_ERASURE_LEDGER: join(folder, 'ledger'),
});

async function run(
  action: string,
  rest: readonly string[],
  given = settings(),
): Promise<{ readonly code: number; readonly text: string }> {
  const { code, text } = await runWith(given, ['parties', action, ...rest]);
  return { code, text };
}

let made = 0;

async function createParty(): Promise<string> {
  made += 1;
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ports = await resources.ports([partyCapability]);
  const ctx = { ...resources.contextFor('01'), ...ports.of(partyCapability) };
  const name = { kind: 'individual', givenName: 'Hand', surname: `Arbeit${made}` } as const;
  return (await registerParty(ctx, { profile: 'contact', name, contacts: [] })).partyNumber;
}

async function createUser(customerNumber: string): Promise<void> {
  made += 1;
  await using resources = openResources(configFrom(settings()), { command: 'test' });
  const ports = await resources.ports([identityCapability]);
  const ctx = { ...resources.contextFor('01'), ...ports.of(identityCapability) };
  const { userId } = await registerUser(ctx, {
    username: `by.hand.${made}`,
    email: `hand.${made}@example.com`,
    phone: `+4915177000${made}1`,
    password: undefined,
    customerNumber: undefined,
    firstName: 'Hanna',
    lastName: 'Arbeit',
    hintPictureUrl: undefined,
    termsVersion: '2026-01',
    verificationIds: [],
  });
  await changeUserState(ctx, { userId, to: 'active', reason: 'identity-proven' });
  await database.query('update identity.user_account set customer_number = $2 where user_id = $1', [
    userId,
    customerNumber,
  ]);
}

async function stateOf(number: string): Promise<unknown> {
  const [row] = await database.query('select record_state from party.party where party_number = $1', [
    number,
  ]);
  return row?.['record_state'];
}

describe('parties', () => {
  it('are erased, and again after a restore', async () => {
    const number = await createParty();
    const preview = await run('erase', ['--bank', '01', '--party', number]);
    expect(preview).toEqual({
      code: 4,
      text: expect.stringContaining(
        `erases ${number}: individual H. A., potential, and the records merged into it`,
      ),
    });
    expect(await stateOf(number)).toBe('live');
    expect(await run('erase', ['--bank', '01', '--party', number, '--yes'])).toEqual({
      code: 0,
      text: `${number}: erased`,
    });
    expect(await stateOf(number)).toBe('erased');
    expect((await run('erase', ['--bank', '01', '--party', number])).text).toContain(
      `erases ${number}: erased or merged already`,
    );
    expect(await run('erase', ['--bank', '01', '--party', number, '--yes'])).toEqual({
      code: 0,
      text: `${number}: erased-before`,
    });
    const { code, text } = await run('restored', ['--yes']);
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringContaining('bank 01: 0 erased again, 1 not found'),
    });
  });

  it('are erased even if their data is damaged', async () => {
    const number = await createParty();
    await database.query(
      `update party.party set personal = set_byte(personal, length(personal) - 1, 255 - get_byte(personal, length(personal) - 1))
        where party_number = $1`,
      [number],
    );
    expect(await run('erase', ['--bank', '01', '--party', number])).toEqual({
      code: 4,
      text: expect.stringContaining(`erases ${number}: cannot be decrypted, and the records merged into it`),
    });
    expect(await run('erase', ['--bank', '01', '--party', number, '--yes'])).toEqual({
      code: 0,
      text: `${number}: erased`,
    });
    expect(await stateOf(number)).toBe('erased');
  });

  it('are merged', async () => {
    const [one, other] = [await createParty(), await createParty()];
    expect((await run('merge', ['--bank', '01', '--party', one, '--into', other, '--yes'])).text).toBe(
      `${one}: merged into ${other}`,
    );
    expect(await stateOf(one)).toBe('merged');
  });

  it('are merged with a warning if two active users of one person remain', async () => {
    const [one, other] = [await createParty(), await createParty()];
    for (const number of [one, other]) await createUser(number);
    expect((await run('merge', ['--bank', '01', '--party', one, '--into', other, '--yes'])).text).toBe(
      `${one}: merged into ${other}\nWarning: ${other} has 2 active users. They are one person and sign once; close the others.`,
    );
  });

  it('get servicing units', async () => {
    const file = join(folder, 'units.json');
    const units = {
      units: [{ unit: 'head' }, { unit: 'branch', parentUnit: 'head' }],
      managers: [{ managerId: 'm-1', unit: 'branch' }],
    };
    await writeFile(file, JSON.stringify(units));
    expect(await run('units', ['--bank', '01', '--file', file])).toEqual({
      code: 0,
      text: '2 units and 1 managers saved',
    });
    await writeFile(file, '{"units": "all"}');
    expect((await run('units', ['--bank', '01', '--file', file])).code).toBe(2);
  });

  it('that are unknown are refused with the problem', async () => {
    const answer = await run('erase', ['--bank', '01', '--party', '9999999990', '--yes']);
    expect(answer).toEqual({ code: 1, text: 'refused: not-found. There is no such resource.' });
  });

  it('are not erased without a ledger', async () => {
    const { PORTICO_ERASURE_LEDGER: _, ...without } = settings();
    for (const rest of [['erase', '--bank', '01', '--party', '1'], ['restored']]) {
      const answer = await run(rest[0] ?? '', rest.slice(1), without);
      expect(answer).toEqual({ code: 3, text: expect.stringContaining('PORTICO_ERASURE_LEDGER') });
    }
  });

  it.each([
    ['without a bank', 'erase', ['--party', '1'], '--bank is missing'],
    ['without a party', 'erase', ['--bank', '01'], '--party is missing'],
    ['without a survivor', 'merge', ['--bank', '01', '--party', '1'], '--into is missing'],
    ['without a file', 'units', ['--bank', '01'], '--file is missing'],
    [
      'of a bank that is not here',
      'erase',
      ['--bank', 'zz', '--party', '1'],
      '--bank must be one of: 01, 02, nl',
    ],
    [
      'with an option that does not exist',
      'erase',
      ['--bank', '01', '--frobnicate'],
      "unknown option '--frobnicate'",
    ],
    ['to do something unknown', 'burn', ['--bank', '01'], "unknown command 'burn'"],
  ])('called %s say what is wrong', async (_how, action, rest, wrong) => {
    const { code, text } = await run(action, rest);
    expect({ code, text }).toEqual({
      code: 2,
      text: expect.stringContaining(`${wrong}\nhelp: portico parties`),
    });
  });
});
