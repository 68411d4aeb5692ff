import { verifyCode } from '#capabilities/authorization/index.ts';
import { changeContactOf, codeContext } from '#capabilities/identity/index.ts';
import type { OwnChange } from '#capabilities/party/index.ts';
import { virtualShard } from '#platform/kernel/ids.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import {
  type ChangeRequestEvent,
  type ChangeRequestKind,
  isProvenByCode,
  nextState,
  type ProvenKind,
} from '../domain/change-request.ts';
import { requestEvent } from '../events/own-data-events.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import {
  type ChangeRequest,
  insertChangeRequest,
  updateChangeRequest,
  valueOfRequest,
} from '../store/change-requests.store.ts';
import { findValidity } from './find-validity.ts';
import type { OwnClient } from './own-client.ts';

type Ctx = Context & ClientPorts;

/** A change that needs a proof or a review. */
export interface NewRequest {
  readonly kind: ChangeRequestKind;
  readonly value: unknown;
}

/** Creates a request: one that a code proves waits for its code, any other for a review. */
export async function createRequest(
  ctx: Ctx,
  work: Work,
  { customer: { userId }, customerNumber }: OwnClient,
  { kind, value }: NewRequest,
): Promise<ChangeRequest> {
  const { bankId, clientVault, clock, ids } = ctx;
  const now = clock.now();
  const validity = await findValidity(work, ctx, kind);
  const request = insertChangeRequest(work, clientVault, {
    bankId,
    changeRequestId: ids.uuid(virtualShard(bankId, customerNumber)),
    customerNumber,
    userId,
    kind,
    state: isProvenByCode(kind) ? 'created' : 'in-review',
    value,
    expiresAt: now.add(validity),
    now,
  });
  work.emit(requestEvent(request));
  return request;
}

/** An event of a locked request, and what else changes with it. */
export interface RequestChange {
  readonly request: ChangeRequest;
  readonly event: ChangeRequestEvent;
  readonly change?: Partial<
    Pick<ChangeRequest, 'verificationId' | 'codesSent' | 'codeRequestedAt' | 'expiresAt'>
  >;
  readonly decidedBy?: string;
  readonly reason?: string;
}

/** Applies an event to a locked request. */
export function applyRequestEvent(ctx: Ctx, work: Work, changed: RequestChange): ChangeRequest {
  const { bankId, clock } = ctx;
  const { change, event, request, ...decided } = changed;
  const state = nextState(request.state, event);
  if (state === undefined) throw new Error(`a request in ${request.state} cannot be ${event}`);
  const after = { ...request, ...change, state };
  updateChangeRequest(work, { bankId, request: after, now: clock.now(), ...decided });
  work.emit(requestEvent(after));
  return after;
}

/** Returns the address or number of a request that a code proves. */
export function contactOf({ bankId, clientVault }: Ctx, request: ChangeRequest): string {
  const value = valueOfRequest(clientVault, bankId, request);
  if (typeof value !== 'string') throw new Error('a request for a contact has no contact');
  return value;
}

/** Verdict about a code: it is right, or the request is as it is afterwards. */
export type CodeVerdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly attemptsLeft: number; readonly request: ChangeRequest };

/**
 * Verifies the code of a locked request in the command of the caller. An attempt is counted whatever follows, so the
 * caller rejects after the commit. For an address of another user the same rows are read and written.
 */
export async function verifyRequestCode(
  ctx: Ctx,
  work: Work,
  { code, request }: { readonly request: ChangeRequest; readonly code: string },
): Promise<CodeVerdict> {
  const verdict = await verifyCode(codeContext({ ...ctx, ...ctx.identity }), work, {
    channel: request.kind === 'email' ? 'email' : 'sms',
    verificationId: request.verificationId ?? '',
    otp: code,
  });
  switch (verdict.kind) {
    case 'right':
      return verdict;
    case 'wrong':
      return wrong(ctx, work, request, verdict.attemptsLeft);
    case 'over':
      if (verdict.why === 'locked-out')
        throw standardProblems['too-many-requests']({
          retryAfterSeconds: Math.ceil(verdict.until.since(ctx.clock.now()).total('seconds')),
          reason: 'factors-locked',
        });
      return wrong(ctx, work, request, verdict.why === 'unknown' ? 1 : 0);
  }
}

function wrong(ctx: Ctx, work: Work, request: ChangeRequest, attemptsLeft: number): CodeVerdict {
  const isOver = attemptsLeft === 0 && request.state === 'code-sent';
  const after = isOver ? applyRequestEvent(ctx, work, { request, event: 'attempts-used' }) : request;
  return { kind: 'wrong', attemptsLeft, request: after };
}

/** A contact that a right code has proven. */
export interface AppliedContact {
  readonly request: ChangeRequest;
  /** The same change of the party, to be saved with others. */
  readonly change: OwnChange;
  readonly audited: readonly AuditedChange[];
}

/** Applies a proven contact to the user; the caller applies the returned change to the party. */
export async function applyContact(ctx: Ctx, work: Work, request: ChangeRequest): Promise<AppliedContact> {
  const value = contactOf(ctx, request);
  const kind = request.kind === 'email' ? 'email' : 'phone';
  const audited = await changeContactOf({ ...ctx, ...ctx.identity }, work, { kind, value });
  return {
    request: applyRequestEvent(ctx, work, { request, event: 'confirmed' }),
    change: { kind: 'contact', method: kind === 'email' ? 'email' : 'mobile', value },
    audited,
  };
}

/** The medium of a code. */
export function channelOf(kind: ProvenKind): 'email' | 'sms' {
  return kind === 'email' ? 'email' : 'sms';
}
