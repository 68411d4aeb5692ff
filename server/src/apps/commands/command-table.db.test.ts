import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import type { Command } from '../program/command.ts';
import { fullNameOf } from '../program/parse-arguments.ts';
import { commandTable } from './command-table.ts';
import { exampleWords, runProcess, runWith, type Settings } from './program.suite.ts';

const examples = commandTable.flatMap(({ commands, name }) =>
  commands
    .filter(({ isProcess }) => !isProcess)
    .map((command) => ({ command, example: command.examples[0] ?? fullNameOf(name, command) })),
);

let database: TestDatabase;
let folder: string;
let settings: Settings;
beforeAll(async () => {
  database = await createTestDatabase({ isDurable: true });
  folder = await mkdtemp(join(tmpdir(), 'portico-commands-'));
  await writeFile(join(folder, 'ledger'), '');
  settings = {
    PORTICO_DATABASE_URL: database.appUrl,
    PORTICO_DATABASE_WORKER_URL: database.workerUrl,
    PORTICO_DATABASE_OWNER_URL: database.ownerUrl,
    PORTICO_BANKS: '01',
    PORTICO_DEMO_BANK: '01',
    PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
    PORTICO_ERASURE_LEDGER: join(folder, 'ledger'),
    PORTICO_AUDIT_HEADS: folder,
    PORTICO_AUDIT_KEY: generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString(),
  };
});
/** Entries of two years would take most of the time of this file; the command leaves them to the process that has the lock. */
let entriesElsewhere: pg.Client;
beforeAll(async () => {
  entriesElsewhere = new pg.Client({ connectionString: database.ownerUrl });
  await entriesElsewhere.connect();
  await entriesElsewhere.query("select pg_advisory_lock(hashtextextended('demo bank 01', 0))");
});
afterAll(async () => {
  await entriesElsewhere.end();
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const oneTemplate = fileURLToPath(new URL('../../../templates/digest', import.meta.url));

/** The example with files in a folder of the test, with one template, and without waiting for other processes. */
function wordsOf(example: string, { name, options }: Command): readonly string[] {
  return [
    ...exampleWords(example).map((word) =>
      /\.(?:jwk|json|pdf|xml|pem|log)$/.test(word) ? join(folder, word) : word,
    ),
    ...('announce-seconds' in options ? ['--announce-seconds', '1'] : []),
    // Rendering the samples of all templates that come with the product took most of the time of this file.
    ...(name === 'publish' ? [oneTemplate] : []),
  ];
}

/** Every document begins in the first column; the lines inside one are indented. */
function documentsIn(text: string): readonly unknown[] {
  if (text === '') return [];
  return text.split(/\n(?=[[{])/).map((document): unknown => JSON.parse(document));
}

describe.each(examples)('$example', ({ command, example }) => {
  it('prints JSON and nothing else with --json', async () => {
    const { code, err, out } = await runWith(settings, [
      ...wordsOf(example, command),
      '--json',
      ...(command.isIrreversible && !example.includes('--yes') ? ['--yes'] : []),
    ]);
    const errors = documentsIn(err);
    expect({ code, errors: errors.length }).toEqual({
      code: expect.toBeOneOf([0, 1]),
      errors: expect.toBeOneOf([0, 1]),
    });
    // A refusal says why in the error, or in a result that is there to be read.
    expect(documentsIn(out).length + errors.length).toBeGreaterThan(0);
    expect(code === 0 && err !== '').toBe(false);
  });

  it('prints words and no stack trace as text', async () => {
    const { code, text } = await runWith(settings, wordsOf(example, command));
    expect(code).not.toBe(2);
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(/^ {4}at /m);
  });
});

it('a process that fails at its start ends, although it has connections, and says why', {
  timeout: 180_000,
}, async () => {
  await runWith(settings, ['keys', 'status', '--bank', '01']);
  const otherKeys = {
    ...settings,
    PORTICO_DATABASE_CHECKSUMS: 'optional',
    PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
  };
  const { code, err } = await runProcess(otherKeys, ['api']);
  expect(code).toBe(1);
  expect(err).toMatch(/^failed: .*cannot be unwrapped.*\n[^]*\n {4}at /);
});
