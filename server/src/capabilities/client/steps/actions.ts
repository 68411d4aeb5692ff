import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type ActionEvent,
  type ActionResult,
  nextActionState,
  type PendingActionKind,
} from '../domain/pending-action.ts';
import { actionEvent } from '../events/own-data-events.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { closeAction, insertAction, type PendingAction } from '../store/pending-actions.store.ts';
import { releaseOverdue } from './restrictions/overdue-actions.ts';

type Ctx = Context & ClientPorts;

/** Something that a customer has to do, and why: a cause that is met again creates no second action. */
export interface RequestedAction {
  readonly customerNumber: string;
  readonly userId?: string;
  readonly kind: PendingActionKind;
  readonly reference: string;
  readonly isMandatory: boolean;
  readonly dueAt: Temporal.Instant;
}

/** Creates an action; returns false if its cause has created one already. */
export async function requestAction(ctx: Ctx, work: Work, requested: RequestedAction): Promise<boolean> {
  const { bankId, clock, ids } = ctx;
  const actionId = ids.uuid(virtualShard(bankId, requested.customerNumber));
  const { userId, ...action } = requested;
  const isNew = await insertAction(work, { bankId, actionId, userId, now: clock.now(), ...action });
  if (isNew) work.emit(actionEvent({ actionId, ...action }, 'pending'));
  return isNew;
}

/** How an action ends. */
export interface EndedAction {
  readonly action: PendingAction;
  readonly event: ActionEvent;
  readonly result?: ActionResult | undefined;
  readonly evidence?: object | undefined;
}

/** Ends a locked action. A restriction that was set because it was overdue ends with it. */
export async function endAction(ctx: Ctx, work: Work, ended: EndedAction): Promise<void> {
  const { bankId, clientVault, clock } = ctx;
  const { action, event, evidence, result } = ended;
  const state = nextActionState(action.state, event);
  if (state === undefined || state === 'pending') throw new Error('a closed action cannot end again');
  const { actionId, customerNumber, restrictedAt } = action;
  closeAction(work, clientVault, { bankId, action, state, result, evidence, now: clock.now() });
  if (restrictedAt !== undefined) await releaseOverdue(ctx, work, { customerNumber, actionId });
  work.emit(actionEvent(action, state));
}
