import type { XmlErrorReason } from '#platform/xml/xml-error.ts';

/** Why a PSKC file is refused. */
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
 * A file is taken as a whole or not at all; this says why not, and at which line its key package begins. It never
 * carries a value of the file, because every value may be a secret.
 */
export class PskcError extends Error {
  override readonly name = 'PskcError';
  readonly reason: PskcErrorReason;
  readonly line: number;

  constructor(reason: PskcErrorReason, line: number) {
    super(`PSKC file refused: ${reason}, line ${line}`);
    this.reason = reason;
    this.line = line;
  }
}
