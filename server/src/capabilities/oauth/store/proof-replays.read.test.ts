import { describe } from 'vitest';
import { proofReplaysSuite } from '#platform/auth/proof-replays.suite.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createProofReplays } from './proof-replays.read.ts';

describe('replay markers of proofs in the database', () => {
  proofReplaysSuite(async () => {
    const database = await createTestDatabase();
    return {
      ...createProofReplays(database.app),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  });
});
