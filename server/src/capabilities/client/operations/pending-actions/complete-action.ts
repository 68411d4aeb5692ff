import type { Temporal } from 'temporal-polyfill';
import { acceptTerms } from '#capabilities/identity/index.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { AuditedChange } from '#platform/work/audit.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { actionFact } from '../../domain/action-facts.ts';
import {
  type ActionResult,
  actionRules,
  actionStateAt,
  eventOfResult,
  hasResult,
} from '../../domain/pending-action.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { endAction } from '../../steps/actions.ts';
import { clientOf, loadClientRows } from '../../steps/load-client.ts';
import { type OwnClient, ownClient } from '../../steps/own-client.ts';
import { requireSca } from '../../steps/step-up.ts';
import { lockAction, type PendingAction } from '../../store/pending-actions.store.ts';

type Ctx = Context & ClientPorts;

export interface CompleteAction {
  readonly actionId: string;
  /** Absent: the one that completes it. */
  readonly result: ActionResult | undefined;
  readonly evidence:
    | {
        readonly documentUrl?: string;
        readonly verificationId?: string;
        readonly challengeId?: string;
        readonly version?: string;
      }
    | undefined;
}

/** Completes or declines an own action. The server checks the fact itself; the client's word is not enough. */
export async function completeAction(ctx: Ctx, command: CompleteAction): Promise<void> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const own = await ownClient(ctx, work);
    const action = await lockAction(work, { bankId, actionId: command.actionId });
    if (action === undefined || !isOwn(action, own)) throw standardProblems['not-found']();
    if (actionRules[action.kind].assurance === 'sca') requireSca(own.customer);
    const event = eventFor(action, command, clock.now());
    if (event === 'repeated') return audit(work, action, []);
    const changes = event === 'completed' ? await complete(ctx, work, { own, action, command }) : [];
    const result = event === 'declined' ? event : actionRules[action.kind].completedBy;
    await endAction(ctx, work, { action, event, result, evidence: command.evidence });
    audit(work, action, [{ field: 'state', after: event }, ...changes]);
  });
}

/** Returns what the request does to the action; raises why it does nothing. */
function eventFor(
  action: PendingAction,
  { result }: CompleteAction,
  now: Temporal.Instant,
): 'completed' | 'declined' | 'repeated' {
  const state = actionStateAt(action, now);
  if (state === 'expired' || state === 'cancelled') throw standardProblems.gone();
  if (state !== 'pending') {
    if (!hasResult(action, result)) throw standardProblems.conflict();
    return 'repeated';
  }
  const event = eventOfResult(action, result);
  if (event === undefined) throw problems['result-not-allowed']();
  return event;
}

function isOwn({ customerNumber, userId }: PendingAction, own: OwnClient): boolean {
  return customerNumber === own.customerNumber && (userId ?? own.customer.userId) === own.customer.userId;
}

interface Completion {
  readonly own: OwnClient;
  readonly action: PendingAction;
  readonly command: CompleteAction;
}

async function complete(
  ctx: Ctx,
  work: Work,
  { action, command, own }: Completion,
): Promise<readonly AuditedChange[]> {
  const client = clientOf(ctx, await loadClientRows(ctx, work, own));
  const { timeZone } = ctx.identity.identityFacts.of(ctx.bankId);
  const today = ctx.clock.today(timeZone).toString();
  const isMet = actionFact({ action, client, today, version: command.evidence?.version });
  if (!isMet) throw problems['precondition-not-met']();
  if (action.kind !== 'accept-terms') return [];
  return acceptTerms({ ...ctx, ...ctx.identity }, work, { version: action.reference });
}

function audit(work: Work, { actionId }: PendingAction, changes: readonly AuditedChange[]): void {
  work.audit({ aggregateKind: 'pending-action', aggregateId: actionId, changes });
}
