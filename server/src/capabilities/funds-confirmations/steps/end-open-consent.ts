import { closeCollection } from '#capabilities/authorization/index.ts';
import { signingContext } from '#capabilities/sca/index.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ConsentEvent, isUnapproved } from '../domain/consent.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import type { ConsentHead } from '../store/consents.store.ts';
import { lockConsentHead } from '../store/consents.store.ts';
import { applyEvent, type HeadChange } from './apply-event.ts';
import { asOfNow } from './load-consent.ts';

/** A consent that had not ended when it was read, and what ends it. */
interface EndOpenConsent {
  readonly found: ConsentHead;
  readonly event: ConsentEvent;
  readonly changeOf?: (head: ConsentHead) => HeadChange;
}

/** Ends a consent together with the collection of its signatures. Returns undefined if the consent was erased meanwhile. */
export async function endOpenConsent(
  ctx: Context & FundsPorts,
  work: Work,
  { changeOf = () => ({}), event, found: { consentId, owner, status } }: EndOpenConsent,
): Promise<{ readonly before: ConsentHead; readonly after: ConsentHead | undefined } | undefined> {
  const { bankId, clock } = ctx;
  // Locks in the order of an approval: the collection, then the consent.
  if (owner !== undefined && isUnapproved(status))
    await closeCollection(signingContext(ctx, 'funds-confirmations'), work, {
      owner,
      resourceKind: 'funds-confirmation-consent',
      resourceId: consentId,
      closing: { as: 'cancelled' },
    });
  const head = await lockConsentHead(work, { bankId, consentId });
  if (head === undefined) return undefined;
  const before = asOfNow(head, clock.now());
  return { before, after: applyEvent(ctx, work, { head: before, event, change: changeOf(before) }) };
}
