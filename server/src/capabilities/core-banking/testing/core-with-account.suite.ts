import type { Clock } from '#platform/kernel/clock.ts';
import type { CoreBank } from '../ports/core-bank.ts';
import type { TestAccount } from './core-harness.suite.ts';
import { createMemoryCore } from './memory-core-bank.suite.ts';

/** Returns a core in memory with one account, at the time of the clock. */
export function coreWithAccount(account: TestAccount, clock: Pick<Clock, 'now'>): CoreBank {
  const harness = createMemoryCore(clock.now().toString());
  void harness.openAccount(account);
  return harness.core;
}
