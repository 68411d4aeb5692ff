import { hash } from 'node:crypto';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { normalizeEmail } from '#platform/kernel/email-address.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type {
  actionChangeRequest,
  claimTutorial,
  completeAction,
  generateEmailCode,
  getClient,
  secureUpdateClient,
} from '../contract/own-data.ts';
import { maskEmail, maskPhone } from '../domain/masking.ts';
import { tutorials } from '../domain/tutorials.ts';
import type { ActedRequest, ActOnRequest } from '../operations/change-requests/act-on-change-request.ts';
import type { RequestedEmailCode } from '../operations/change-requests/request-email-code.ts';
import type { SecureUpdated } from '../operations/own-data/secure-update-client.ts';
import type { CompleteAction } from '../operations/pending-actions/complete-action.ts';
import type { ClaimTutorial } from '../operations/preferences/claim-tutorial.ts';
import type { Client, OwnContact, ShownAction, ShownRequest } from '../steps/client.ts';
import type { ShownClient } from '../steps/shown-client.ts';
import { toAddress } from './own-values.ts';

type Body = ResponseOf<typeof getClient>['body'];

export function toClientResponse({ client, isFresh }: ShownClient): ResponseOf<typeof getClient> {
  const masked = bodyOf(client, 'masked');
  const body = isFresh ? bodyOf(client, 'whole') : masked;
  return { status: 200, body, headers: { etag: `"${versionOf(client)}${isFresh ? '.f' : ''}"` } };
}

const versionDigits = 22;

/**
 * Returns the version of a client. It covers what is shown in masked form and the versions of the rows behind it, so it
 * changes with everything, and masked values cannot be found out by trying.
 */
function versionOf(client: Client): string {
  const covered = JSON.stringify([
    bodyOf(client, 'masked'),
    client.profile.version.toString(),
    client.user.version.toString(),
  ]);
  return hash('sha256', covered, 'base64url').slice(0, versionDigits);
}

/** The form in which contacts are shown does not matter: the same version is meant. */
const tag = /^"(?<version>[\w\-]{22})(?:\.f)?"$/v;

/** Returns whether a client is the version that a request names. */
export function isVersion(ifMatch: string | undefined, client: Client): boolean {
  const condition = ifMatch?.trim();
  if (condition === undefined || condition === '*') return true;
  // GAP: RFC 9110 allows lists; a list, a weak tag and a malformed one match no version. ADR-0028
  return tag.exec(condition)?.groups?.['version'] === versionOf(client);
}

function bodyOf(client: Client, form: 'masked' | 'whole'): Body {
  const { bankId, profile, user } = client;
  const { name } = profile;
  return omitUndefined({
    clientNumber: profile.partyNumber,
    bankId,
    kind: profile.kind,
    displayName: client.displayName,
    givenName: name.kind === 'individual' ? name.givenName : undefined,
    surname: name.kind === 'individual' ? name.surname : undefined,
    registeredName: name.kind === 'organization' ? name.registeredName : undefined,
    status: profile.status,
    preferredLanguage: client.language,
    timeZone: client.timeZone,
    email: toContact(client.email, form === 'masked' ? maskEmail : undefined),
    mobilePhone: toContact(client.mobilePhone, form === 'masked' ? maskPhone : undefined),
    contactAddress: toAddress(profile.contactAddress),
    legalAddress: toAddress(profile.legalAddress),
    deliveryAddress: toAddress(profile.deliveryAddress),
    marketingOptIns: listOf(profile.optIns),
    marketingOptOuts: listOf(profile.optOuts),
    profilePictureUrl: client.pictureUrl,
    lastLogin: user.lastLoginAt && toWireTimestamp(user.lastLoginAt),
    devices: client.devices.map(toDevice),
    restrictions: client.restrictions.map(toRestriction),
    pendingActions: client.actions.map(toAction),
    changeRequests: client.requests.map(toChangeRequest),
    preferences: { tutorials: client.tutorials.map(toTutorial) },
  });
}

function listOf(texts: readonly string[]): string[] {
  return [...texts];
}

function toContact(
  contact: OwnContact | undefined,
  mask: (value: string) => string = (value) => value,
): Body['email'] {
  return contact && { value: mask(contact.value), verified: contact.isVerified };
}

function toDevice(device: Client['devices'][number]): Body['devices'][number] {
  return omitUndefined({
    deviceId: device.deviceId,
    nickname: device.nickname,
    platform: device.platform,
    model: device.model,
    status: device.status,
    pairedAt: toWireTimestamp(device.pairedAt),
    lastUsedAt: device.lastUsedAt && toWireTimestamp(device.lastUsedAt),
    isCurrent: device.isCurrent,
  });
}

function toRestriction(restriction: Client['restrictions'][number]): Body['restrictions'][number] {
  const { accounts, cards, devices } = restriction.scope;
  return omitUndefined({
    restrictionId: restriction.restrictionId,
    kind: restriction.kind,
    scope: { accounts: listOf(accounts), cards: listOf(cards), devices: listOf(devices) },
    setAt: toWireTimestamp(restriction.setAt),
    setBy: restriction.setBy,
    expiresAt: restriction.expiresAt && toWireTimestamp(restriction.expiresAt),
  });
}

function toAction({
  actionId,
  dueDate,
  isMandatory,
  kind,
  state,
}: ShownAction): Body['pendingActions'][number] {
  return {
    id: actionId,
    kind,
    title: titles[kind],
    dueDate: dueDate.toString(),
    mandatory: isMandatory,
    status: state,
  };
}

/** The app has texts of its own in the customer's language; these are for an app that does not know a kind yet. */
const titles: Readonly<Record<ShownAction['kind'], string>> = {
  'accept-terms': 'Accept the new terms',
  'confirm-personal-data': 'Confirm your personal data',
  'complete-kyc': 'Complete your identification',
  'renew-id-document': 'Renew your identification document',
  'confirm-tax-status': 'Confirm where you pay taxes',
  'verify-email': 'Verify your e-mail address',
  'verify-phone': 'Verify your phone number',
  'pair-device': 'Pair a device',
  'sign-document': 'Sign a document',
  'sign-payment': 'Sign a payment',
  'read-notice': 'Read a notice',
  'change-password': 'Change your password',
};

function toChangeRequest({
  changeRequestId,
  expiresAt,
  kind,
  state,
}: ShownRequest): Body['changeRequests'][number] {
  return { changeRequestId, kind, status: state, expiresAt: toWireTimestamp(expiresAt) };
}

function toTutorial(tutorial: Client['tutorials'][number]): Body['preferences']['tutorials'][number] {
  const { claimedAt, isClaimed, tutorialId, version } = tutorial;
  return omitUndefined({
    tutorialId,
    version,
    claimed: isClaimed,
    claimedAt: claimedAt && toWireTimestamp(claimedAt),
  });
}

export function toSecureResponse(result: SecureUpdated): ResponseOf<typeof secureUpdateClient> {
  if (result.requests.length === 0) return toClientResponse(result);
  return { status: 202, body: { changeRequests: result.requests.map(toChangeRequest) } };
}

export function toNewEmail({ body }: RequestOf<typeof generateEmailCode>): { readonly newEmail: string } {
  const read = normalizeEmail(body.newEmail);
  if (read === undefined) rejectFieldErrors([fieldErrorAt(['newEmail'], 'format')]);
  return { newEmail: read?.address ?? body.newEmail };
}

export function toEmailCodeResponse(requested: RequestedEmailCode): ResponseOf<typeof generateEmailCode> {
  const { changeRequestId, expiresAt, resendAfter } = requested;
  return {
    status: 202,
    body: {
      changeRequestId,
      expiresAt: toWireTimestamp(expiresAt),
      resendAfter: toWireTimestamp(resendAfter),
    },
  };
}

export function toActOnRequest({ body }: RequestOf<typeof actionChangeRequest>): ActOnRequest {
  return { changeRequestId: body.changeRequestId, action: body.action, code: body.code };
}

export function toActedResponse({
  changeRequestId,
  kind,
  state,
}: ActedRequest): ResponseOf<typeof actionChangeRequest> {
  return { status: 200, body: { changeRequestId, kind, status: state } };
}

export function toCompleteAction({ body, params }: RequestOf<typeof completeAction>): CompleteAction {
  return { actionId: params.id, result: body?.result, evidence: body?.evidence };
}

export function toClaimTutorial({ body }: RequestOf<typeof claimTutorial>): ClaimTutorial {
  const tutorial = tutorials.find(({ tutorialId }) => tutorialId === body.tutorialId);
  if (tutorial === undefined) rejectFieldErrors([fieldErrorAt(['tutorialId'], 'enum')]);
  const newest = tutorial?.version ?? 1;
  const version = body.version ?? newest;
  // A version that does not exist yet would be claimed in advance.
  if (version > newest) rejectFieldErrors([fieldErrorAt(['version'], 'maximum')]);
  return { tutorialId: body.tutorialId, version, isClaimed: body.claimed };
}

export function toDone(): { readonly status: 204 } {
  return { status: 204 };
}
