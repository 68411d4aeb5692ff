import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partyCapability, registerParty } from '#capabilities/party/index.ts';
import { loadConfig } from '#platform/config/load-config.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { systemIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/log/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { systemContext } from '#platform/work/system-context.ts';
import { openCommandPorts } from './command-ports.ts';
import { parties } from './parties.ts';

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

const settings = (): Readonly<Record<string, string>> => ({
  PORTICO_DATABASE_URL: database.appUrl,
  PORTICO_MASTER_KEYS: masterKey,
  PORTICO_ERASURE_LEDGER: join(folder, 'ledger'),
});

async function run(
  action: string,
  rest: readonly string[],
  given = settings(),
): Promise<{ readonly code: number; readonly text: string }> {
  const lines: string[] = [];
  const code = await parties(
    loadConfig(given, () => ''),
    action,
    (line) => void lines.push(line),
    rest,
  );
  return { code, text: lines.join('\n') };
}

let made = 0;

async function createParty(): Promise<string> {
  made += 1;
  const deps = {
    app: database.app,
    clock: systemClock,
    ids: systemIds(systemClock),
    log: createLogger({ level: 'fatal' }),
  };
  await using opened = await openCommandPorts(
    loadConfig(settings(), () => ''),
    database.app,
  );
  const ctx = {
    ...systemContext(deps, { job: 'test', bankId: '01', requestId: 'test' }),
    ...opened.ports.of(partyCapability),
  };
  const name = { kind: 'individual', givenName: 'Hand', surname: `Arbeit${made}` } as const;
  return (await registerParty(ctx, { profile: 'contact', name, contacts: [] })).partyNumber;
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
    expect(await run('erase', ['--bank', '01', '--party', number])).toEqual({
      code: 0,
      text: `${number}: erased`,
    });
    expect(await stateOf(number)).toBe('erased');
    expect(await run('erase', ['--bank', '01', '--party', number])).toEqual({
      code: 0,
      text: `${number}: erased-before`,
    });
    const { code, text } = await run('restored', []);
    expect({ code, text }).toEqual({
      code: 0,
      text: expect.stringContaining('bank 01: 0 erased again, 1 not found'),
    });
  });

  it('are merged', async () => {
    const [one, other] = [await createParty(), await createParty()];
    expect((await run('merge', ['--bank', '01', '--party', one, '--into', other])).text).toBe(
      `${one}: merged into ${other}`,
    );
    expect(await stateOf(one)).toBe('merged');
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
    const answer = await run('erase', ['--bank', '01', '--party', '9999999990']);
    expect(answer).toEqual({ code: 1, text: 'refused: not-found. There is no such resource.' });
  });

  it('are not erased without a ledger', async () => {
    const { PORTICO_ERASURE_LEDGER: _, ...without } = settings();
    for (const rest of [['erase', '--bank', '01', '--party', '1'], ['restored']]) {
      const answer = await run(rest[0] ?? '', rest.slice(1), without);
      expect(answer).toEqual({ code: 2, text: expect.stringContaining('PORTICO_ERASURE_LEDGER') });
    }
  });

  it.each([
    ['without a bank', 'erase', ['--party', '1']],
    ['without a party', 'erase', ['--bank', '01']],
    ['without a survivor', 'merge', ['--bank', '01', '--party', '1']],
    ['without a file', 'units', ['--bank', '01']],
    ['of a bank that is not here', 'erase', ['--bank', 'zz', '--party', '1']],
    ['with an option that does not exist', 'erase', ['--bank', '01', '--frobnicate']],
    ['to do something unknown', 'burn', ['--bank', '01']],
  ])('called %s print the usage', async (_how, action, rest) => {
    const { code, text } = await run(action, rest);
    expect({ code, text }).toEqual({ code: 2, text: expect.stringContaining('usage: parties ACTION') });
  });
});
