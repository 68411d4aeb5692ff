import { composeDelivery, type InitiateDelivery, queueDelivery } from '#capabilities/correspondence/index.ts';
import { listSigners } from '#capabilities/sca/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { consentStatuses } from '../domain/consent.ts';
import { type ConsentNotice, noticeOf } from '../domain/consent-notice.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { findConsent, type StoredConsent } from '../store/consents.store.ts';

type Ctx = Context & FundsPorts;

/**
 * Tells the owner of the accounts and the people who signed what became of a consent, by the medium that each prefers
 * and in the mailbox. The event says which status it is about: the consent may have another one by now.
 */
export async function notifyCustomers(
  ctx: Ctx,
  { aggregateId: consentId, data }: DeliveredEvent,
): Promise<void> {
  const { bankId, fundsVault: vault, db, identity } = ctx;
  const consent = await findConsent(db, vault, { bankId, consentId });
  const notice = consent && noticeAbout(consent, data);
  if (consent === undefined || notice === undefined) return;
  const sending = { ...ctx, ...identity.authorization.correspondence };
  const composed = await Promise.all(
    (await recipientsOf(ctx, consent)).map((customerNumber) =>
      composeDelivery(sending, messageTo(customerNumber, ctx, { consent, notice })).catch(unwanted),
    ),
  );
  const wanted = composed.filter((one) => one !== undefined);
  await runCommand(ctx, async (work) => {
    for (const one of wanted) await queueDelivery(sending, work, one);
    work.audit({
      aggregateKind: 'funds-consent',
      aggregateId: consentId,
      changes: [{ field: 'notices', after: wanted.length }],
    });
  });
}

function noticeAbout(
  { approvedAt }: StoredConsent,
  { cause, consentStatus }: DeliveredEvent['data'],
): ConsentNotice | undefined {
  const status = consentStatuses.find((one) => one === consentStatus);
  if (status === undefined) return undefined;
  return noticeOf({
    status,
    cause: typeof cause === 'string' ? cause : undefined,
    isApproved: approvedAt !== undefined,
  });
}

/** Returns the owner and everyone who signed, each once. */
async function recipientsOf(
  ctx: Ctx,
  { consentId, owner, proxy, userId }: StoredConsent,
): Promise<readonly string[]> {
  const { bankId, db, identity } = ctx;
  const signers = await listSigners(ctx, { kind: 'funds-confirmation-consent', id: consentId });
  const userIds = [...new Set([userId, ...signers].filter((id) => id !== undefined))];
  const users = await identity.authorization.users.findAll(db, { bankId, userIds });
  const numbers = [owner, proxy, ...users.map(({ customerNumber }) => customerNumber)];
  return [...new Set(numbers.filter((number) => number !== undefined))];
}

const unreachable: ReadonlySet<string> = new Set([
  'no-contact-for-medium',
  'recipient-deceased',
  'recipient-not-found',
  'recipient-opted-out',
]);

/** Customers who turned these messages off, who cannot be reached or who have died get none. */
function unwanted(error: unknown): undefined {
  if (error instanceof Problem && unreachable.has(error.literal)) return undefined;
  throw error;
}

function messageTo(
  customerNumber: string,
  { bankId, clock, fundsChoices }: Ctx,
  { consent, notice }: { readonly consent: StoredConsent; readonly notice: ConsentNotice },
): InitiateDelivery {
  const { timeZone } = fundsChoices.of(bankId);
  return {
    recipient: { kind: 'customer', customerNumber },
    messageKind: 'notice',
    medium: undefined,
    source: {
      kind: 'template',
      templateId: 'funds-consent-status',
      data: omitUndefined({
        status: notice,
        'third-party': plainName(consent),
        day: clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString(),
        ...(notice === 'granted' || notice === 're-established' ? granted(consent) : {}),
      }),
    },
    priority: 'normal',
    urgency: 'normal',
    category: 'consent',
    sourceChannel: undefined,
    batchId: undefined,
    expires: undefined,
    notBefore: undefined,
    notificationGroup: 'consent-status',
    accountId: undefined,
  };
}

/** Says which account. */
function granted({ terms: { account } }: StoredConsent): { readonly accounts: readonly string[] } {
  const { bban, iban, maskedPan, msisdn, pan } = account;
  return { accounts: [iban ?? bban ?? maskedPan ?? pan ?? msisdn ?? ''] };
}

/** Of the template. */
const nameMax = 140;

/** A certificate may have any sign in its name; the template takes none that is invisible. */
function plainName({ organisationId, thirdPartyName }: StoredConsent): string {
  const visible = thirdPartyName.replaceAll(/\p{C}+/gu, ' ').trim();
  return Array.from(visible === '' ? organisationId : visible)
    .slice(0, nameMax)
    .join('');
}
