/**
 * Declares the part of pkcs11js that the driver uses, so that the type check and lint work where the package, which must
 * be compiled, is not installed.
 */
declare module 'pkcs11js' {
  interface Attribute {
    readonly type: number;
    readonly value?: Buffer | string | number | boolean;
  }
  interface FoundAttribute {
    readonly type: number;
    readonly value: Buffer;
  }
  interface GcmMechanism {
    readonly mechanism: number;
    readonly parameter?: {
      readonly type: number;
      readonly iv: Buffer;
      readonly aad: Buffer;
      readonly ivBits: number;
      readonly tagBits: number;
    };
  }
  /** One loaded module. Handles are opaque bytes. Every call blocks and throws an `Error` with the CKR name as message. */
  interface Cryptoki {
    load(path: string): void;
    close(): void;
    C_Initialize(options?: { readonly flags: number }): void;
    C_Finalize(): void;
    C_GetSlotList(isTokenPresent: boolean): Buffer[];
    C_GetTokenInfo(slot: Buffer): { readonly label: string };
    C_OpenSession(slot: Buffer, flags: number): Buffer;
    C_CloseSession(session: Buffer): void;
    C_Login(session: Buffer, userType: number, pin: string): void;
    C_GenerateKey(session: Buffer, mechanism: GcmMechanism, template: readonly Attribute[]): Buffer;
    C_DestroyObject(session: Buffer, key: Buffer): void;
    C_FindObjectsInit(session: Buffer, template: readonly Attribute[]): void;
    C_FindObjects(session: Buffer, objectsMax: number): Buffer[];
    C_FindObjectsFinal(session: Buffer): void;
    C_GetAttributeValue(session: Buffer, key: Buffer, template: readonly Attribute[]): FoundAttribute[];
    C_EncryptInit(session: Buffer, mechanism: GcmMechanism, key: Buffer): void;
    C_Encrypt(session: Buffer, plain: Buffer, room: Buffer): Buffer;
    C_DecryptInit(session: Buffer, mechanism: GcmMechanism, key: Buffer): void;
    C_Decrypt(session: Buffer, encrypted: Buffer, room: Buffer): Buffer;
  }
  const pkcs11: {
    readonly PKCS11: new () => Cryptoki;
    readonly CKA_CLASS: number;
    readonly CKA_DECRYPT: number;
    readonly CKA_ENCRYPT: number;
    readonly CKA_EXTRACTABLE: number;
    readonly CKA_KEY_TYPE: number;
    readonly CKA_LABEL: number;
    readonly CKA_SENSITIVE: number;
    readonly CKA_TOKEN: number;
    readonly CKA_PRIVATE: number;
    readonly CKA_MODIFIABLE: number;
    readonly CKA_WRAP: number;
    readonly CKA_UNWRAP: number;
    readonly CKA_VALUE: number;
    readonly CKA_VALUE_LEN: number;
    readonly CKF_OS_LOCKING_OK: number;
    readonly CKF_RW_SESSION: number;
    readonly CKF_SERIAL_SESSION: number;
    readonly CKK_AES: number;
    readonly CKM_AES_GCM: number;
    readonly CKM_AES_KEY_GEN: number;
    readonly CKO_SECRET_KEY: number;
    readonly CKU_USER: number;
    readonly CK_PARAMS_AES_GCM_v240: number;
  };

  export { type Cryptoki, pkcs11 as default };
}
