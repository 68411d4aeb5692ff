import { Temporal } from 'temporal-polyfill';
import { signingProgress } from '#capabilities/authorization/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { endOf } from '../../domain/deadlines.ts';
import type { AuthorisationDetails, AwaitedProof } from '../../domain/details.ts';
import { awaitedAt } from '../../domain/device-request.ts';
import {
  type ApprovalFrame,
  type ApprovalView,
  type Confirmation,
  referenceOf,
} from '../../domain/page-view.ts';
import { codesMax, deviceRequestsMax, pageTotalMinutes, resendWaitSeconds } from '../../domain/policy.ts';
import { isFinal } from '../../domain/status.ts';
import type { SubjectKind } from '../../domain/subject.ts';
import { type Ending, noWayBack, type WayBack, wayBack } from '../../domain/way-back.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { Subject } from '../../ports/subjects.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { subjectsOf } from '../load-subject.ts';
import { isCheckedSince, orderToSign } from '../order-to-sign.ts';
import { prepareApproval } from '../prepare-approval.ts';
import { systemContextFor } from '../system-context.ts';
import { accountsView, isChoiceOpen } from './choose-accounts.ts';

const purposes: Readonly<Record<SubjectKind, ApprovalFrame['purpose']>> = {
  payment: 'payment',
  'payment-cancellation': 'cancellation',
  consent: 'consent',
  'funds-confirmation-consent': 'funds-consent',
  'signing-basket': 'basket',
};

/** Returns what the page of an authorisation shows around its step. */
export function frameFor(
  { bankId, clock, origin, scaVault }: Context & ScaPorts,
  {
    authorisation,
    browserSecret,
    handle,
    subject,
  }: {
    readonly authorisation: StoredAuthorisation;
    readonly subject: Subject;
    readonly handle: string;
    readonly browserSecret: string;
  },
): ApprovalFrame {
  const now = clock.now();
  const endsAt = endOf(authorisation) ?? now;
  const last = authorisation.arrivedAt?.add({ minutes: pageTotalMinutes });
  return {
    bankId,
    thirdPartyName: subject.thirdPartyName,
    purpose: purposes[authorisation.subject.kind],
    action: `/sca/${handle}`,
    csrf: scaVault.csrfOf(bankId, browserSecret),
    endsAt,
    secondsLeft: Math.max(0, Math.floor(endsAt.since(now).total('seconds'))),
    canExtend: last !== undefined && Temporal.Instant.compare(endsAt, last) < 0,
    reference: referenceOf(origin),
  };
}

/** Returns what the customer sees now. Everything follows from the state of the authorisation and its subject. */
export async function pageViewOf(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  subject: Subject,
  page = 1,
): Promise<ApprovalView> {
  const { details, status, userId } = authorisation;
  if (isFinal(status) || status === 'unconfirmed') return endingView(ctx, authorisation);
  if (userId === undefined) return firstFactorView(details);
  if (isChoiceOpen(authorisation, subject)) return accountsView(ctx, authorisation, subject);
  return secondFactorView(ctx, authorisation, { subject, page });
}

async function secondFactorView(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
  { page, subject }: { readonly subject: Subject; readonly page: number },
): Promise<ApprovalView> {
  const { details } = authorisation;
  const { method, methods = [], pageError: error } = details;
  const awaited = awaitedAt(authorisation, ctx.clock.now());
  if (method === undefined || awaited === undefined)
    return { kind: 'method', methods, chosenId: method?.methodId, error };
  const { digest, order } = orderToSign(subject);
  // What was begun is useless: the customer looks at the order again, and begins anew.
  if (awaited.digest !== digest && isCheckedSince({ order }, awaited.digest))
    return { kind: 'method', methods, chosenId: method.methodId, error: { kind: 'order-changed' } };
  const listed = await listedTransfers(ctx, subject, page);
  return {
    kind: 'review',
    order,
    ...chosenAccounts(details, subject),
    ...listed,
    confirmation: confirmationOf(ctx, details, awaited),
    hasOtherMethods: methods.length > 1,
    error,
  };
}

/** Returns the part of a bulk, alone or in a basket, that the customer looks at. */
async function listedTransfers(
  ctx: Context & ScaPorts,
  { order, ref }: Subject,
  page: number,
): Promise<Pick<Extract<ApprovalView, { readonly kind: 'review' }>, 'listed'>> {
  if (order?.kind !== 'bulk-payment' && order?.kind !== 'signing-basket') return {};
  const listed = await subjectsOf(ctx, ref).listTransfers?.(ctx.db, ctx.bankId, ref, page);
  return omitUndefined({ listed });
}

/** Returns what the review shows of a choice; nothing where the request named the accounts. */
function chosenAccounts(
  { chosen }: AuthorisationDetails,
  { leavesOpen }: Subject,
): Pick<Extract<ApprovalView, { readonly kind: 'review' }>, 'accountNames' | 'hasOtherAccounts'> {
  if (leavesOpen === undefined) return {};
  return {
    accountNames: (chosen?.accounts ?? []).map(({ iban, name }) => ({ id: iban, name })),
    hasOtherAccounts: chosen?.hasOthers === true,
  };
}

function firstFactorView({
  claimedName,
  isNameOfThirdParty,
  pageError: error,
}: AuthorisationDetails): ApprovalView {
  return claimedName === undefined
    ? { kind: 'identify', error }
    : { kind: 'password', name: claimedName, canChangeName: isNameOfThirdParty !== true, error };
}

function confirmationOf(
  { clock }: Context,
  { codeSentAtMs = 0, codesSent = 0, deviceRequestsSent = 0, method }: AuthorisationDetails,
  awaited: AwaitedProof,
): Confirmation {
  switch (awaited.kind) {
    case 'challenge':
      return { kind: 'challenge', challengeCode: awaited.challengeCode };
    case 'passkey':
      return { kind: 'passkey', options: awaited.options };
    case 'device':
      return {
        kind: 'device',
        deviceName: method?.name,
        number: awaited.number,
        canResend: deviceRequestsSent < deviceRequestsMax,
      };
    case 'code':
      return {
        kind: 'code',
        ending: method?.ending,
        resend: resendAfter(clock.now(), codeSentAtMs, codesSent),
      };
  }
}

function resendAfter(
  now: Temporal.Instant,
  codeSentAtMs: number,
  codesSent: number,
): { readonly inSeconds: number; readonly left: number } | undefined {
  if (codesSent >= codesMax) return undefined;
  const waited = Math.floor((now.epochMilliseconds - codeSentAtMs) / 1_000);
  return { inSeconds: Math.max(0, resendWaitSeconds(codesSent) - waited), left: codesMax - codesSent };
}

/** Returns the last page: the browser usually leaves at once, and sees this only on its way or when it comes back. */
async function endingView(
  ctx: Context & ScaPorts,
  authorisation: StoredAuthorisation,
): Promise<ApprovalView> {
  const {
    details: { lockedUntilMs },
    failure,
  } = authorisation;
  const back = wayBackOf(authorisation);
  if (failure !== undefined) {
    const until =
      lockedUntilMs === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(lockedUntilMs);
    return { kind: 'ended', failure, until, ...back };
  }
  // What was approved is approved, also while the core is away.
  const prepared = await prepareApproval(ctx, authorisation).catch(unlessUnavailable);
  if (prepared === undefined) return { kind: 'done', ...back };
  const system = systemContextFor(ctx, authorisation);
  const progress = await Promise.all(prepared.signings.map((signing) => signingProgress(system, signing)));
  const open = progress.find(({ isFulfilled }) => !isFulfilled);
  if (open === undefined || authorisation.status === 'unconfirmed') return { kind: 'done', ...back };
  return {
    kind: 'more-signatures',
    given: open.required - open.missing,
    required: open.required,
    names: open.signerNames,
    ...back,
  };
}

function unlessUnavailable(error: unknown): undefined {
  if (error instanceof Problem) return undefined;
  throw error;
}

/** Returns where the browser goes after the end. The code that the third party confirms with may be in the details. */
export function wayBackOf(
  { details, failure }: StoredAuthorisation,
  confirmationCode = details.passed?.confirmationCode,
): WayBack {
  if (details.returnTo === undefined) return noWayBack;
  const ending: Ending =
    failure === undefined ? { kind: 'approved', confirmationCode } : { kind: 'failed', failure };
  return wayBack(details.returnTo, ending);
}
