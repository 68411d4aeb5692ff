import type { XmlErrorReason } from '#platform/xml/xml-error.ts';

/** Why a PSKC file is rejected. */
export type PskcErrorReason =
  | Exclude<XmlErrorReason, 'text-too-long' | 'text-interrupted'>
  | 'not-pskc'
  | 'no-key'
  | 'several-keys'
  | 'duplicate-key-id'
  | 'algorithm'
  | 'algorithm-parameters'
  | 'secret-missing'
  | 'plain-secret'
  | 'value'
  | 'policy'
  | 'encryption-method'
  | 'key-derivation'
  | 'transport-key'
  | 'mac-method'
  | 'mac-missing'
  | 'mac-wrong'
  | 'decryption';

/**
 * A file is accepted as a whole or not at all; this has the reason, and the line at which the key package begins.
 * Contains no value of the file, because every value may be a secret.
 */
export class PskcError extends Error {
  override readonly name = 'PskcError';
  readonly reason: PskcErrorReason;
  readonly line: number;

  constructor(reason: PskcErrorReason, line: number) {
    super(`PSKC file rejected: ${reason}, line ${line}`);
    this.reason = reason;
    this.line = line;
  }
}
