import type { RowWork } from './set-aside.ts';

/** Processes rows at the same time. One that fails is set aside, and delays no other. */
export async function processTogether(
  rows: RowWork,
  keys: readonly string[],
  process: (key: string) => Promise<unknown>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  await Promise.all(keys.map((key) => process(key).catch((error: unknown) => void failures.set(key, error))));
  await rows.settle(keys, failures);
}
