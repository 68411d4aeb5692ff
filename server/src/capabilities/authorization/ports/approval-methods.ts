import type { Reader } from '#platform/db/reader.ts';

/** A second factor that another capability verifies. */
export interface OtherMethod {
  readonly kind: 'device' | 'passkey';
  /** Identifies the passkey or device; not shown. */
  readonly id: string;
  /** The name by which the user knows it. */
  readonly name?: string;
}

/** Port: second factors beyond codes and tokens. Implemented by the capabilities that verify them. */
export interface ApprovalMethods {
  /** Lists the methods of a user. Takes the same time for known and unknown users. */
  listOf(
    db: Reader,
    criteria: {
      readonly bankId: string;
      readonly userId: string;
      /** Only those that show what is signed. */
      readonly isLinked: boolean;
    },
  ): Promise<readonly OtherMethod[]>;
}

/** Used while no other capability verifies approvals. */
export const noOtherMethods: ApprovalMethods = { listOf: async () => [] };
