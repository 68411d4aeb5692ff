import type { Temporal } from 'temporal-polyfill';
import { lockProfile } from '#capabilities/party/index.ts';
import { lockName } from '#platform/db/named-lock.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { findPolicy } from '#platform/policy/find-policy.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { stateAt } from '../../domain/change-request.ts';
import { refusalOf } from '../../domain/changeability.ts';
import { codeResendSeconds, emailCodesPerDay } from '../../domain/policy.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import { applyRequestEvent, contactOf, createRequest } from '../../steps/change-requests.ts';
import { findValidity } from '../../steps/find-validity.ts';
import { type OwnClient, ownClient, partyContext } from '../../steps/own-client.ts';
import { listRestrictions } from '../../steps/restrictions/list-restrictions.ts';
import { type ChangeRequest, countEmailCodes, lockOpenRequests } from '../../store/change-requests.store.ts';

type Ctx = Context & ClientPorts;

/** A requested code; nothing says whether it is sent. */
export interface RequestedEmailCode {
  readonly changeRequestId: string;
  readonly expiresAt: Temporal.Instant;
  readonly resendAfter: Temporal.Instant;
}

const dayHours = 24;
const daySeconds = 86_400;

/**
 * Requests a code for a new e-mail address. Writes the same rows for every address; the worker finds out whether another
 * user has it, so neither the response nor its time shows that. The same address again sends another code, another
 * address cancels the older request. SPEC 4.8
 */
export async function requestEmailCode(
  ctx: Ctx,
  { newEmail }: { readonly newEmail: string },
): Promise<RequestedEmailCode> {
  const { bankId, clock } = ctx;
  return runCommand(ctx, async (work) => {
    const own = await ownClient(ctx, work);
    const { customerNumber } = own;
    await lockName(work, 'client', bankId, customerNumber);
    const { profile } = await lockProfile(partyContext(ctx, own), work, customerNumber);
    const restrictions = await listRestrictions(ctx, work, { clientNumber: customerNumber });
    if (refusalOf({ profile, restrictions }) !== undefined) throw problems['client-restricted']();
    const request = await requested(ctx, work, { own, newEmail });
    work.audit({
      aggregateKind: 'change-request',
      aggregateId: request.changeRequestId,
      changes: [{ field: 'state', after: request.state }],
    });
    const { changeRequestId, codeRequestedAt = clock.now(), expiresAt } = request;
    return { changeRequestId, expiresAt, resendAfter: codeRequestedAt.add({ seconds: codeResendSeconds }) };
  });
}

interface EmailRequest {
  readonly own: OwnClient;
  readonly newEmail: string;
}

async function requested(ctx: Ctx, work: Work, { newEmail, own }: EmailRequest): Promise<ChangeRequest> {
  const { bankId, clock } = ctx;
  const { customerNumber } = own;
  const now = clock.now();
  const open = await lockOpenRequests(work, { bankId, customerNumber });
  const request = open.find(({ kind }) => kind === 'email');
  const isOver = request !== undefined && stateAt(request, now) === 'expired';
  const isSame =
    request !== undefined && !isOver && contactOf(ctx, request).toLowerCase() === newEmail.toLowerCase();
  if (isSame && !mayResend(request, now)) return request;
  await limitCodes(ctx, work, customerNumber);
  if (isSame && request.state === 'code-sent')
    return applyRequestEvent(ctx, work, {
      request,
      event: 'code-requested',
      change: {
        verificationId: undefined,
        codesSent: request.codesSent + 1,
        codeRequestedAt: now,
        expiresAt: now.add(await findValidity(work, ctx, 'email')),
      },
    });
  if (request !== undefined)
    applyRequestEvent(ctx, work, { request, event: isOver ? 'time-over' : 'cancelled' });
  return createRequest(ctx, work, own, { kind: 'email', value: newEmail });
}

/** A code that is on its way is not sent twice. */
function mayResend({ codeRequestedAt, state }: ChangeRequest, now: Temporal.Instant): boolean {
  const waited = codeRequestedAt === undefined ? 0 : now.since(codeRequestedAt).total('seconds');
  return state === 'code-sent' && waited >= codeResendSeconds;
}

async function limitCodes(ctx: Ctx, work: Work, customerNumber: string): Promise<void> {
  const { bankId, clock } = ctx;
  const since = clock.now().subtract({ hours: dayHours });
  const [codes, codesMax] = await Promise.all([
    countEmailCodes(work, { bankId, customerNumber, since }),
    findPolicy(work, ctx, emailCodesPerDay),
  ]);
  if (codes >= codesMax)
    throw standardProblems['too-many-requests']({
      retryAfterSeconds: daySeconds,
      reason: 'email-codes-per-day',
    });
}
