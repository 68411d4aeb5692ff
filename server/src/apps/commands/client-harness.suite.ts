import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { runProcess, runWith } from './program.suite.ts';

interface Outcome {
  readonly code: number;
  readonly text: string;
}

/** The command with its own database and a folder for its files. */
export interface ClientHarness {
  readonly database: TestDatabase;
  /** Runs the command in a process of its own. */
  process(...args: readonly string[]): Promise<Outcome>;
  /** Runs the command without starting a process. */
  command(...args: readonly string[]): Promise<Outcome>;
  /** Returns the JSON output of the command; fails if it refuses. */
  json(...args: readonly string[]): Promise<unknown>;
  fileNamed(name: string): string;
  /** Deletes all clients and files. */
  clear(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function createClientHarness(): Promise<ClientHarness> {
  const database = await createTestDatabase();
  const environment = { PORTICO_DATABASE_URL: database.appUrl };
  let folder = await mkdtemp(join(tmpdir(), 'portico-clients-'));
  const command: ClientHarness['command'] = async (...words) => {
    const { code, text } = await runWith(environment, ['clients', ...words]);
    return { code, text };
  };
  return {
    database,
    command,
    async process(...words) {
      const { code, text } = await runProcess(environment, ['clients', ...words]);
      return { code, text };
    },
    async json(...args) {
      const { code, text } = await command(...args, '--json');
      if (code !== 0) throw new Error(text);
      const value: unknown = JSON.parse(text);
      return value;
    },
    fileNamed: (name) => join(folder, name),
    async clear() {
      await database.empty(
        'oauth.client',
        'oauth.revocation',
        'platform.audit_entry',
        'platform.outbox_event',
      );
      await rm(folder, { recursive: true });
      folder = await mkdtemp(join(tmpdir(), 'portico-clients-'));
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true });
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Splits a command line without quotes. */
export const typed = (text: string): readonly string[] => text.split(' ');

export const named = typed('--bank 01 --id backend-1');
export const application = [
  ...named,
  ...typed('--kind application --scopes party.read,monitoring --name'),
  'Back end',
];
export const customerApp = typed(
  '--bank 01 --id app-1 --kind customer-app --name App --scopes openid,client',
);
export const keysAtUrl = typed('--jwks-url https://keys.bank.test/jwks');

export async function jwkIn(path: string): Promise<JWK> {
  const value: unknown = JSON.parse(await readFile(path, 'utf8'));
  return { kty: 'EC', ...(typeof value === 'object' ? value : {}) };
}

export async function thumbprintIn(path: string): Promise<string> {
  return calculateJwkThumbprint(await jwkIn(path));
}

/** Returns all forms in which the private key of a file could be printed or stored. */
export async function secretsIn(path: string): Promise<readonly string[]> {
  const { d = '' } = await jwkIn(path);
  const bytes = Buffer.from(d, 'base64url');
  if (bytes.length !== 32) throw new Error('no private key there');
  return [d, bytes.toString('base64'), bytes.toString('hex')];
}
