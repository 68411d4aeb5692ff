import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import { findPartyKind } from '#capabilities/party/index.ts';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { customerIn } from '#platform/auth/caller.ts';
import { type Currency, isCurrency } from '#platform/kernel/currency.ts';
import { isIban } from '#platform/kernel/iban.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../domain/calling-context.ts';
import {
  type AccountLookup,
  factsOf,
  type OwnerKind,
  type SigningFacts,
  sumsByAccount,
} from '../domain/signing/facts.ts';
import { type PayloadContent, readPayload } from '../domain/signing/payload.ts';
import { type AccountReference, accountKey, type PaymentOrder } from '../domain/signing/payment-order.ts';
import type { ResourceKind } from '../domain/signing/rule.ts';
import type { Accounts, KnownAccount } from '../ports/accounts.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { StoredCollection } from '../store/collections.store.ts';
import type { CountedAmount } from '../store/decision-document.ts';

type Ports = AuthorizationPorts;

/**
 * Facts that the capability of a resource knows. Given orders or accounts replace those of the payload, which is then
 * not read again, only hashed: it must contain them.
 */
export interface ResourceFacts {
  /** Payment product, for example `target-2-payments`. */
  readonly product?: string;
  readonly orders?: readonly PaymentOrder[];
  /** Accounts of a consent. */
  readonly accounts?: readonly AccountReference[];
  /** What the core has just said about all accounts of the orders, by `accountKey`; then it is not asked again. */
  readonly knownAccounts?: ReadonlyMap<string, KnownAccount>;
  /** Orders of all members of the basket in which this one is signed, its own included: they count together. */
  readonly together?: readonly PaymentOrder[];
  readonly executionDate?: Temporal.PlainDate;
  /** The text that a device displays. */
  readonly signatureData?: string;
}

/** A payload and its owner. */
export interface OwnedPayload {
  readonly owner: string;
  /** Customers under whose numbers the joint accounts of the owner are stored. */
  readonly jointOwners: readonly string[];
  readonly resourceKind: ResourceKind;
  readonly payload: string;
  readonly context: EvaluateCommand['context'];
  readonly facts: ResourceFacts;
  readonly resourceId: string;
  /** The collection that the resource has already. */
  readonly existing?: StoredCollection | undefined;
}

/** What a payload says, and what the bank knows about its accounts. */
export interface ReadSigning {
  readonly content: PayloadContent;
  readonly owner: string;
  readonly facts: Omit<SigningFacts, 'ownerKind'>;
  /** What the payload debits from each account. */
  readonly counted: readonly CountedAmount[];
}

/**
 * Reads the facts of a payload. Only they decide, because only the payload is in the digest; the request may add
 * questions, which makes the rule stricter.
 */
export async function readSigningFacts(ctx: Context & Ports, request: OwnedPayload): Promise<ReadSigning> {
  const { accounts, bankId } = ctx;
  const content = knownContent(request) ?? (await contentOf(ctx, request));
  const orders = [...content.orders, ...(request.facts.together ?? [])];
  const references = [
    ...orders.flatMap(({ creditorAccount, debtorAccount }) => [debtorAccount, creditorAccount]),
    ...content.accounts,
  ];
  const known = request.facts.knownAccounts ?? (await accounts.find(bankId, references));
  refuseUnknownDebtors(accounts.unknownDebtors(bankId), { content, known });
  const owner = ownerOf(request, { content, known });
  const facts = requestedFacts(ctx, { ...request, owner }, { content, known });
  const sums = sumsByAccount(content.orders, accountLookup(ctx, { known, owner }));
  const counted = [...sums].flatMap(([account, amounts]) => amounts.map((amount) => ({ account, amount })));
  return { content, owner, facts, counted };
}

/** Returns the content that the capability of the resource knows; undefined when the payload must be read. */
function knownContent({ facts, payload, resourceKind }: OwnedPayload): PayloadContent | undefined {
  const { accounts = [], orders = [] } = facts;
  if (facts.accounts === undefined && facts.orders === undefined) return undefined;
  assert(payload.isWellFormed(), 'two payloads with half a surrogate pair would have the same hash');
  return { resourceKind, accounts, orders };
}

async function contentOf(
  { paymentFiles }: Ports,
  { owner, payload, resourceKind }: OwnedPayload,
): Promise<PayloadContent> {
  const orders = /^\uFEFF?\s*</.test(payload) ? await paymentFiles.ordersIn(payload, owner) : undefined;
  const read = readPayload(
    orders === undefined ? { resourceKind, text: payload } : { resourceKind, text: payload, orders },
  );
  if (read.kind === 'content') return read.content;
  const { error, path } = read.error;
  rejectFieldErrors([
    { ...fieldErrorAt(['payload'], 'malformed'), message: `${error} at ${path === '' ? 'the start' : path}` },
  ]);
  throw new Error('not reached');
}

/**
 * Rejects unknown accounts that are debited or consented to: sums and rules are per account, and one account under two
 * names would be counted twice.
 */
// GAP: the specification does not say which names of an account are accepted. ADR-0049
function refuseUnknownDebtors(
  accepted: ReturnType<Accounts['unknownDebtors']>,
  { content, known }: Read,
): void {
  const unknown = debitedIn(content).filter((reference) => !known.has(accountKey(reference)));
  if (unknown.length === 0) return;
  // An unknown account gets the same response as an account of another customer.
  if (accepted === 'refused') rejectFieldErrors([fieldErrorAt(['payload'], 'mismatch')]);
  if (unknown.some(({ scheme }) => scheme !== 'iban'))
    rejectFieldErrors([
      { ...fieldErrorAt(['payload'], 'format'), message: 'Name the debtor account by its IBAN.' },
    ]);
  if (unknown.some(({ id }) => !isIban(id)))
    rejectFieldErrors([
      { ...fieldErrorAt(['payload'], 'checksum'), message: 'The IBAN of the debtor account is not valid.' },
    ]);
}

/** Returns the accounts that the payload debits or grants access to. */
function debitedIn({ accounts, orders }: PayloadContent): readonly AccountReference[] {
  return [...orders.map(({ debtorAccount }) => debtorAccount), ...accounts];
}

/**
 * Returns the owner of the debited accounts. Accounts of another owner are rejected: the rules of this owner do not
 * apply to them.
 */
function ownerOf({ jointOwners, owner }: OwnedPayload, { content, known }: Read): string {
  const owners = new Set(
    debitedIn(content).flatMap((reference) => known.get(accountKey(reference))?.owner ?? []),
  );
  const [first = owner, ...others] = owners;
  const isOwn = first === owner || jointOwners.includes(first);
  if (!isOwn || others.length > 0) rejectFieldErrors([fieldErrorAt(['payload'], 'mismatch')]);
  return first;
}

interface Read {
  readonly content: PayloadContent;
  readonly known: ReadonlyMap<string, KnownAccount>;
}

function requestedFacts(
  ctx: Context & Ports,
  of: OwnedPayload,
  { content, known }: Read,
): Omit<SigningFacts, 'ownerKind'> {
  const { bankId } = ctx;
  const { context, owner } = of;
  const { product, together } = of.facts;
  const lookup = { ...accountLookup(ctx, { known, owner }), ...omitUndefined({ product }) };
  const facts = factsOf(content, { bankId, owner }, omitUndefined({ lookup, together }));
  const { transactionType } = context;
  if (transactionType === undefined) return facts;
  // Added, never replaced: the request of the caller cannot make a rule laxer.
  return {
    ...facts,
    questions: facts.questions.flatMap((question) => [question, { ...question, transactionType }]),
  };
}

/**
 * Returns the kind of the party; a party that is not stored here is a person if it is the caller, else an organization.
 */
export async function ownerKindOf(ctx: Context & Ports, owner: string): Promise<OwnerKind> {
  const { caller, correspondence, db } = ctx;
  const kind = await findPartyKind({ ...ctx, ...correspondence.party }, db, owner);
  const isPerson = kind === undefined ? customerIn(caller)?.customerNumber === owner : kind === 'individual';
  return isPerson ? 'person' : 'organization';
}

function accountLookup(
  ctx: Context & Ports,
  { known, owner }: { readonly known: ReadonlyMap<string, KnownAccount>; readonly owner: string },
): AccountLookup {
  return {
    accountId: (reference) => known.get(accountKey(reference))?.accountId ?? accountKey(reference),
    creditor: (reference) => {
      const account = known.get(accountKey(reference));
      if (account === undefined) return 'elsewhere';
      return account.owner === owner ? 'same-customer' : 'same-bank';
    },
    joint: (reference) => known.get(accountKey(reference))?.joint,
    homeCurrency: homeCurrencyOf(ctx),
  };
}

/** Returns the home currency of the bank, in which bands of rules stand in for other currencies. */
export function homeCurrencyOf({ authorizationFacts, bankId }: Context & Ports): Currency {
  const { referenceCurrency } = authorizationFacts.of(bankId);
  if (!isCurrency(referenceCurrency)) throw new Error('the reference currency of the bank is unknown');
  return referenceCurrency;
}
