import { sendContactCode } from '#capabilities/authorization/index.ts';
import { type ComposedDelivery, composeDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import {
  type ContactOwner,
  codeContext,
  findContactOwner,
  findOwnUser,
  messageTo,
  userEvent,
} from '#capabilities/identity/index.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { isProvenByCode, stateAt } from '../../domain/change-request.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { applyRequestEvent, channelOf, contactOf } from '../../steps/change-requests.ts';
import { findValidity } from '../../steps/find-validity.ts';
import {
  type ChangeRequest,
  findChangeRequest,
  lockChangeRequest,
} from '../../store/change-requests.store.ts';

type Ctx = Context & ClientPorts;

/**
 * Sends the code of a request to the new address or number, and lets identity notify the user, who still has the old one.
 * An address of another user gets no code: its owner is notified, and the same verification is written, which no code
 * can pass.
 */
export async function sendChangeCode(ctx: Ctx, { aggregateId }: DeliveredEvent): Promise<void> {
  const { bankId, clock, db } = ctx;
  const request = await findChangeRequest(db, { bankId, changeRequestId: aggregateId });
  if (request === undefined || !isProvenByCode(request.kind)) return;
  if (request.state !== 'created' || stateAt(request, clock.now()) === 'expired') return;
  const value = contactOf(ctx, request);
  const people = { ...ctx, ...ctx.identity };
  const kind = request.kind === 'email' ? 'email' : 'phone';
  const found = await findContactOwner(people, db, { kind, value });
  const owner = found?.userId === request.userId ? undefined : found;
  const verificationId = await sendCode(ctx, request, { value, owner });
  const notice = owner && kind === 'email' ? await noticeTo(ctx, owner, value) : undefined;
  await runCommand(ctx, async (work) => {
    const sent = await recordCode(ctx, work, { request, verificationId });
    if (notice !== undefined)
      await queueDelivery({ ...ctx, ...ctx.identity.authorization.correspondence }, work, notice);
    work.audit({
      aggregateKind: 'change-request',
      aggregateId,
      changes: sent === undefined ? [] : [{ field: 'code', after: sent }],
    });
  });
}

/** Records the code of a request; undefined if the request was changed meanwhile, so that the code belongs to none. */
async function recordCode(
  ctx: Ctx,
  work: Work,
  {
    request,
    verificationId,
  }: { readonly request: ChangeRequest; readonly verificationId: string | undefined },
): Promise<'sent' | 'not-sent' | undefined> {
  const { changeRequestId, kind, rowVersion, userId } = request;
  const locked = await lockChangeRequest(work, { bankId: ctx.bankId, changeRequestId });
  if (locked?.state !== 'created' || locked.rowVersion !== rowVersion) return undefined;
  if (verificationId === undefined) {
    applyRequestEvent(ctx, work, { request: locked, event: 'code-not-sent' });
    return 'not-sent';
  }
  applyRequestEvent(ctx, work, { request: locked, event: 'code-sent', change: { verificationId } });
  work.emit(userEvent(kind === 'email' ? 'emailStarted' : 'phoneStarted', userId));
  return 'sent';
}

/** Returns undefined where too many codes were sent; the customer requests another one later. */
async function sendCode(
  ctx: Ctx,
  request: ChangeRequest,
  { owner, value }: { readonly value: string; readonly owner: ContactOwner | undefined },
): Promise<string | undefined> {
  const people = { ...ctx, ...ctx.identity };
  const { kind, userId } = request;
  const user = await findOwnUser(people, ctx.db, userId);
  if (user === undefined || !isProvenByCode(kind)) return undefined;
  try {
    return await sendContactCode(codeContext(people), {
      userId,
      channel: channelOf(kind),
      contact: value,
      language: user.language,
      validFor: await findValidity(ctx.db, ctx, kind),
      ...(owner === undefined ? {} : { delivery: 'withheld' as const }),
    });
  } catch (error) {
    if (error instanceof Problem && error.literal === standardProblems['too-many-requests'].literal)
      return undefined;
    throw error;
  }
}

/** Composes the notice to the owner of an address that another user requested. */
async function noticeTo(
  ctx: Ctx,
  { customerNumber, language }: ContactOwner,
  address: string,
): Promise<ComposedDelivery> {
  const { bankId, clock, identity } = ctx;
  const { bankName, timeZone } = identity.identityFacts.of(bankId);
  return composeDelivery(
    { ...ctx, ...identity.authorization.correspondence },
    {
      ...messageTo({ channel: 'email', details: address }, { customerNumber, language }),
      messageKind: 'security-notice',
      source: {
        kind: 'template',
        templateId: 'account-changed',
        data: {
          bank: bankName,
          what: 'email-claimed',
          at: toWireTimestamp(clock.now()),
          'time-zone': timeZone,
        },
      },
    },
  );
}
