import assert from 'node:assert/strict';
import type { Temporal } from 'temporal-polyfill';
import { findPartyKind } from '#capabilities/party/index.ts';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { customerIn } from '#platform/auth/caller.ts';
import { type Currency, isCurrency } from '#platform/kernel/currency.ts';
import { isIban } from '#platform/kernel/iban.ts';
import { earlierOf } from '#platform/kernel/instants.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../domain/calling-context.ts';
import { collectionValidityDays } from '../domain/policy.ts';
import { effectiveRule, type RuleBook, strictestOf } from '../domain/signing/effective-rule.ts';
import { explainChoice } from '../domain/signing/explain.ts';
import { type AccountLookup, factsOf, type OwnerKind, type SigningFacts } from '../domain/signing/facts.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';
import { type PayloadContent, readPayload } from '../domain/signing/payload.ts';
import { type AccountReference, accountKey, type PaymentOrder } from '../domain/signing/payment-order.ts';
import type { ResourceKind } from '../domain/signing/rule.ts';
import { expectedSignatureData } from '../domain/signing/signature-data.ts';
import { sha256Hex } from '../engine/sha256-hex.ts';
import type { Accounts, KnownAccount } from '../ports/accounts.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { Decision } from '../store/decision-document.ts';
import { findRules, listActiveRules } from '../store/signing-rules.store.ts';
import { payloadDigest } from './payload-digest.ts';

type Ports = AuthorizationPorts;

/** Decision about a payload: its hash, the rule that applies, and what a device must display. */
export interface DecidedSigning {
  /** Owner of the resource; for a joint account the customer under whose number it is stored. */
  readonly owner: string;
  readonly digest: string;
  readonly decision: Decision;
  readonly signatureData: string;
  /** Execution date of the payload, if it names one; signatures are not collected beyond it. */
  readonly executionDate: Temporal.PlainDate | undefined;
}

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
}

/**
 * Reads a payload and finds the rule for it. Only facts of the payload decide, because only the payload is in the
 * digest; the request may add questions, which makes the rule stricter.
 */
export async function decideSigning(ctx: Context & Ports, request: OwnedPayload): Promise<DecidedSigning> {
  const { accounts, bankId, clock, db } = ctx;
  const { payload, resourceKind } = request;
  const content = knownContent(request) ?? (await contentOf(ctx, request));
  const references = [
    ...content.orders.flatMap(({ creditorAccount, debtorAccount }) => [debtorAccount, creditorAccount]),
    ...content.accounts,
  ];
  const known = request.facts.knownAccounts ?? (await accounts.find(bankId, references));
  refuseUnknownDebtors(accounts.unknownDebtors(bankId), { content, known });
  const owner = ownerOf(request, { content, known });
  const requested = requestedFacts(ctx, { ...request, owner }, { content, known });
  const [ownerKind, rules] = await Promise.all([
    ownerKindOf(ctx, owner),
    findRules(db, {
      bankId,
      owner,
      resourceKind,
      accounts: requested.questions.flatMap(({ account }) => account ?? []),
      amounts: requested.questions.flatMap(({ amounts }) => amounts),
      referenceCurrency: homeCurrencyOf(ctx),
    }),
  ]);
  const facts: SigningFacts = { ...requested, ownerKind };
  const midRates = await ratesFor(ctx, facts);
  const book: RuleBook = { rules, now: clock.now(), midRates, referenceCurrency: homeCurrencyOf(ctx) };
  return {
    owner,
    digest: payloadDigest(ctx, { resourceKind, payload }),
    decision: {
      rule: (await ruleOfRules(ctx, facts, book)) ?? effectiveRule(facts, book),
      sentences: explainChoice(facts, book).flatMap(({ sentences }) => sentences),
    },
    signatureData: request.facts.signatureData ?? expectedSignatureData(content, payload, sha256Hex),
    executionDate: request.facts.executionDate ?? content.executionDate,
  };
}

/**
 * Returns the rule for a change of rules that no rule covers: the strictest one of the owner, so that one user alone
 * cannot change rules.
 */
async function ruleOfRules(
  { bankId, db }: Context & Ports,
  facts: SigningFacts,
  book: RuleBook,
): Promise<EffectiveRule | undefined> {
  if (facts.resourceKind !== 'signing-rule' || effectiveRule(facts, book).basis === 'rule') return undefined;
  const rules = await listActiveRules(db, { bankId, owner: facts.owner });
  return strictestOf(facts, { ...book, rules });
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
  const { product } = of.facts;
  const lookup = { ...accountLookup(ctx, { known, owner }), ...omitUndefined({ product }) };
  const facts = factsOf(content, { bankId, owner }, lookup);
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
async function ownerKindOf(ctx: Context & Ports, owner: string): Promise<OwnerKind> {
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

function homeCurrencyOf({ authorizationFacts, bankId }: Context & Ports): Currency {
  const { referenceCurrency } = authorizationFacts.of(bankId);
  if (!isCurrency(referenceCurrency)) throw new Error('the reference currency of the bank is unknown');
  return referenceCurrency;
}

/** Fetches rates only if an amount is not in the home currency. */
async function ratesFor(
  { accounts, authorizationFacts, bankId }: Context & Ports,
  { questions }: SigningFacts,
): Promise<RuleBook['midRates']> {
  const { referenceCurrency } = authorizationFacts.of(bankId);
  const isForeign = questions.some(({ amounts }) =>
    amounts.some(({ currency }) => currency !== referenceCurrency),
  );
  return isForeign ? accounts.midRates(bankId) : [];
}

/**
 * Returns until when signatures are collected: the validity of the rule, and at most the execution date in the time
 * zone of the bank.
 */
export function collectionExpiry(
  { decision, executionDate }: Pick<DecidedSigning, 'decision' | 'executionDate'>,
  { now, timeZone }: { readonly now: Temporal.Instant; readonly timeZone: string },
): Temporal.Instant {
  const begin = now.toZonedDateTimeISO(timeZone);
  const validity = decision.rule.collectionValidity ?? { days: collectionValidityDays };
  const byRule = begin.add(validity).toInstant();
  if (executionDate === undefined) return byRule;
  const endOfDay = executionDate.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
  return earlierOf(byRule, endOfDay);
}
