import { describe } from 'vitest';
import { proofReplaysSuite } from '#platform/auth/proof-replays.suite.ts';
import { rememberedProofs } from './remembered-proofs.ts';

describe('a memory of used proofs that lasts as long as the test', () => {
  proofReplaysSuite(async () => ({ ...rememberedProofs(), [Symbol.asyncDispose]: async () => undefined }));
});
