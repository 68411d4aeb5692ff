import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import { createIds, type Ids } from '#platform/kernel/ids.ts';

const start = Temporal.Instant.from('2030-01-01T00:00:00Z');

/**
 * Creates ids that are the same in every run: valid, each greater than the one before, ending in a counter. Generators
 * with different seeds never create the same id.
 */
export function sequentialIds(seed = 1): Ids {
  // The first byte of the randomness loses bits to the variant and the shard; the seed does not use it.
  assert(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 24, 'a seed has 24 bits');
  let count = 0;
  const now = (): Temporal.Instant => start.add({ milliseconds: count });
  return createIds({
    clock: { now, today: (zone) => now().toZonedDateTimeISO(zone).toPlainDate() },
    randomBytes: (sizeBytes) => {
      count += 1;
      const bytes = Buffer.alloc(sizeBytes);
      bytes.writeUInt32BE(seed, 0);
      bytes.writeUInt32BE(count, sizeBytes - 4);
      return bytes;
    },
  });
}
