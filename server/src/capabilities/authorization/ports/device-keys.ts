/** Port: public keys of paired devices. Implemented by the client capability. */
export interface DeviceKeys {
  /**
   * Returns whether this is a detached JWS over exactly this text, by the key of a paired device of the user. Its
   * protected header must name the resource and a time within the lifetime of a proof, so that each one is unique and
   * replays are refused.
   */
  isSignature(signed: {
    readonly bankId: string;
    readonly userId: string;
    readonly deviceId: string;
    readonly text: string;
    readonly resource: { readonly kind: string; readonly id: string };
    readonly signature: string;
  }): Promise<boolean>;
}

/** Used while no devices are paired: no signature is valid. */
export const noDeviceKeys: DeviceKeys = { isSignature: async () => false };
