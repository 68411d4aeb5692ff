/** Port: public keys of paired devices. The client capability knows them. */
export interface DeviceKeys {
  /**
   * Whether this is a detached JWS over exactly this text, by the key of a paired device of the user. Its protected
   * header must name the resource and a time within the lifetime of a proof, so that no two of them are alike: what
   * was used once is refused.
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

/** As long as no devices are paired here, none has signed anything. */
export const noDeviceKeys: DeviceKeys = { isSignature: async () => false };
