import type { Subject, SubjectApproval, Subjects } from '#capabilities/sca/index.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { laterOf } from '#platform/kernel/instants.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ConsentStatus, isUnapproved } from '../domain/consent.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import {
  type ConsentHead,
  findConsent,
  lockConsent,
  lockConsentHead,
  type StoredConsent,
} from '../store/consents.store.ts';
import { updateNotifiedConsent } from '../store/notified-consents.store.ts';
import { applyEvent } from './apply-event.ts';
import { orderIn } from './consent-order.ts';
import { asOfNow } from './load-consent.ts';

/** What approvals need of consents. */
type SubjectParts = Pick<FundsPorts, 'fundsVault'> & { readonly clock: Clock };

/** Consents as approvals see them: only `authorised` moves one, in the transaction that records the signature. */
export function createFundsConsentSubjects({ clock, fundsVault: vault }: SubjectParts): Subjects {
  return {
    async describe(db, bankId, { id }) {
      const consent = isUuid(id) ? await findConsent(db, vault, { bankId, consentId: id }) : undefined;
      return consent && toSubject(asOfNow(consent, clock.now()));
    },
    async lock(work, bankId, { id }) {
      const consent = await lockConsent(work, vault, { bankId, consentId: id });
      return consent && toSubject(asOfNow(consent, clock.now()));
    },
    async accountsFor() {
      // Every request names its account.
      return [];
    },
    async choose() {
      return undefined;
    },
    authorised: (work, bankId, { id }, approval) =>
      moveApproved(clock, work, { bankId, consentId: id, approval }),
    markNotified: (work, bankId, { id }) => updateNotifiedConsent(work, { bankId, consentId: id }),
    async failed() {
      // Stays open for another authorisation until its time is over.
    },
  };
}

/** Returns a consent as approvals see it. */
export function toSubject(consent: StoredConsent): Subject {
  const { consentId, expiresAt, holders, organisationId, owner, thirdPartyName } = consent;
  return {
    ref: { kind: 'funds-confirmation-consent', id: consentId },
    organisationId,
    thirdPartyName,
    owner,
    leavesOpen: undefined,
    holders,
    order: orderIn(consent),
    ...omitUndefined({ hasNotifications: consent.hasNotifications }),
    state: subjectState(consent.status),
    expiresAt,
  };
}

function subjectState(status: ConsentStatus): Subject['state'] {
  if (isUnapproved(status)) return 'open';
  return status === 'rejected' ? 'over' : 'done';
}

interface Move {
  readonly bankId: string;
  readonly consentId: string;
  readonly approval: SubjectApproval;
}

async function moveApproved(clock: Clock, work: Work, { approval, bankId, consentId }: Move): Promise<void> {
  const head = await lockConsentHead(work, { bankId, consentId });
  if (head === undefined) throw new Error(`consent ${consentId} is gone`);
  const { extent } = approval;
  const { owner = approval.owner, userId = approval.userId } = head;
  if (owner === undefined) throw new Error(`consent ${consentId} was signed without an owner`);
  const signed = { owner, userId, proxy: proxyIn(head, approval, owner) };
  const after = applyEvent({ bankId, clock }, work, {
    head,
    event: { kind: 'approved', extent: extent.kind },
    change:
      extent.kind === 'partly'
        ? { ...signed, expiresAt: laterOf(head.expiresAt, extent.collectedUntil) }
        : { ...signed, approvedAt: clock.now() },
  });
  if (after === undefined) throw new Error(`consent ${consentId} takes no approval in ${head.status}`);
}

/** The first signer stays the one on whose right to act the consent rests. */
function proxyIn(
  { proxy, userId }: ConsentHead,
  { customerNumber }: SubjectApproval,
  owner: string,
): string | undefined {
  if (userId !== undefined) return proxy;
  return customerNumber === owner ? undefined : customerNumber;
}
