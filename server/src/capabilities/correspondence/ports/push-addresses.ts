/** Port: where a customer's devices take push messages; newest first. Kept by those who pair devices. */
export interface PushAddresses {
  of(bankId: string, customerNumber: string): Promise<readonly string[]>;
}

/** As long as no device is paired, nobody can be pushed to. */
export const noDevices: PushAddresses = { of: async () => [] };
