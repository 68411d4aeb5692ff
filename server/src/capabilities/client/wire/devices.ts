import { inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type * as contracts from '../contract/devices.ts';
import { isActivationCodeChecked } from '../domain/devices/activation-format.ts';
import type { PushAddress } from '../domain/devices/device.ts';
import type {
  IssueActivationCode,
  IssuedActivationCode,
} from '../operations/devices/issue-activation-code.ts';
import type { PairDevice, PairedDevice } from '../operations/devices/pair-device.ts';
import type { UnpairDevice } from '../operations/devices/unpair-device.ts';
import type { OfflineLogin, VerifyOffline } from '../operations/offline/verify-offline.ts';

const noStore = { 'cache-control': 'no-store' } as const;

export function toIssueActivationCode({
  headers,
}: RequestOf<typeof contracts.issueActivationCode>): IssueActivationCode {
  const purposes = [headers['sec-purpose'], headers.purpose];
  return { isPrefetch: purposes.some((purpose) => purpose !== undefined) };
}

export function toActivationCodeResponse(
  issued: IssuedActivationCode,
): ResponseOf<typeof contracts.issueActivationCode> {
  return {
    status: 200,
    headers: noStore,
    body: {
      activationCode: issued.activationCode,
      expiresAt: toWireTimestamp(issued.expiresAt),
      qrContent: issued.qrContent,
      attemptsLeft: issued.attemptsLeft,
      pairedDevices: issued.pairedDevices,
      maxDevices: issued.maxDevices,
    },
  };
}

export function toPairDevice({ body, headers }: RequestOf<typeof contracts.pairDevice>): PairDevice {
  return inspect('body', (cursor) => {
    if (!isActivationCodeChecked(body.activationCode)) cursor.at('activationCode').report('checksum');
    if (body.pushHandle === undefined && body.pushPlatform !== undefined)
      cursor.at('pushHandle').report('combination-required');
    if (body.pushPlatform === undefined && body.pushHandle !== undefined)
      cursor.at('pushPlatform').report('combination-required');
    const { crv, kty, x, y } = body.publicKey;
    return {
      bank: headers['x-bank-id'],
      activationCode: body.activationCode,
      deviceId: body.deviceId.toLowerCase(),
      publicKey: { kty, crv, x, y },
      proof: body.proof,
      attestation: body.attestation,
      platform: body.platform,
      details: omitUndefined({ nickname: body.nickname, model: body.model, osVersion: body.osVersion }),
      push: pushIn(body),
    };
  });
}

function pushIn({
  pushHandle,
  pushPlatform,
}: RequestOf<typeof contracts.pairDevice>['body']): PushAddress | undefined {
  if (pushHandle === undefined || pushPlatform === undefined) return undefined;
  return { platform: pushPlatform, handle: pushHandle };
}

export function toPairedResponse({
  deviceId,
  oath,
  pairingId,
}: PairedDevice): ResponseOf<typeof contracts.pairDevice> {
  return { status: 201, headers: noStore, body: { pairingId, deviceId, oath } };
}

export function toUnpairDevice({ body }: RequestOf<typeof contracts.unpairDevice>): UnpairDevice {
  return { deviceId: body.deviceId.toLowerCase(), reason: body.reason };
}

export function toUnpairedResponse(): ResponseOf<typeof contracts.unpairDevice> {
  return { status: 204 };
}

export function toVerifyOffline({ body, headers }: RequestOf<typeof contracts.verifyOffline>): VerifyOffline {
  return {
    username: body.username,
    challengeId: body.challengeId,
    responseCode: body.responseCode,
    personAddress: headers['psu-ip-address'],
  };
}

export function toOfflineResponse({
  expiresAt,
  verificationToken,
}: OfflineLogin): ResponseOf<typeof contracts.verifyOffline> {
  return {
    status: 200,
    headers: noStore,
    body: { verificationToken, expiresAt: toWireTimestamp(expiresAt) },
  };
}
