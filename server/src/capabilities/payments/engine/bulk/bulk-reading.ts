import type { Pain001Version } from '#platform/iso20022/pain001-namespace.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import type { BulkBlock, BulkMembers, KeptBulk } from '../../domain/bulk-payment.ts';
import type { AccountField } from '../../domain/check-accounts.ts';
import type { PaymentProduct } from '../../domain/products.ts';
import type { PaymentFormat } from '../../domain/single-payment.ts';

/** Which bulks are read, and by which rules. Cloneable: it goes to a thread. */
export interface BulkOptions {
  readonly product: PaymentProduct;
  readonly entriesMax: number;
  readonly acceptedVersions: readonly Pain001Version[];
  readonly accountFields: readonly AccountField[];
  readonly areIbansChecked: boolean;
  /** Today at the bank. */
  readonly today: string;
  readonly timeZone: string;
  readonly validityDaysMax: number;
  readonly addressRulesFrom: string;
  readonly isHybridAllowed: boolean;
}

/** Creditors of a bulk in columns: ten thousand objects would take the event loop 50 ms to copy. */
export interface CreditorColumns {
  /** One of each payee and currency: currency, scheme, id and, without an IBAN, BIC, separated by line feeds. */
  readonly keys: readonly string[];
  /** Sums in the smallest unit of the currency. */
  readonly totals: readonly bigint[];
  readonly largest: readonly bigint[];
  readonly counts: readonly number[];
}

/** A bulk that obeys all rules that need no account. */
export interface ReadBulk {
  readonly format: PaymentFormat;
  readonly members: BulkMembers;
  readonly count: number;
  readonly header: KeptBulk['header'];
  readonly blocks: readonly BulkBlock[] | undefined;
  /** Texts of the chunks of transfers. */
  readonly chunks: readonly Uint8Array[];
  readonly chunkHashes: readonly string[];
  readonly accountsHash: string;
  readonly creditors: CreditorColumns;
  /** Of the submitted document. */
  readonly documentHash: Uint8Array;
  /** As submitted, compressed. */
  readonly document: Uint8Array;
  /** Where the document names the account that is debited. */
  readonly debtorPath: readonly (string | number)[];
}

/** Result of reading a bulk. */
export type BulkResult =
  | { readonly kind: 'read'; readonly bulk: ReadBulk }
  | {
      readonly kind: 'faulty';
      readonly fieldErrors: readonly FieldError[];
      /** Nothing but the day is wrong. */
      readonly areDates: boolean;
    };
