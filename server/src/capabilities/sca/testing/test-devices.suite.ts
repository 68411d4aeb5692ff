import { generateKeyPairSync, hash, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { deviceApprovalText } from '#capabilities/authorization/index.ts';
import type { DeviceAnswer } from '../operations/answer-device-request.ts';
import type { DeviceRequest, DeviceSignature, Devices } from '../ports/devices.ts';

/** The app of the bank on a device of a customer: it has its own key, and answers what it is told to. */
export interface TestDeviceApp {
  readonly userId: string;
  readonly deviceId: string;
  readonly publicKey: KeyObject;
  /** Approves a request as it is shown; a test may replace any part of it. */
  approve(request: ShownRequest, more?: Partial<SignedParts>): DeviceAnswer;
  decline(request: Pick<ShownRequest, 'requestId'>): DeviceAnswer;
}

/** What of a request the app shows and signs. */
export type ShownRequest = Pick<DeviceRequest, 'digest' | 'number' | 'order' | 'requestId'>;

/** A simulated device, which shows requests. */
export interface TestDevice extends TestDeviceApp {
  /** The newest request that it shows; throws without one. */
  shown(): DeviceRequest;
  /** How many requests it shows, and how many it ever got. */
  counts(): { readonly shown: number; readonly received: number };
}

/** What the device signs. */
interface SignedParts {
  readonly requestId: string;
  readonly number: string;
  readonly digest: string;
}

/** Simulated devices of customers, behind the port. */
export interface TestDevices extends Devices {
  pair(userId: string, name?: string): TestDevice;
  /** Lets the next requests get lost on their way. */
  breakDown(isBroken: boolean): void;
  /** Requests for customers without a device. */
  readonly unsent: readonly DeviceRequest[];
}

interface Paired {
  readonly device: TestDevice;
  readonly name: string | undefined;
  readonly received: DeviceRequest[];
}

export function createTestDevices(): TestDevices {
  const all = new Map<string, Paired>();
  const withdrawn = new Set<string>();
  const unsent: DeviceRequest[] = [];
  let isDown = false;
  return {
    unsent,
    breakDown: (isBroken) => void (isDown = isBroken),
    pair(userId, name) {
      const paired = newDevice(userId, withdrawn, name);
      all.set(paired.device.deviceId, paired);
      return paired.device;
    },
    listOf: async (_, { userId }) =>
      [...all.values()]
        .filter(({ device }) => device.userId === userId)
        .map(({ device, name }) => ({
          deviceId: device.deviceId,
          ...(name === undefined ? {} : { name }),
        })),
    async ask(_, request) {
      if (isDown) throw new Error('push service is down');
      const { recipient } = request;
      if (recipient === undefined) unsent.push(request);
      else all.get(recipient.deviceId)?.received.push(request);
    },
    withdraw: async (_, { requestId }) => void withdrawn.add(requestId),
    isSigned: async (_, signature) => isSignedBy(all.get(signature.deviceId)?.device, signature),
    lockSigner: async (_, signed) => isSignedBy(all.get(signed.deviceId)?.device, signed),
  };
}

/** Returns whether a device signed a text, and belongs to the user. */
function isSignedBy(
  device: Pick<TestDeviceApp, 'publicKey' | 'userId'> | undefined,
  { signature, text, userId }: DeviceSignature,
): boolean {
  if (device?.userId !== userId) return false;
  return verify(null, Buffer.from(text), device.publicKey, Buffer.from(signature, 'base64url'));
}

function newDevice(userId: string, withdrawn: ReadonlySet<string>, name: string | undefined): Paired {
  const received: DeviceRequest[] = [];
  const shown = (): readonly DeviceRequest[] => received.filter(({ requestId }) => !withdrawn.has(requestId));
  const device: TestDevice = {
    ...createDeviceApp(userId),
    shown() {
      const newest = shown().at(-1);
      if (newest === undefined) throw new Error('the device shows no request');
      return newest;
    },
    counts: () => ({ shown: shown().length, received: received.length }),
  };
  return { device, name, received };
}

/** Creates the app of a new device, with its key. */
function createDeviceApp(userId: string): TestDeviceApp {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const deviceId = randomUUID();
  return {
    userId,
    deviceId,
    publicKey,
    approve({ digest, number, order, requestId }, more = {}) {
      // The app signs only what it shows.
      if (digest !== `sha-256:${hash('sha256', order, 'hex')}`)
        throw new Error('the order does not have this digest');
      const signed = { requestId, number, digest, ...more };
      const signature = sign(null, Buffer.from(deviceApprovalText(signed)), privateKey).toString('base64url');
      return {
        requestId,
        userId,
        deviceId,
        decision: { kind: 'approved', number: signed.number, signature },
      };
    },
    decline: ({ requestId }) => ({ requestId, userId, deviceId, decision: { kind: 'declined' } }),
  };
}
