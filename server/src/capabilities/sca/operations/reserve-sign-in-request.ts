import type { Temporal } from 'temporal-polyfill';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { applicationAsker } from '../domain/device-turn.ts';
import { reserveTurn } from '../steps/devices/reserve-turn.ts';
import { isMuted } from '../store/device-mutes.store.ts';

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
