import type { Reader } from '#platform/db/reader.ts';
import type { Context } from '#platform/work/context.ts';

/** Port: whether a code for a registration came back from a contact to the calling application; authorization knows. */
export interface ContactProofs {
  isProven(
    context: Context,
    db: Reader,
    contact: { readonly method: 'email' | 'mobile'; readonly value: string },
  ): Promise<boolean>;
}

/** Where no codes are sent, no contact is proven. */
export const noContactProofs: ContactProofs = { isProven: async () => false };
