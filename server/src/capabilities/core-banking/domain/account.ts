import type { Temporal } from 'temporal-polyfill';
import type { Currency } from '#platform/kernel/currency.ts';
import { ibanSpelling } from '#platform/kernel/iban.ts';

/** The schemes by which other systems name an account. */
export const accountSchemes = ['iban', 'bban', 'pan', 'maskedPan', 'msisdn', 'other'] as const;
export type AccountScheme = (typeof accountSchemes)[number];

/** An account as a payment or a consent names it. */
export interface AccountReference {
  readonly scheme: AccountScheme;
  readonly id: string;
}

export const accountKinds = ['current', 'savings', 'card'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Open accounts move money; blocked ones receive it only; closed ones neither. */
export const accountStatuses = ['open', 'blocked', 'closed'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Whether one of the joint holders signs, or all of them. */
export const signingModes = ['any', 'all'] as const;
export type SigningMode = (typeof signingModes)[number];

/** An account of a customer, as the core banking system knows it. */
export interface CoreAccount {
  /** Id of the core: stable, unique within the bank. */
  readonly accountId: string;
  readonly kind: AccountKind;
  readonly iban?: string;
  readonly bban?: string;
  /** For card accounts: the number with its middle digits masked. */
  readonly maskedPan?: string;
  /** Name of the product, as the customer reads it. */
  readonly product: string;
  /** An account of several currencies has a sub-account for each; the first is its main one. */
  readonly currencies: readonly Currency[];
  readonly status: AccountStatus;
  /** The customer under whose number the account is stored. */
  readonly owner: string;
  /** All holders, the owner among them. */
  readonly holders: readonly string[];
  readonly signingMode: SigningMode;
  readonly openedOn: Temporal.PlainDate;
}

/** An account of several holders. */
export interface JointHolding {
  readonly accountId: string;
  readonly owner: string;
  readonly holders: readonly string[];
  readonly signingMode: SigningMode;
}

/** Returns the key under which `findAccounts` lists an account; one IBAN has one key, however it is written. */
export function referenceKey({ id, scheme }: AccountReference): string {
  return `${scheme}:${scheme === 'iban' ? ibanSpelling(id) : id}`;
}

/** Returns whether an account belongs to several customers. */
export function isJoint({ holders }: Pick<CoreAccount, 'holders'>): boolean {
  return holders.length > 1;
}
