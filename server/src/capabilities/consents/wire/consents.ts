import { Temporal } from 'temporal-polyfill';
import { approvalRequestIn, flagIn, type Place, toResourceStart } from '#capabilities/sca/index.ts';
import { notificationRequestIn, toNotificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type {
  createConsent as creationContract,
  getConsent as readContract,
  getConsentStatus as statusContract,
} from '../contract/consents.ts';
import { dataKinds } from '../domain/access.ts';
import type { ConsentStatus } from '../domain/consent.ts';
import { accountsIn, isOwnerNamed, type KeptAccess, type KeptAccount } from '../domain/kept-access.ts';
import type { CreateConsent, CreatedConsent } from '../operations/create-consent.ts';
import type { ReadConsent } from '../operations/get-consent.ts';

export function toCreation({ body, headers }: RequestOf<typeof creationContract>): CreateConsent {
  return {
    consent: {
      access: body.access,
      isRecurring: isTrue(body.recurringIndicator),
      validUntil: Temporal.PlainDate.from(body.validUntil),
      frequencyPerDay: Number(body.frequencyPerDay),
      isCombined: isTrue(body.combinedServiceIndicator ?? false),
      purpose: body.purpose,
    },
    approval: approvalRequestIn(headers),
    isExplicitPreferred: flagIn(headers['tpp-explicit-authorisation-preferred']) === true,
    notifications: notificationRequestIn(headers),
  };
}

function isTrue(flag: boolean | string): boolean {
  return flag === true || flag === 'true';
}

/** Where a consent and its authorisations are found. */
function placeOf(consentId: string): Place {
  const resource = `/v1/consents/${consentId}`;
  return { resource, list: `${resource}/authorisations` };
}

export function toCreated({
  consentId,
  notifications,
  start,
  status,
}: CreatedConsent): ResponseOf<typeof creationContract> {
  const place = placeOf(consentId);
  const { body, headers } = toResourceStart(start, place);
  return {
    status: 201 as const,
    headers: { location: place.resource, ...headers, ...toNotificationHeaders(notifications) },
    body: { consentStatus: status, consentId, ...body },
  };
}

type ReadBody = ResponseOf<typeof readContract>['body'];

export function toRead({ consent, lastActionDate }: ReadConsent): ResponseOf<typeof readContract> {
  const { access, consentId, frequencyPerDay, isRecurring, status, validUntil } = consent;
  return {
    status: 200 as const,
    body: {
      access: toAccess(access),
      recurringIndicator: isRecurring,
      validUntil: validUntil.toString(),
      frequencyPerDay,
      lastActionDate,
      consentStatus: status,
      _links: { self: { href: placeOf(consentId).resource }, ...readingLinks(access, status) },
    },
  };
}

/** SPEC 001: a valid consent links to what can be read. */
function readingLinks(access: KeptAccess, status: ConsentStatus): ReadBody['_links'] {
  if (status !== 'valid') return {};
  const accounts = accountsIn(access);
  const hasCards = accounts.some(({ maskedPan }) => maskedPan !== undefined);
  const hasAccounts = accounts.length === 0 || accounts.some(({ maskedPan }) => maskedPan === undefined);
  return {
    ...(hasAccounts ? { account: { href: '/v1/accounts' } } : {}),
    ...(hasCards ? { 'card-account': { href: '/v1/card-accounts' } } : {}),
  };
}

function toAccess(access: KeptAccess): ReadBody['access'] {
  const { lists, model, withOwnerName } = access;
  if (model !== 'detailed' && model !== 'bank-offered')
    return { [model]: withOwnerName ? 'allAccountsWithOwnerName' : 'allAccounts' };
  const listed = dataKinds.flatMap((kind) => {
    const list = lists[kind];
    return list === undefined ? [] : [[kind, list.map(toReference)] as const];
  });
  const named = accountsIn(access).filter(({ accountId }) => isOwnerNamed(access, accountId));
  return {
    ...Object.fromEntries(listed),
    ...(withOwnerName ? { additionalInformation: { ownerName: named.map(toReference) } } : {}),
  };
}

type Reference = NonNullable<ReadBody['access']['accounts']>[number];

function toReference({ bban, currency, iban, maskedPan, msisdn }: KeptAccount): Reference {
  return omitUndefined({ iban, bban, pan: maskedPan, msisdn, currency });
}

export function toStatus(status: ConsentStatus): ResponseOf<typeof statusContract> {
  return { status: 200 as const, body: { consentStatus: status } };
}
