import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { createTestDatabase } from '../../server/src/platform/testing/database.ts';
import { repositoryRoot } from '../repository.ts';
import type { RegisteredStatement } from './parameter-sources.ts';
import { type SampledStatement, sampledStatements } from './registry.ts';

/** The statements of the product beside an empty, migrated database. */
export interface ObservedProduct {
  readonly statements: readonly SampledStatement[];
  readonly client: pg.Client;
  close(): Promise<void>;
}

const outputMax = 64 * 1024 * 1024;

/**
 * Reads the statements in a process of its own: they are observed while the stores are loaded, and a test process has
 * loaded them before.
 */
export async function observeInProcess(): Promise<ObservedProduct> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/growth/print-statements.ts'], {
    cwd: repositoryRoot,
    maxBuffer: outputMax,
  });
  const registered: RegisteredStatement[] = JSON.parse(stdout);
  const database = await createTestDatabase({ poolSize: 1 });
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  return {
    statements: await sampledStatements(client, registered),
    client,
    async close() {
      await client.end();
      await database[Symbol.asyncDispose]();
    },
  };
}
