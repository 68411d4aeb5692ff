import { limitUnknownAccounts } from '#capabilities/tpp-quotas/index.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { identifierOf, maskedCard, type NamedAccount } from '../domain/named-account.ts';
import type { KeptTerms } from '../domain/terms.ts';
import type { FundsAccount } from '../ports/funds-accounts.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { referenceOf } from './consent-order.ts';

/** What a third party wants to ask about. */
export interface SentTerms {
  readonly account: NamedAccount;
  readonly cardNumber: string | undefined;
  readonly cardExpiryDate: string | undefined;
  readonly cardInformation: string | undefined;
  readonly registrationInformation: string | undefined;
}

/** Terms that obey all rules, with the account that the core knows. */
export interface AcceptedTerms {
  readonly terms: KeptTerms;
  readonly account: FundsAccount;
}

/** Checks terms and looks the account up. Asks the core, so never in a transaction. */
export async function acceptTerms(ctx: Context & FundsPorts, sent: SentTerms): Promise<AcceptedTerms> {
  const named = withMaskedPan(sent.account, ctx.fundsChoices.of(ctx.bankId).accountFields);
  if (named === undefined) throw problems['consent-faulty']({ fieldErrors: [identifierFault] });
  const reference = referenceOf(named);
  const found = await ctx.fundsAccounts.find(ctx.bankId, reference);
  const currency = named.currency ?? found?.currencies[0];
  const isUsable =
    found !== undefined &&
    found.status !== 'closed' &&
    currency !== undefined &&
    found.currencies.includes(currency);
  await limitUnknownAccounts(ctx, [{ account: reference, isUsable }]);
  if (!isUsable) throw problems['account-unusable']({ fieldErrors: [unusable] });
  // The customer approves one sub-account, and sees which.
  const account = found.currencies.length > 1 ? { ...named, currency } : named;
  return {
    account: found,
    terms: {
      account,
      currency,
      isDefaultCurrency: currency === found.currencies[0],
      ...omitUndefined({
        cardNumber: sent.cardNumber === undefined ? undefined : maskedCard(sent.cardNumber),
        cardExpiryDate: sent.cardExpiryDate,
        cardInformation: sent.cardInformation,
        registrationInformation: sent.registrationInformation,
      }),
    },
  };
}

/** Returns an account as it is kept; undefined unless it has exactly one identifier, of a kind that the bank knows. */
export function withMaskedPan(
  account: NamedAccount,
  supported: Parameters<typeof identifierOf>[1],
): NamedAccount | undefined {
  if (identifierOf(account, supported) === undefined) return undefined;
  const { pan, ...others } = account;
  return pan === undefined ? account : { ...others, maskedPan: maskedCard(pan) };
}

export const identifierFault: FieldError = {
  part: 'body',
  path: ['account'],
  code: 'mismatch',
  message:
    'Name the account by exactly one identifier that supportedAccountReferenceFields of the XS2A profile lists.',
};

const unusable: FieldError = {
  part: 'body',
  path: ['account'],
  code: 'mismatch',
  message: problems['account-unusable'].entry.message,
};
