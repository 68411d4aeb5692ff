import { type BrowserInfo, type FirstFactorResult, verifyFirstFactor } from '#capabilities/identity/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Secret } from '#platform/kernel/secret.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { scaFailuresMax } from '../../domain/policy.ts';
import { isApprovalForbidden } from '../../domain/subject.ts';
import type { ScaPorts } from '../../ports/sca-ports.ts';
import type { StoredAuthorisation } from '../../store/authorisations.store.ts';
import { auditChange } from '../apply-event.ts';
import { applyPassword } from '../apply-password.ts';
import { type Offer, offerFor } from '../offer.ts';
import { systemContextFor } from '../system-context.ts';
import { lockPage, type PageChange, without } from './page-step.ts';

/** The password of the customer who is named on the page. */
export interface EnteredPassword {
  readonly authorisation: StoredAuthorisation;
  readonly name: string;
  readonly password: Secret<string>;
  readonly browserInfo: BrowserInfo;
}

/** Checks the password on the bank's page. */
export async function enterPassword(
  ctx: Context & ScaPorts,
  { authorisation: read, browserInfo, name, password }: EnteredPassword,
): Promise<StoredAuthorisation> {
  const offer = await offerFor(ctx, { authorisation: read, name });
  const after = await verifyFirstFactor(
    systemContextFor(ctx, read),
    { name, password: password.reveal(), asker: { kind: 'approval-page', browserInfo } },
    (work, result) => settle(ctx, work, { read, offer, result }),
  );
  // The command before audits the password.
  if (after.exemption !== undefined) await runCommand(ctx, async (work) => auditChange(work, read, after));
  return after;
}

async function settle(
  ctx: Context & ScaPorts,
  work: Work,
  {
    offer,
    read,
    result,
  }: { readonly read: StoredAuthorisation; readonly offer: Offer; readonly result: FirstFactorResult },
): Promise<StoredAuthorisation> {
  const locked = await lockPage(ctx, work, read.authorisationId);
  // A second form with a right password was faster.
  if (locked === undefined || locked.authorisation.userId !== undefined) return locked?.authorisation ?? read;
  const { authorisation } = locked;
  const { change, event } = changeAfter(authorisation, offer, result);
  const active = { activeAt: ctx.clock.now(), ...change };
  return applyPassword(ctx, work, { authorisation, event, change: active, offer, result });
}

function changeAfter(
  { details, subject, wrongPasswords }: StoredAuthorisation,
  offer: Offer,
  result: FirstFactorResult,
): PageChange {
  if (result.kind === 'locked')
    return {
      event: { kind: 'password-locked' },
      change: { details: { ...details, lockedUntilMs: result.until.epochMilliseconds } },
    };
  if (result.kind === 'wrong' || result.userId !== offer.userId) {
    const failures = wrongPasswords + 1;
    const attemptsLeft = failures >= shownFrom ? scaFailuresMax - failures : undefined;
    return {
      event: { kind: 'password-wrong' },
      change: { details: { ...details, pageError: { kind: 'password-wrong', attemptsLeft } } },
    };
  }
  const change = {
    userId: result.userId,
    details: omitUndefined({
      ...without(details, 'pageError'),
      methods: offer.methods,
      language: details.language ?? result.language,
    }),
  };
  return isApprovalForbidden(subject, result)
    ? { event: { kind: 'ended', failure: 'cannot-sign' }, change }
    : { event: { kind: 'password-right', next: offer.next }, change };
}

/** The number of tries that are left is shown after this many failures: earlier it frightens more than it helps. */
const shownFrom = 2;
