import { afterAll } from 'vitest';
import { coreBankSuite } from '#capabilities/core-banking/testing/core-bank.suite.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createLedgerHarness } from './ledger-harness.suite.ts';

const database = await createTestDatabase({ poolSize: 12 });
afterAll(() => database[Symbol.asyncDispose]());

coreBankSuite(async () => createLedgerHarness(database.app));
