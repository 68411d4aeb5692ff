import type { Temporal } from 'temporal-polyfill';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { applicationAsker } from '../domain/device-turn.ts';
import type { ScaPorts } from '../ports/sca-ports.ts';
import { muteAsker, ownerOfMutes } from '../steps/devices/mutes.ts';
import { reserveTurn } from '../steps/devices/reserve-turn.ts';
import { isMuted } from '../store/device-mutes.store.ts';
import { findAskerOf, updateRequestEnd } from '../store/device-requests.store.ts';

/** A request to approve a sign-in on a device. */
export interface SignInRequest {
  readonly requestId: string;
  readonly userId: string;
  readonly customerNumber: string | undefined;
  readonly clientId: string;
  readonly clientName: string;
  readonly endsAt: Temporal.Instant;
}

/** Reserves the devices of a customer for a sign-in; the same limits hold for all that ask. False: it is not shown. */
export async function reserveSignInRequest(
  ctx: Context,
  work: Work,
  { clientId, clientName, customerNumber, endsAt, requestId, userId }: SignInRequest,
): Promise<boolean> {
  const asker = applicationAsker(clientId);
  const turn = { requestId, customer: userId, asker, askerName: clientName, endsAt };
  if ((await reserveTurn(ctx, work, turn)) !== undefined) return false;
  const { bankId, clock } = ctx;
  return !(await isMuted(work, { bankId, owner: customerNumber ?? userId, asker, now: clock.now() }));
}

/** What a customer answers to a sign-in on a device. */
export interface SignInRequestAnswer {
  readonly requestId: string;
  readonly userId: string;
  readonly answer: 'approved' | 'declined';
  /** Whether the application is muted for a day. */
  readonly isMuting: boolean;
}

/** Records what a customer answered to a sign-in: the application need not back off. */
export async function recordSignInAnswer(
  ctx: Context & ScaPorts,
  { answer, isMuting, requestId, userId }: SignInRequestAnswer,
): Promise<void> {
  const { bankId, clock } = ctx;
  await runCommand(ctx, async (work) => {
    updateRequestEnd(work, { bankId, requestId, answer, now: clock.now() });
    const asker = isMuting ? await findAskerOf(work, { bankId, requestId }) : undefined;
    const muted = asker && muteAsker(ctx, work, { ...asker, owner: await ownerOfMutes(ctx, work, userId) });
    work.audit({
      aggregateKind: 'device-request',
      aggregateId: requestId,
      changes: [{ field: 'answer', after: answer }, ...(muted === undefined ? [] : [muted])],
    });
  });
}
