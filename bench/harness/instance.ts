import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interfaceScopes, staffRoles } from '../../server/src/capabilities/oauth/index.ts';
import type { Migration } from '../../server/src/platform/db/migrate.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../server/src/platform/testing/database.ts';
import {
  createTokenMint,
  type TokenMint,
  testAudience,
  testBanks,
  testIssuer,
} from '../../server/src/platform/testing/token-mint.ts';

/** Returns the entry of the mint for `PORTICO_TOKEN_ISSUERS`: every scope and role, tokens without proof. */
export function mintAsSetting(keySetFile: string, banks: readonly string[] = testBanks): string {
  return JSON.stringify([
    {
      issuer: testIssuer,
      audience: testAudience,
      jwks: `file:${keySetFile}`,
      banks,
      callers: { application: interfaceScopes, customer: interfaceScopes, employee: staffRoles },
      unboundTokens: 'accepted',
    },
  ]);
}

/** A database, an issuer and settings: everything that a process of the product needs to start. */
export interface Instance {
  readonly database: TestDatabase;
  readonly mint: TokenMint;
  readonly folder: string;
  /** Environment of a process; the run adds ports and other differences. */
  readonly env: Readonly<Record<string, string>>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface InstanceOptions {
  /** Banks of the instance and of the issuer; default: all test banks. */
  readonly banks?: readonly string[];
  /** Additional settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** URL of a dedicated PostgreSQL, as superuser. */
  readonly server?: string;
  /** Migrations of another release. */
  readonly migrations?: readonly Migration[];
}

export async function createInstance({
  banks = testBanks,
  env = {},
  ...databaseOptions
}: InstanceOptions = {}): Promise<Instance> {
  const database = await createTestDatabase({ isDurable: true, ...databaseOptions });
  const mint = await createTokenMint(systemClock);
  const folder = await mkdtemp(join(tmpdir(), 'portico-harness-'));
  const keySetFile = join(folder, 'keys.json');
  const auditKeyFile = join(folder, 'audit.pem');
  await writeFile(keySetFile, mint.keySet);
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(auditKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return {
    database,
    mint,
    folder,
    env: {
      PORTICO_DATABASE_URL: database.appUrl,
      PORTICO_DATABASE_WORKER_URL: database.workerUrl,
      PORTICO_DATABASE_CHECKSUMS: 'optional',
      PORTICO_BANKS: banks.join(','),
      PORTICO_TOKEN_ISSUERS: mintAsSetting(keySetFile, banks),
      PORTICO_AUDIT_KEY_FILE: auditKeyFile,
      PORTICO_MASTER_KEYS: randomBytes(32).toString('base64'),
      PORTICO_DRAIN_SECONDS: '5',
      ...env,
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
