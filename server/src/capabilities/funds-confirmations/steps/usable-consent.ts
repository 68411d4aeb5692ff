import { resolveSurvivors } from '#capabilities/party/index.ts';
import { type Caller, callerId } from '#platform/auth/caller.ts';
import { requireTokenFor } from '#platform/auth/third-party-token.ts';
import { isUuid } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { ConsentStatus } from '../domain/consent.ts';
import { isSameAccount, type NamedAccount } from '../domain/named-account.ts';
import { chooseAgreement, coverageOf } from '../domain/terms.ts';
import type { FundsAccount } from '../ports/funds-accounts.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { findConsent, listAgreements, type StoredConsent } from '../store/consents.store.ts';
import { referenceOf } from './consent-order.ts';
import { asOfNow } from './load-consent.ts';

/** What a third party asks about. */
export interface Question {
  /** Absent where an access token stands for it, or an agreement about the account is enough. */
  readonly consentId: string | undefined;
  readonly account: NamedAccount;
  /** Masked. */
  readonly cardNumber: string | undefined;
}

type Ctx = Context & FundsPorts;

/** Returns the consent under which the calling third party may ask. It is read at this moment, so a withdrawal counts at once. */
export async function usableConsent(ctx: Ctx, question: Question): Promise<StoredConsent> {
  const consentId = question.consentId ?? consentOfToken(ctx.caller);
  const consent =
    consentId === undefined
      ? await agreementAbout(ctx, question)
      : await namedConsent(ctx, consentId, question);
  const { owner, proxy } = consent;
  if (owner === undefined) throw new Error(`consent ${consent.consentId} is valid without an owner`);
  if (proxy !== undefined && !(await ctx.fundsAccounts.mayShare(ctx.db, ctx.bankId, { owner, proxy })))
    throw consentId === undefined ? problems['not-agreed']() : problems['consent-invalid']();
  return consent;
}

/** SPEC 001: an access token may stand for the consent. Without either, an agreement about the account is looked for. */
function consentOfToken(caller: Caller): string | undefined {
  const standsFor = caller.kind === 'tpp' ? caller.standsFor : undefined;
  return standsFor?.kind === 'resource' ? standsFor.resourceId : undefined;
}

/** SPEC xs2a 5.4: unknown and foreign alike, then what it covers, then its state. */
async function namedConsent(ctx: Ctx, consentId: string, question: Question): Promise<StoredConsent> {
  const { bankId, caller, clock, db, fundsChoices, fundsVault: vault } = ctx;
  const { account, cardNumber } = question;
  requireTokenFor(caller, { service: 'PIIS', resourceId: consentId });
  const found = isUuid(consentId) ? await findConsent(db, vault, { bankId, consentId }) : undefined;
  if (found === undefined || found.organisationId !== callerId(caller)) throw problems['consent-not-found']();
  const isCounted = found.origin === fundsChoices.of(bankId).origin;
  if (!isCounted || !isSameAccount(found.terms.account, account)) throw problems['consent-invalid']();
  const consent = asOfNow(found, clock.now());
  if (consent.status !== 'valid') throw refusalOf(consent.status);
  switch (coverageOf(consent, { cardNumber, currency: account.currency })) {
    case 'covered':
      return requireHeld(ctx, consent, account);
    case 'card-invalid':
      throw problems['card-invalid']();
    case 'other-currency':
      throw problems['consent-invalid']();
  }
}

/** The core is asked last, so that it has no work with questions that are refused anyway. */
async function requireHeld(ctx: Ctx, consent: StoredConsent, account: NamedAccount): Promise<StoredConsent> {
  const known = await ctx.fundsAccounts.find(ctx.bankId, referenceOf(account));
  const [held] = await stillHeld(ctx, known, [consent]);
  if (held === undefined) throw problems['consent-invalid']();
  return held;
}

/** Returns the consents whose owners hold the account at this moment: a holder whom the core removed allows nothing more. */
async function stillHeld(
  { bankId, db }: Ctx,
  known: FundsAccount | undefined,
  consents: readonly StoredConsent[],
): Promise<readonly StoredConsent[]> {
  const ofAccount = consents.filter(({ accountId }) => accountId === known?.accountId);
  const isHolder = (number: string): boolean => known?.holders.includes(number) === true;
  // The consent of a merged customer follows a little later than the answer of the core.
  const survivors = await resolveSurvivors(db, {
    bankId,
    customerNumbers: ofAccount.flatMap(({ owner = '' }) => (isHolder(owner) ? [] : [owner])),
  });
  return ofAccount.filter(({ owner = '' }) => isHolder(owner) || isHolder(survivors.get(owner) ?? ''));
}

/** A consent that the customer has not given, or taken back, is invalid; any other end is an expiry. */
function refusalOf(status: Exclude<ConsentStatus, 'valid'>): Error {
  return status === 'received' || status === 'partiallyAuthorised' || status === 'revokedByPsu'
    ? problems['consent-invalid']()
    : problems['consent-expired']();
}

const agreementsMax = 50;
/** No core has it: an account that does not exist costs the same search as one of which nothing was agreed. */
const noAccount = '';

/** An account that is unknown, closed or without an agreement has one answer. */
async function agreementAbout(ctx: Ctx, { account, cardNumber }: Question): Promise<StoredConsent> {
  const { bankId, caller, db, fundsAccounts, fundsChoices, fundsVault: vault } = ctx;
  const { origin } = fundsChoices.of(bankId);
  if (origin === undefined) throw problems['not-agreed']();
  const known = await fundsAccounts.find(bankId, referenceOf(account));
  const agreements = await listAgreements(db, vault, {
    bankId,
    organisationId: callerId(caller),
    accountId: known?.accountId ?? noAccount,
    origin,
    listMax: agreementsMax,
  });
  const held = await stillHeld(ctx, known, agreements);
  const chosen = chooseAgreement(held, { cardNumber, currency: account.currency });
  if (chosen === 'none') throw problems['not-agreed']();
  if (chosen === 'card-invalid') throw problems['card-invalid']();
  return chosen;
}
