import type { Temporal } from 'temporal-polyfill';
import type { Chooser, OwnedAccount, Subject, SubjectApproval, Subjects } from '#capabilities/sca/index.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import { earlierOf, laterOf } from '#platform/kernel/instants.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ConsentStatus, isUnapproved } from '../domain/consent.ts';
import { withChosenAccounts } from '../domain/kept-access.ts';
import { endOf, lastDayEnd } from '../domain/validity.ts';
import type { ConsentAccount } from '../ports/consent-accounts.ts';
import type { ConsentsPorts } from '../ports/consents-ports.ts';
import {
  type ConsentHead,
  findConsent,
  lockConsent,
  lockConsentHead,
  replaceAccess,
  type StoredConsent,
  updateConsent,
} from '../store/consents.store.ts';
import { updateNotifiedConsent } from '../store/notified-consents.store.ts';
import { applyEvent } from './apply-event.ts';
import { orderIn } from './consent-order.ts';
import { asOfNow } from './load-consent.ts';
import { lockFormers } from './lock-formers.ts';

/** What approvals need of consents. */
export type SubjectParts = Pick<ConsentsPorts, 'consentsVault' | 'consentAccounts' | 'consentsChoices'> & {
  readonly clock: Clock;
};

/** Consents as approvals see them: only `authorised` moves one, in the transaction that records the signature. */
export function createConsentSubjects(parts: SubjectParts): Subjects {
  const { clock, consentAccounts, consentsVault: vault } = parts;
  return {
    async describe(db, bankId, { id }) {
      const consent = isUuid(id) ? await findConsent(db, vault, { bankId, consentId: id }) : undefined;
      return consent && toSubject(asOfNow(consent, clock.now()));
    },
    async lock(work, bankId, { id }) {
      const consent = await lockConsent(work, vault, { bankId, consentId: id });
      return consent && toSubject(asOfNow(consent, clock.now()));
    },
    async accountsFor(db, bankId, _, chooser) {
      const accounts = await consentAccounts.listFor(db, bankId, chooser);
      return accounts.flatMap((account) => offered(account, chooser));
    },
    async choose(work, bankId, { id }, { accounts }) {
      const consent = await lockConsent(work, vault, { bankId, consentId: id });
      if (consent === undefined || !isOpenForChoice(consent, clock.now())) return undefined;
      const kept = accounts.map((account) => ({ accountId: account.id, iban: account.iban }));
      const [{ owner }] = accounts;
      const chosen = { ...consent, owner, access: withChosenAccounts(consent.access, kept) };
      replaceAccess(work, vault, bankId, chosen);
      updateConsent(work, bankId, { head: chosen, now: clock.now() });
      return toSubject(chosen);
    },
    authorised: (work, bankId, { id }, approval) =>
      moveApproved(parts, work, { bankId, consentId: id, approval }),
    markNotified: (work, bankId, { id }) => updateNotifiedConsent(work, { bankId, consentId: id }),
    async failed() {
      // Stays open for another authorisation until its time is over.
    },
  };
}

/** Returns a consent as approvals see it. */
export function toSubject(consent: StoredConsent): Subject {
  const { consentId, expiresAt, holders, leavesAccountsOpen, organisationId, owner, thirdPartyName } =
    consent;
  return {
    ref: { kind: 'consent', id: consentId },
    organisationId,
    thirdPartyName,
    owner,
    ...(leavesAccountsOpen ? { leavesOpen: 'several' } : { leavesOpen: undefined, holders }),
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

function isOpenForChoice(consent: StoredConsent, now: Temporal.Instant): boolean {
  return consent.leavesAccountsOpen && isUnapproved(asOfNow(consent, now).status);
}

interface Move {
  readonly bankId: string;
  readonly consentId: string;
  readonly approval: SubjectApproval;
}

async function moveApproved(
  { clock, consentsChoices }: SubjectParts,
  work: Work,
  { approval, bankId, consentId }: Move,
): Promise<void> {
  const head = await lockConsentHead(work, { bankId, consentId });
  if (head === undefined) throw new Error(`consent ${consentId} is gone`);
  const { extent } = approval;
  const { owner = approval.owner, userId = approval.userId } = head;
  if (owner === undefined) throw new Error(`consent ${consentId} was signed without an owner`);
  const now = clock.now();
  const signed = { leavesAccountsOpen: false, owner, userId, proxy: proxyIn(head, approval, owner) };
  if (extent.kind === 'fully' && head.isSole)
    await replaceFormer({ bankId, clock }, work, {
      consentId,
      owner,
      userId,
      organisationId: head.organisationId,
    });
  const { timeZone } = consentsChoices.of(bankId);
  const after = applyEvent({ bankId, clock }, work, {
    head,
    event: { kind: 'approved', extent: extent.kind },
    change:
      extent.kind === 'partly'
        ? {
            ...signed,
            expiresAt: earlierOf(laterOf(head.expiresAt, extent.collectedUntil), lastDayEnd(head, timeZone)),
          }
        : { ...signed, approvedAt: now, endsAt: endOf(head, now, timeZone) },
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

/**
 * Ends the former recurring consents of a customer before a new one becomes valid. Two new ones cannot meet here: both
 * hold the lock of the signer.
 */
async function replaceFormer(
  { bankId, clock }: { readonly bankId: string; readonly clock: Clock },
  work: Work,
  criteria: {
    readonly consentId: string;
    readonly organisationId: string;
    readonly userId: string;
    readonly owner: string;
  },
): Promise<void> {
  for (const head of await lockFormers({ bankId }, work, criteria))
    applyEvent({ bankId, clock }, work, { head, event: { kind: 'replaced' } });
}

/** Every holder of a joint account may share its data alone. Accounts without an IBAN cannot be shown on the page. */
function offered(account: ConsentAccount, { customerNumber = '' }: Chooser): readonly OwnedAccount[] {
  const { accountId, currencies, holders, name, reference, status } = account;
  if (reference.scheme !== 'iban' || status === 'closed') return [];
  const [currency = ''] = currencies;
  const owner = holders.includes(customerNumber) ? customerNumber : holders[0];
  return [omitUndefined({ id: accountId, name, iban: reference.id, currency, owner, isPreselected: true })];
}
