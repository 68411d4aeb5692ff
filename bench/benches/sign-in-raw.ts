import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createPasswordHasher } from '../../server/src/capabilities/identity/index.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';

// Runs as its own process: verifies passwords with the product's hasher only. Prints their number and processor time.
const bank = '01';
const warmUpMs = 500;
const secret = 'violet harbour 47 lanterns';
/** More than the hasher processes in parallel, so that it is never idle. */
const askers = availableParallelism() * 4;

const hasher = createPasswordHasher({ keys: createLocalKeys([randomBytes(32)]) });
const stored = await hasher.hash(bank, secret);

async function check(forMs: number): Promise<number> {
  let checked = 0;
  const endsAt = performance.now() + forMs;
  const ask = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const { isRight } = await hasher.verify(bank, stored, secret);
      if (!isRight) throw new Error('the right password was refused');
      checked += 1;
    }
  };
  await Promise.all(Array.from({ length: askers }, ask));
  return checked;
}

await check(warmUpMs);
const cpuBefore = process.cpuUsage();
const begun = performance.now();
const done = await check(Number(process.argv[2] ?? '2') * 1_000);
const { system, user } = process.cpuUsage(cpuBefore);
console.log(
  JSON.stringify({ done, seconds: (performance.now() - begun) / 1_000, cpuSeconds: (user + system) / 1e6 }),
);
