import pkcs11 from 'pkcs11js';
import type { KeyPurpose } from '../../server/src/platform/crypto/key-wrapping.ts';
import type { HsmOptions } from './hsm-options.ts';
import { labelOf } from './key-labels.ts';
import { openToken } from './token.ts';
import { newestVersion } from './token-keys.ts';

/** Creates the next key-encryption key of a purpose inside the token. Returns its label. */
export function makeKey(options: HsmOptions, purpose: KeyPurpose): string {
  const { keyPrefix: prefix } = options;
  const token = openToken(options, 'write');
  try {
    return token.attempt((session) => {
      const label = labelOf(prefix, purpose, (newestVersion(session, { prefix, purpose }) ?? 0) + 1);
      session.card.C_GenerateKey(session.handle, { mechanism: pkcs11.CKM_AES_KEY_GEN }, [
        { type: pkcs11.CKA_CLASS, value: pkcs11.CKO_SECRET_KEY },
        { type: pkcs11.CKA_KEY_TYPE, value: pkcs11.CKK_AES },
        { type: pkcs11.CKA_VALUE_LEN, value: 32 },
        { type: pkcs11.CKA_LABEL, value: label },
        { type: pkcs11.CKA_TOKEN, value: true },
        { type: pkcs11.CKA_PRIVATE, value: true },
        { type: pkcs11.CKA_SENSITIVE, value: true },
        { type: pkcs11.CKA_EXTRACTABLE, value: false },
        { type: pkcs11.CKA_MODIFIABLE, value: false },
        { type: pkcs11.CKA_ENCRYPT, value: true },
        { type: pkcs11.CKA_DECRYPT, value: true },
        { type: pkcs11.CKA_WRAP, value: false },
        { type: pkcs11.CKA_UNWRAP, value: false },
      ]);
      return label;
    });
  } finally {
    token.close();
  }
}
