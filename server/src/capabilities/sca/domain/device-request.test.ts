import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { deviceApprovalText } from '#capabilities/authorization/index.ts';
import { type DeviceProof, openDeviceRequest } from './device-request.ts';
import { scaStatuses } from './status.ts';

const noon = Temporal.Instant.from('2026-11-15T12:00:00Z');
const at = (minutes: number, seconds = 0): Temporal.Instant => noon.add({ minutes, seconds });
const awaited: DeviceProof = { kind: 'device', requestId: 'r-1', number: '07', digest: 'sha-256:ab' };

describe('a request to a device', () => {
  test('is open for five minutes, or until its subject ends', () => {
    const asked = { status: 'started', askedAt: noon, expiresAt: at(60), details: { awaited } } as const;
    expect([at(0), at(4, 59), at(5)].map((now) => openDeviceRequest(asked, now)?.requestId)).toEqual([
      'r-1',
      'r-1',
      undefined,
    ]);
    expect(openDeviceRequest({ ...asked, expiresAt: at(2) }, at(2))).toBeUndefined();
    expect(openDeviceRequest({ ...asked, askedAt: undefined }, noon)).toBeUndefined();
    expect(openDeviceRequest({ ...asked, details: {} }, noon)).toBeUndefined();
  });

  test('is open in no final status', () => {
    const asked = { askedAt: noon, expiresAt: at(60), details: { awaited } };
    const open = scaStatuses.filter((status) => openDeviceRequest({ ...asked, status }, noon) !== undefined);
    expect(open).not.toEqual(expect.arrayContaining(['finalised']));
    expect(open).not.toEqual(expect.arrayContaining(['failed']));
    expect(open).not.toEqual(expect.arrayContaining(['exempted']));
  });

  test('is signed with its id, the number and what is approved', () => {
    expect(deviceApprovalText(awaited)).toBe('portico device approval\nr-1\n07\nsha-256:ab');
  });
});
