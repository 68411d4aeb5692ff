import Type from 'typebox';
import { eventFamily, eventOf, type NewEvent } from '#platform/work/event.ts';
import type { CoreAccount } from './domain/account.ts';
import type { InstructionStatus } from './domain/instruction.ts';

const defineInstructionEvent = eventFamily({
  source: '/core-banking',
  aggregateKind: 'instruction',
  data: Type.Object({
    instructionId: Type.String(),
    state: Type.String(),
    reason: Type.Optional(Type.String()),
  }),
});

const defineAccountEvent = eventFamily({
  source: '/core-banking',
  aggregateKind: 'account',
  data: Type.Object({
    accountId: Type.String(),
    status: Type.String(),
    holders: Type.Array(Type.String()),
  }),
});

/** All events of this capability. */
export const events = {
  instructionChanged: defineInstructionEvent(
    'instruction-changed',
    'The core banking system took an instruction over, settled, rejected, returned or cancelled it.',
  ),
  accountChanged: defineAccountEvent(
    'account-changed',
    'The core banking system opened, blocked or closed an account.',
  ),
} as const;

export function instructionEvent({ instructionId, reason, state }: InstructionStatus): NewEvent {
  return eventOf(events.instructionChanged, instructionId, {
    instructionId,
    state,
    ...(reason === undefined ? {} : { reason }),
  });
}

export function accountEvent({ accountId, holders, status }: CoreAccount): NewEvent {
  return eventOf(events.accountChanged, accountId, { accountId, status, holders: [...holders] });
}
