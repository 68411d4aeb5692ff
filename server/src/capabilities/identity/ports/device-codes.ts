import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import type { DeviceCode } from '../domain/sign-in/state.ts';

/** A token about a code of a device, verified before the command that uses it. */
export interface PreparedDeviceCode {
  readonly userId: string;
  /** Uses the token in the caller's transaction; undefined if it was used before, or its device is not active. */
  readonly consume: (work: Work) => Promise<DeviceCode | undefined>;
}

/** Port: codes that a paired device computed, and that another capability verified before the sign-in. */
export interface DeviceCodes {
  /** Verifies a token; undefined for any other text, and for a token of another bank or installation. */
  prepare(context: Context, token: string): Promise<PreparedDeviceCode | undefined>;
  /**
   * Locks the device of a code in the caller's transaction; returns false if that pairing has ended or is blocked. It
   * cannot end before the transaction has committed.
   */
  lockDevice(
    context: Pick<Context, 'bankId'>,
    work: Work,
    code: DeviceCode & { readonly userId: string },
  ): Promise<boolean>;
}

/** Used where no devices are paired. */
export const noDeviceCodes: DeviceCodes = {
  prepare: async () => undefined,
  lockDevice: async () => false,
};
