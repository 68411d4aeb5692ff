import type { KeyPurpose } from '../../server/src/platform/crypto/key-wrapping.ts';

/** A task for the thread of the token. */
export type TokenTask =
  | {
      readonly kind: 'wrap' | 'unwrap' | 'is-outdated';
      readonly purpose: KeyPurpose;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'close' };

/** A request to the thread; the number identifies its response. */
export interface TokenRequest {
  readonly number: number;
  readonly task: TokenTask;
}

/** The response of the thread. Reasons are names of failures, never keys or PINs. */
export type TokenResponse =
  | { readonly number: number; readonly kind: 'done'; readonly result: Uint8Array | boolean }
  | {
      readonly number: number;
      readonly kind: 'failed';
      readonly failure: 'unwrappable' | 'unavailable';
      readonly reason: string;
    };
