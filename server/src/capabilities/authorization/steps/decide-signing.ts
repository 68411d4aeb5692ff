import type { Temporal } from 'temporal-polyfill';
import { getCustomerContacts } from '#capabilities/party/index.ts';
import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import { type Currency, isCurrency } from '#platform/kernel/currency.ts';
import { isIban } from '#platform/kernel/iban.ts';
import type { Context } from '#platform/work/context.ts';
import type { EvaluateCommand } from '../domain/calling-context.ts';
import { effectiveRule, type RuleBook, strictestOf } from '../domain/signing/effective-rule.ts';
import { explainChoice } from '../domain/signing/explain.ts';
import {
  type AccountAnswers,
  factsOf,
  type OwnerKind,
  type SigningFacts,
  type SigningOwner,
} from '../domain/signing/facts.ts';
import type { EffectiveRule } from '../domain/signing/merge-rules.ts';
import { type PayloadContent, readPayload } from '../domain/signing/payload.ts';
import { type AccountReference, accountKey } from '../domain/signing/payment-order.ts';
import type { ResourceKind } from '../domain/signing/rule.ts';
import { expectedSignatureData, payloadHash } from '../domain/signing/signature-data.ts';
import { sha256Hex } from '../engine/sha256-hex.ts';
import type { Accounts, KnownAccount } from '../ports/accounts.ts';
import type { AuthorizationPorts } from '../ports/authorization-ports.ts';
import type { Decision } from '../store/decision-document.ts';
import { findRules, listActiveRules } from '../store/signing-rules.store.ts';

type Ports = AuthorizationPorts;

/** What a payload comes to: its digest, the rule that holds for it, and what a device must show of it. */
export interface DecidedSigning {
  /** Whose thing it is: of a joint account whoever it is kept under. */
  readonly owner: string;
  readonly digest: string;
  readonly decision: Decision;
  readonly signatureData: string;
  /** The day on which it is to be carried out, where the payload names one; signatures are not collected beyond. */
  readonly executionDate: Temporal.PlainDate | undefined;
}

/** A payload of somebody. */
export interface PayloadOf {
  readonly owner: string;
  /** Customers with whom the owner holds accounts, under whose numbers these are kept. */
  readonly jointOwners: readonly string[];
  readonly resourceKind: ResourceKind;
  readonly payload: string;
  readonly context: EvaluateCommand['context'];
}

/**
 * Reads a payload and finds the rule for it. What decides is read from the payload alone, because only the payload is
 * in the digest; the call may add questions, which makes the rule stricter.
 */
export async function decideSigning(ctx: Context & Ports, asked: PayloadOf): Promise<DecidedSigning> {
  const { accounts, bankId, clock, db } = ctx;
  const { payload, resourceKind } = asked;
  const content = contentOf(ctx, asked);
  const references = [
    ...content.orders.flatMap(({ creditorAccount, debtorAccount }) => [debtorAccount, creditorAccount]),
    ...content.accounts,
  ];
  const known = await accounts.find(bankId, references);
  refuseUnknownDebtors(accounts, { content, known });
  const owner = ownerOf(asked, { content, known });
  const ownerKind = await ownerKindOf(ctx, owner);
  const facts = askedFacts(ctx, { ...asked, owner, ownerKind }, { content, known });
  const rules = await findRules(db, {
    bankId,
    owner,
    resourceKind,
    accounts: facts.questions.flatMap(({ account }) => account ?? []),
    amounts: facts.questions.flatMap(({ amounts }) => amounts),
    referenceCurrency: homeCurrencyOf(ctx),
  });
  const midRates = await ratesFor(ctx, facts);
  const book: RuleBook = { rules, now: clock.now(), midRates, referenceCurrency: homeCurrencyOf(ctx) };
  return {
    owner,
    digest: payloadHash(payload, sha256Hex),
    decision: {
      rule: (await ruleOfRules(ctx, facts, book)) ?? effectiveRule(facts, book),
      sentences: explainChoice(facts, book).flatMap(({ sentences }) => sentences),
    },
    signatureData: expectedSignatureData(content, payload, sha256Hex),
    executionDate: content.executionDate,
  };
}

/** A change of rules that no rule is about is signed as the strictest thing of its owner, never by one alone. */
async function ruleOfRules(
  { bankId, db }: Context & Ports,
  facts: SigningFacts,
  book: RuleBook,
): Promise<EffectiveRule | undefined> {
  if (facts.resourceKind !== 'signing-rule' || effectiveRule(facts, book).basis === 'rule') return undefined;
  const rules = await listActiveRules(db, { bankId, owner: facts.owner });
  return strictestOf(facts, { ...book, rules });
}

function contentOf({ paymentFiles }: Ports, { payload, resourceKind }: PayloadOf): PayloadContent {
  const orders = /^\uFEFF?\s*</.test(payload) ? paymentFiles.ordersIn(payload) : undefined;
  const read = readPayload(
    orders === undefined ? { resourceKind, text: payload } : { resourceKind, text: payload, orders },
  );
  if (read.kind === 'content') return read.content;
  const { fault, path } = read.fault;
  refuseFaults([
    { ...faultAt(['payload'], 'malformed'), message: `${fault} at ${path === '' ? 'the start' : path}` },
  ]);
  throw new Error('not reached');
}

/**
 * Refuses accounts to be debited, or consented to, that are not known for certain: sums and rules go by account, and
 * one account under two names would be counted twice.
 */
// GAP: the specification does not say which names of an account are accepted. ADR-0049
function refuseUnknownDebtors({ unknownDebtors }: Accounts, { content, known }: Read): void {
  const unknown = debitedIn(content).filter((reference) => !known.has(accountKey(reference)));
  if (unknown.length === 0) return;
  // An account that is not there is answered like one of another customer.
  if (unknownDebtors === 'refused') refuseFaults([faultAt(['payload'], 'mismatch')]);
  if (unknown.some(({ scheme }) => scheme !== 'iban'))
    refuseFaults([{ ...faultAt(['payload'], 'format'), message: 'Name the debtor account by its IBAN.' }]);
  if (unknown.some(({ id }) => !isIban(id)))
    refuseFaults([
      { ...faultAt(['payload'], 'checksum'), message: 'The IBAN of the debtor account is not valid.' },
    ]);
}

/** Accounts that the payload takes money from or opens to others. */
function debitedIn({ accounts, orders }: PayloadContent): readonly AccountReference[] {
  return [...orders.map(({ debtorAccount }) => debtorAccount), ...accounts];
}

/** Whose accounts are touched. What belongs to somebody else is not paid from by the rules of this one. */
function ownerOf({ jointOwners, owner }: PayloadOf, { content, known }: Read): string {
  const owners = new Set(
    debitedIn(content).flatMap((reference) => known.get(accountKey(reference))?.owner ?? []),
  );
  const [first = owner, ...others] = owners;
  const isOwn = first === owner || jointOwners.includes(first);
  if (!isOwn || others.length > 0) refuseFaults([faultAt(['payload'], 'mismatch')]);
  return first;
}

interface Read {
  readonly content: PayloadContent;
  readonly known: ReadonlyMap<string, KnownAccount>;
}

function askedFacts(
  ctx: Context & Ports,
  of: PayloadOf & { readonly ownerKind: OwnerKind },
  { content, known }: Read,
): SigningFacts {
  const { bankId } = ctx;
  const { context, owner, ownerKind } = of;
  const signingOwner: SigningOwner = { bankId, owner, ownerKind };
  const facts = factsOf(content, signingOwner, answersOf(ctx, { known, owner }));
  const { transactionType } = context;
  if (transactionType === undefined) return facts;
  // Asked in addition, never instead: what the caller says cannot make a rule laxer.
  return {
    ...facts,
    questions: facts.questions.flatMap((question) => [question, { ...question, transactionType }]),
  };
}

/** What the party is; of one that is not kept here, whoever signs for it is the person or acts for others. */
async function ownerKindOf(ctx: Context & Ports, owner: string): Promise<OwnerKind> {
  const { caller, correspondence, db } = ctx;
  const party = await getCustomerContacts({ ...ctx, ...correspondence.party }, db, owner);
  const isPerson =
    party === undefined
      ? caller.kind === 'customer' && caller.customerNumber === owner
      : party.kind === 'individual';
  return isPerson ? 'person' : 'organization';
}

function answersOf(
  ctx: Context & Ports,
  { known, owner }: { readonly known: ReadonlyMap<string, KnownAccount>; readonly owner: string },
): AccountAnswers {
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
  if (!isCurrency(referenceCurrency)) throw new Error('a bank has an unknown reference currency');
  return referenceCurrency;
}

/** Rates are asked for only where an amount is in another currency than the bank's own. */
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
