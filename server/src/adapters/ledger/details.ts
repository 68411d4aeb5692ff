import type { AccountReference } from '#capabilities/core-banking/index.ts';

/** What an entry says beside its amount; stored as one value, because nothing selects by it. */
export interface EntryDetails {
  /** Domain, family and sub-family of ISO 20022. */
  readonly code: string;
  readonly name?: string;
  readonly account?: AccountReference;
  readonly agent?: string;
  readonly endToEndId?: string;
  readonly remittance?: string;
  readonly merchant?: { readonly name: string; readonly town?: string; readonly categoryCode?: string };
}
