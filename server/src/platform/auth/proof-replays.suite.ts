import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { ProofReplays, ProofUse } from './proof-replays.ts';

const use: ProofUse = {
  bankId: '01',
  thumbprint: 'thumbprint-of-a-key',
  proofId: 'proof-1',
  validUntil: Temporal.Instant.from('2100-01-01T00:00:00Z'),
};

/** What every store of used proofs must do; `open` returns an empty one that knows banks 01 and 02. */
export function proofReplaysSuite(open: () => Promise<ProofReplays & AsyncDisposable>): void {
  test('a proof is accepted as first use once', async () => {
    await using replays = await open();
    expect(await replays.recordFirstUse(use)).toBe(true);
    expect(await replays.recordFirstUse(use)).toBe(false);
    expect(await replays.recordFirstUse({ ...use, validUntil: use.validUntil.add({ hours: 1 }) })).toBe(
      false,
    );
  });

  test.each<Partial<ProofUse>>([
    { bankId: '02' },
    { thumbprint: 'thumbprint-of-another' },
    { proofId: 'proof-2' },
  ])('a proof with another %j is a different proof', async (changed) => {
    await using replays = await open();
    expect(await replays.recordFirstUse(use)).toBe(true);
    expect(await replays.recordFirstUse({ ...use, ...changed })).toBe(true);
  });

  test('the proof id may be any printable text of up to 128 characters', async () => {
    await using replays = await open();
    for (const proofId of [' ', "'; --", '\\', '"', '%', '~'.repeat(128)]) {
      expect(await replays.recordFirstUse({ ...use, proofId })).toBe(true);
      expect(await replays.recordFirstUse({ ...use, proofId })).toBe(false);
    }
  });

  test('of fifty equal concurrent uses exactly one is the first', async () => {
    await using replays = await open();
    const firsts = await Promise.all(Array.from({ length: 50 }, () => replays.recordFirstUse(use)));
    expect(firsts.filter(Boolean)).toHaveLength(1);
  });
}
