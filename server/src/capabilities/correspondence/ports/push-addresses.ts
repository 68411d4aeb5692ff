/** Port: push subscriptions of a customer's devices, newest first, from device pairing. */
export interface PushAddresses {
  of(bankId: string, customerNumber: string): Promise<readonly string[]>;
}

/** Default without paired devices: push is not available. */
export const noDevices: PushAddresses = { of: async () => [] };
