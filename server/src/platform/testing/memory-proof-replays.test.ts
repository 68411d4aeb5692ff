import { describe } from 'vitest';
import { proofReplaysSuite } from '#platform/auth/proof-replays.suite.ts';
import { memoryProofReplays } from './memory-proof-replays.ts';

describe('a replay store in memory', () => {
  proofReplaysSuite(async () => ({ ...memoryProofReplays(), [Symbol.asyncDispose]: async () => undefined }));
});
