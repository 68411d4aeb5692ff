import type { InternalKind } from '#adapters/ledger/accounts.store.ts';
import type { Booking } from '#adapters/ledger/book.ts';
import type { EntryDetails } from '#adapters/ledger/details.ts';
import type { Currency } from '#platform/kernel/currency.ts';
import type { AccountKey } from './persona.ts';

/** One side of a planned entry. */
export type PlannedSide = { readonly details: EntryDetails } & (
  | { readonly account: AccountKey }
  | { readonly internal: InternalKind }
);

/** Returns the balance of an account at the moment of an entry, in minor units. */
export type BalanceOf = (account: AccountKey, currency: Currency) => bigint;

/** An entry that is booked if the account has the funds. */
export interface PlannedEntry {
  readonly entryId: string;
  readonly atMs: number;
  readonly kind: Booking['kind'];
  readonly currency: Currency;
  /** Some amounts depend on what there is: bills, interest, the last transfer of an account. None: nothing is booked. */
  readonly amount: bigint | ((balanceOf: BalanceOf) => bigint);
  readonly debit: PlannedSide;
  readonly credit: PlannedSide;
}

/** Codes of ISO 20022 (BankTransactionCode) that the history uses. */
export const codes = {
  salary: 'PMNT-RCDT-SALA',
  standingOrderOut: 'PMNT-ICDT-STDO',
  transferIn: 'PMNT-RCDT-ESCT',
  transferOut: 'PMNT-ICDT-ESCT',
  bookTransferIn: 'PMNT-RCDT-BOOK',
  bookTransferOut: 'PMNT-ICDT-BOOK',
  directDebit: 'PMNT-RDDT-ESDD',
  debitCard: 'PMNT-CCRD-POSD',
  creditCard: 'PMNT-CCRD-POSC',
  refund: 'PMNT-CCRD-RIMB',
  cash: 'PMNT-CCRD-CWDL',
  takings: 'PMNT-MCRD-POSP',
  interest: 'ACMT-MCOP-INTR',
  opening: 'ACMT-OPCL-ACCO',
  closing: 'ACMT-OPCL-ACCC',
  schemeFee: 'PMNT-CCRD-FEES',
} as const;
