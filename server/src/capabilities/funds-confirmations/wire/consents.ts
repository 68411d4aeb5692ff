import { approvalRequestIn, flagIn, type Place, toResourceStart } from '#capabilities/sca/index.ts';
import { notificationRequestIn, toNotificationHeaders } from '#capabilities/tpp-notifications/index.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import {
  type createConsent as creationContract,
  fundsConsentsPath,
  type getConsent as readContract,
  type getConsentStatus as statusContract,
} from '../contract/consents.ts';
import type { ConsentStatus } from '../domain/consent.ts';
import type { CreateConsent, CreatedConsent } from '../operations/create-consent.ts';
import type { StoredConsent } from '../store/consents.store.ts';

export function toCreation({ body, headers }: RequestOf<typeof creationContract>): CreateConsent {
  return {
    terms: {
      account: body.account,
      cardNumber: body.cardNumber,
      cardExpiryDate: body.cardExpiryDate,
      cardInformation: body.cardInformation,
      registrationInformation: body.registrationInformation,
    },
    approval: approvalRequestIn(headers),
    isExplicitPreferred: flagIn(headers['tpp-explicit-authorisation-preferred']) === true,
    notifications: notificationRequestIn(headers),
  };
}

/** Where a consent and its authorisations are found. */
function placeOf(consentId: string): Place {
  const resource = `${fundsConsentsPath}/${consentId}`;
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

export function toRead({ status, terms }: StoredConsent): ResponseOf<typeof readContract> {
  const { account, cardExpiryDate, cardInformation, cardNumber, registrationInformation } = terms;
  const { bban, currency, iban, maskedPan, msisdn } = account;
  return {
    status: 200 as const,
    body: {
      account: omitUndefined({ iban, bban, maskedPan, msisdn, currency }),
      ...omitUndefined({ cardNumber, cardExpiryDate, cardInformation, registrationInformation }),
      consentStatus: status,
    },
  };
}

export function toStatus(status: ConsentStatus): ResponseOf<typeof statusContract> {
  return { status: 200 as const, body: { consentStatus: status } };
}
