import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../../server/src/platform/kernel/clock.ts';
import { fakeClock } from '../../server/src/platform/testing/fake-clock.ts';

/** What a test tells the process before its next request. */
const command = Type.Object({
  id: Type.Integer(),
  now: Type.String({ format: 'date-time' }),
  bankId: Type.String({ format: 'uuid' }),
});

/** Time and bank of a process that a test has started; each command is acknowledged by its id. */
export interface ParentControl {
  readonly clock: Clock;
  bankId(): string;
}

/** Returns undefined for a process that was started from a terminal. */
export function followParent(bankId: string): ParentControl | undefined {
  if (process.send === undefined) return undefined;
  const clock = fakeClock('2026-01-01T00:00:00Z');
  let bank = bankId;
  process.once('disconnect', () => process.exit(0));
  process.on('message', (message) => {
    if (!Check(command, message)) throw new Error('the parent process sent something else than a command');
    clock.set(message.now);
    bank = message.bankId;
    process.send?.({ id: message.id });
  });
  return { clock, bankId: () => bank };
}
