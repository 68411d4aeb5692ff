import { defineCapability } from '#platform/capability/capability.ts';
import { events } from './events.ts';
import type { CoreBankingPorts } from './ports/core-banking-ports.ts';

export {
  type AccountKind,
  type AccountReference,
  type AccountScheme,
  type AccountStatus,
  accountKinds,
  accountSchemes,
  accountStatuses,
  type CoreAccount,
  isJoint,
  type JointHolding,
  referenceKey,
  type SigningMode,
  signingModes,
} from './domain/account.ts';
export {
  type CalendarDay,
  type CalendarRules,
  calendarDays,
  defaultCalendarRules,
  executionDateOf,
  executionStartOf,
  settlementAt,
} from './domain/calendar.ts';
export {
  type CoreBalance,
  type CoreEntry,
  type CoreStandingOrder,
  type EntryQuery,
  entriesMax,
  type MidRate,
  type Page,
} from './domain/entry.ts';
export {
  canFollow,
  contentOf,
  type Instruction,
  type InstructionState,
  type InstructionStatus,
  isCancellable,
  type KnownState,
  knownStates,
  type ReasonCode,
  reasonCodes,
  reasonTexts,
  type Submission,
} from './domain/instruction.ts';
export { type PaymentProduct, paymentProducts } from './domain/payment-product.ts';
export { type CoreAge, coreAge } from './operations/core-age.ts';
export { findOutcome } from './operations/find-outcome.ts';
export { followCore } from './operations/follow-core.ts';
export { submitInstruction } from './operations/submit-instruction.ts';
export type {
  Cancellation,
  Changes,
  CoreActivity,
  CoreBank,
  CoreBanks,
  CoreChange,
} from './ports/core-bank.ts';
export type { CoreBankingPorts } from './ports/core-banking-ports.ts';
export { CoreFailure, CursorInvalid, InstructionConflict } from './ports/core-failure.ts';
export type { CustomerProducts } from './ports/customer-products.ts';

/** Accounts, balances, entries and money, in the core banking system of each bank. No interface is its own. */
export const coreBankingCapability = defineCapability<CoreBankingPorts>({
  name: 'core-banking',
  routes: [],
  events,
});
