import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';

/** Port: pairings of devices. Implemented by the client capability. */
export interface DevicePairings {
  /**
   * Confirms a pairing with the first right code of the device, in the caller's transaction. Returns false when the
   * pairing does not wait for a confirmation any more; then the code counts as wrong.
   */
  confirm(
    context: Context,
    work: Work,
    device: { readonly userId: string; readonly deviceId: string },
  ): Promise<boolean>;
}

/** Used while no devices are paired: a token is confirmed by its own first code. */
export const noDevicePairings: DevicePairings = { confirm: async () => true };
