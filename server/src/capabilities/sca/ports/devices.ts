import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';

/** A device with the bank's app on which a customer can approve. */
export interface Device {
  readonly deviceId: string;
  /** The name by which the customer knows it. */
  readonly name?: string;
}

/** Names a device of a customer. */
export interface DeviceRecipient {
  readonly userId: string;
  readonly deviceId: string;
}

/** A request to approve something on a device. */
export interface DeviceRequest {
  readonly requestId: string;
  /** Undefined for a customer without a device: the same work is done, and nothing is sent. */
  readonly recipient: DeviceRecipient | undefined;
  /** Canonical text of the order, from which the app shows it. */
  readonly order: string;
  /** Hash of the canonical text. The app computes it again, and signs no other one. */
  readonly digest: string;
  /** The same order in short, in no language: for the notification. */
  readonly text: string;
  /** The two digits of the page, which the customer types on the device. */
  readonly number: string;
  /** Name of the third party that asks. */
  readonly thirdPartyName: string;
  /** BCP 47, if it is known. */
  readonly language: string | undefined;
  /** From this time on an answer changes nothing. */
  readonly expiresAt: Temporal.Instant;
}

/** A signature that a device made over a text. */
export interface DeviceSignature extends DeviceRecipient {
  readonly text: string;
  readonly signature: string;
}

/**
 * Port: devices with the bank's app. All but `lockSigner` are called outside of database transactions. The context is the
 * system's, without an idempotency key.
 */
export interface Devices {
  /** Lists the devices on which a user can approve, the preferred one first. The same work for an unknown user. */
  listOf(
    db: Reader,
    criteria: { readonly bankId: string; readonly userId: string },
  ): Promise<readonly Device[]>;
  /** Queues a request for a device. It must not wait for the device: the time would tell whether there is one. */
  ask(context: Context, request: DeviceRequest): Promise<void>;
  /** Removes a request from its device. May be called twice, for an answered one, or for one that was never sent. */
  withdraw(context: Context, request: { readonly requestId: string }): Promise<void>;
  /** Returns whether a device signed a text, belongs to the user, and may still approve. */
  isSigned(context: Context, signature: DeviceSignature): Promise<boolean>;
  /**
   * Locks the device that signed in the transaction that approves, after the authorisation. Returns false if it may not
   * approve any more, or has another key now; otherwise it cannot be unpaired or blocked before that transaction has ended.
   */
  lockSigner(work: Work, signed: DeviceSignature & { readonly bankId: string }): Promise<boolean>;
}

/** Used while no capability knows devices. */
export const noDevices: Devices = {
  listOf: async () => [],
  ask: async () => undefined,
  withdraw: async () => undefined,
  isSigned: async () => false,
  lockSigner: async () => false,
};
