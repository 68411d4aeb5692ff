import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { AuthorisationDetails, AwaitedProof, Method } from '../../domain/details.ts';
import { deviceRequestsMax } from '../../domain/policy.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { beginProof } from '../begin-proof.ts';
import { askDevice, withdrawRequestOf } from '../devices/ask-device.ts';
import { reserveDevice } from '../devices/reserve-device.ts';
import { changePage, type PageChange, without } from './page-step.ts';

/** A method, and what it approves. */
export interface ChosenMethod {
  readonly method: Method;
  /** Digest of the order that the customer's choice of accounts made; undefined where there was none. */
  readonly expected: string | undefined;
}

/** Begins the second factor with a method of the customer, or once more with the same one. */
export async function chooseMethod(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  { expected, method }: ChosenMethod,
): Promise<StoredAuthorisation> {
  const awaited = await beginProof(ctx, { authorisation, method });
  if (awaited.kind === 'device') return chooseDevice(ctx, authorisation, { awaited, expected, method });
  const now = ctx.clock.now();
  const after = await changePage(ctx, authorisation, ({ details }) => {
    if (!isExpected(details, awaited, expected)) return undefined;
    return {
      event: { kind: 'method-selected', method: 'code' },
      change: {
        details: {
          ...without(details, 'pageError'),
          method,
          awaited,
          codesSent: (details.codesSent ?? 0) + (method.kind === 'sms' ? 1 : 0),
          codeSentAtMs: now.epochMilliseconds,
        },
      },
    };
  });
  await withdrawRequestOf(ctx, authorisation);
  return after;
}

/** Other accounts may be chosen meanwhile; what was begun is not used then. */
function isExpected(
  { chosen }: AuthorisationDetails,
  awaited: AwaitedProof,
  expected: string | undefined,
): boolean {
  return expected === undefined || (awaited.digest === expected && chosen?.digest === expected);
}

/** Forgets the chosen method; a device is not asked any more. */
export async function leaveMethod(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<StoredAuthorisation> {
  const after = await changePage(ctx, authorisation, ({ details }) => ({
    event: { kind: 'continued' },
    change: { details: without(details, 'method', 'awaited', 'pageError') },
  }));
  await withdrawRequestOf(ctx, authorisation);
  return after;
}

interface ChosenDevice extends ChosenMethod {
  readonly awaited: Extract<AwaitedProof, { readonly kind: 'device' }>;
}

/** Saves the request before it is sent, so that no answer can come too early. */
async function chooseDevice(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  chosen: ChosenDevice,
): Promise<StoredAuthorisation> {
  const { authorisationId } = authorisation;
  const { requestId } = chosen.awaited;
  let replaced = authorisation;
  const after = await changePage(ctx, authorisation, (locked, work) => {
    replaced = locked;
    return requestChange(ctx, work, { authorisation: locked, ...chosen });
  });
  const { awaited } = after.details;
  if (awaited?.kind !== 'device' || awaited.requestId !== requestId) return after;
  await withdrawRequestOf(ctx, replaced);
  await askDevice(ctx, { authorisationId, requestId });
  return after;
}

async function requestChange(
  ctx: Context & ScaPorts,
  work: Work,
  {
    authorisation,
    awaited,
    expected,
    method,
  }: ChosenDevice & { readonly authorisation: StoredAuthorisation },
): Promise<PageChange | undefined> {
  const { details, userId } = authorisation;
  if (!isExpected(details, awaited, expected)) return undefined;
  const deviceRequestsSent = (details.deviceRequestsSent ?? 0) + 1;
  const refused: PageChange = {
    event: { kind: 'continued' },
    change: { details: { ...details, pageError: { kind: 'device-not-asked' } } },
  };
  if (userId === undefined || deviceRequestsSent > deviceRequestsMax) return refused;
  const request = { authorisation, awaited, customer: userId, owner: undefined };
  const reserved = await reserveDevice(ctx, work, request);
  if (reserved.kind === 'refused') return refused;
  const codeSentAtMs = ctx.clock.now().epochMilliseconds;
  return {
    event: { kind: 'method-selected', method: 'device' },
    change: {
      ...reserved.change,
      details: { ...without(details, 'pageError'), method, awaited, deviceRequestsSent, codeSentAtMs },
    },
  };
}
