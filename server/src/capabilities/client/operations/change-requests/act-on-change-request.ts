import { changeOwnData, lockProfile } from '#capabilities/party/index.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type ChangeRequestKind,
  type ChangeRequestState,
  isOpen,
  isProvenByCode,
  isRepeat,
  stateAt,
} from '../../domain/change-request.ts';
import { refusalOf } from '../../domain/changeability.ts';
import { dataUpdated } from '../../events/own-data-events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { applyContact, applyRequestEvent, verifyRequestCode } from '../../steps/change-requests.ts';
import { type OwnClient, ownClient, partyContext } from '../../steps/own-client.ts';
import { listRestrictions } from '../../steps/restrictions/list-restrictions.ts';
import { requireSca } from '../../steps/step-up.ts';
import { type ChangeRequest, lockChangeRequest } from '../../store/change-requests.store.ts';

type Ctx = Context & ClientPorts;

export interface ActOnRequest {
  readonly changeRequestId: string;
  readonly action: 'confirm' | 'cancel';
  readonly code: string | undefined;
}

export interface ActedRequest {
  readonly changeRequestId: string;
  readonly kind: ChangeRequestKind;
  readonly state: ChangeRequestState;
}

/** Confirms or cancels an own change request. Either may be repeated. */
export async function actOnChangeRequest(ctx: Ctx, command: ActOnRequest): Promise<ActedRequest> {
  const { bankId, clock } = ctx;
  const { action, changeRequestId } = command;
  return runCommand(ctx, async (work) => {
    const own = await ownClient(ctx, work);
    const { customer, customerNumber } = own;
    if (action === 'confirm') requireSca(customer);
    await lockName(work, 'client', bankId, customerNumber);
    // The party is locked before its requests, as by every command that needs both.
    const locked = await lockProfile(partyContext(ctx, own), work, customerNumber);
    const request = await lockChangeRequest(work, { bankId, changeRequestId });
    if (request?.customerNumber !== customerNumber || request.userId !== customer.userId)
      throw standardProblems['not-found']();
    const state = stateAt(request, clock.now());
    if (state === 'expired') throw standardProblems.gone();
    if (isRepeat(state, action)) return unchanged(work, request);
    if (!isOpen(state)) throw problems['change-request-closed']();
    if (action === 'cancel') {
      const after = applyRequestEvent(ctx, work, { request, event: 'cancelled' });
      audit(work, after);
      return after;
    }
    // Staff decide a reviewed request; a confirmation by the customer changes nothing.
    if (!isProvenByCode(request.kind)) return unchanged(work, request);
    return confirm(ctx, work, { own, locked, request, code: command.code });
  });
}

interface Confirmation {
  readonly own: OwnClient;
  readonly locked: Awaited<ReturnType<typeof lockProfile>>;
  readonly request: ChangeRequest;
  readonly code: string | undefined;
}

async function confirm(ctx: Ctx, work: Work, confirmation: Confirmation): Promise<ActedRequest> {
  const { code, locked, own, request } = confirmation;
  const restrictions = await listRestrictions(ctx, work, { clientNumber: own.customerNumber });
  if (refusalOf({ profile: locked.profile, restrictions }) !== undefined)
    throw problems['client-restricted']();
  if (code === undefined)
    throw standardProblems.invalid({
      fieldErrors: [{ part: 'body', path: ['code'], code: 'required', message: 'Field is required.' }],
    });
  const verdict = await verifyRequestCode(ctx, work, { request, code });
  if (verdict.kind === 'wrong') {
    const { attemptsLeft, request: after } = verdict;
    work.audit({
      aggregateKind: 'change-request',
      aggregateId: request.changeRequestId,
      changes: [{ field: 'state', after: after.state }],
      problem: 'code-not-valid',
    });
    work.rejectAfterCommit(problems['code-not-valid']({ details: { attemptsLeft } }));
    return after;
  }
  const applied = await applyContact(ctx, work, request);
  const { audit: audited } = changeOwnData(partyContext(ctx, own), work, locked, {
    changes: [applied.change],
  });
  work.emit(dataUpdated(own.customerNumber));
  work.audit({ ...audited, changes: [...audited.changes, ...applied.audited] });
  return applied.request;
}

function unchanged(work: Work, request: ChangeRequest): ActedRequest {
  audit(work, request);
  return request;
}

function audit(work: Work, { changeRequestId, state }: ChangeRequest): void {
  work.audit({
    aggregateKind: 'change-request',
    aggregateId: changeRequestId,
    changes: [{ field: 'state', after: state }],
  });
}
