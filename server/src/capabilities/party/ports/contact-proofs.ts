import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';

/**
 * Port: whether a code sent for a registration came back from a contact to the calling application. Implemented by
 * authorization.
 */
export interface ContactProofs {
  isProven(
    context: Context,
    db: Reader,
    contact: { readonly method: 'email' | 'mobile'; readonly value: string },
  ): Promise<boolean>;
}

/** Default where no codes are sent: no contact is proven. */
export const noContactProofs: ContactProofs = { isProven: async () => false };
