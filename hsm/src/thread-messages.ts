import type { KeyPurpose } from '../../server/src/platform/crypto/key-wrapping.ts';

/** What the thread of the token is asked for. */
export type TokenTask =
  | {
      readonly kind: 'wrap' | 'unwrap' | 'is-outdated';
      readonly purpose: KeyPurpose;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'close' };

/** One question, with a number by which its answer is known. */
export interface TokenQuestion {
  readonly number: number;
  readonly task: TokenTask;
}

/** The answer. Reasons are names of failures, never keys or PINs. */
export type TokenResponse =
  | { readonly number: number; readonly kind: 'done'; readonly result: Uint8Array | boolean }
  | {
      readonly number: number;
      readonly kind: 'failed';
      readonly failure: 'unwrappable' | 'unavailable';
      readonly reason: string;
    };
