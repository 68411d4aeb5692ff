import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { commandContext } from '../harness/command-context.ts';
import { takeStep } from './work-effects.ts';

export interface CommandWriter {
  /** Name of the aggregate that the commands change. */
  readonly writer: string;
  readonly pauseMs: number;
  readonly isOver: () => boolean;
  /** Called after each command. */
  readonly count: (command: { readonly ms: number; readonly isFailed: boolean }) => void;
}

/** Runs commands one after the other until it is stopped; each writes an audit entry and an event. */
export async function writeCommands(
  { app: database }: TestDatabase,
  { count, isOver, pauseMs, writer }: CommandWriter,
): Promise<void> {
  const context = commandContext({ database, bankId: '01', clock: systemClock, operationId: 'Torture_Step' });
  for (let nth = 0; !isOver(); nth += 1) {
    const startedAt = performance.now();
    const isFailed = await takeStep(context, writer, nth).then(
      () => false,
      () => true,
    );
    count({ ms: performance.now() - startedAt, isFailed });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
