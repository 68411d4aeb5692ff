import type { Work } from '#platform/work/unit-of-work.ts';

/** Names a device of a user. */
export interface SigningDevice {
  readonly bankId: string;
  readonly userId: string;
  readonly deviceId: string;
}

/** Port: public keys of paired devices. Implemented by the client capability. */
export interface DeviceKeys {
  /**
   * Returns whether this is a detached JWS over exactly this text, by the key of a paired device of the user. Its
   * protected header must name the resource and a time within the lifetime of a proof, so that each one is unique and
   * replays are refused.
   */
  isSignature(
    signed: SigningDevice & {
      readonly text: string;
      readonly resource: { readonly kind: string; readonly id: string };
      readonly signature: string;
    },
  ): Promise<boolean>;
  /**
   * Locks the pairing whose key made a verified signature, and returns whether it may still sign. It cannot be unpaired
   * or blocked before the caller's command has committed.
   */
  lockSigner(work: Work, signed: SigningDevice & { readonly signature: string }): Promise<boolean>;
}

/** Used while no devices are paired: no signature is valid. */
export const noDeviceKeys: DeviceKeys = { isSignature: async () => false, lockSigner: async () => false };
