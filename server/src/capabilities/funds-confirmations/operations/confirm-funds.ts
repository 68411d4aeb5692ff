import { callerId } from '#platform/auth/caller.ts';
import { type Money, type MoneyText, parseMoney } from '#platform/kernel/money.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { maskedCard, type NamedAccount } from '../domain/named-account.ts';
import type { FundsPorts } from '../ports/funds-ports.ts';
import { problems } from '../problems.ts';
import { identifierFault, withMaskedPan } from '../steps/accept-terms.ts';
import { answerQuestion } from '../steps/answer-question.ts';
import { type Question, usableConsent } from '../steps/usable-consent.ts';
import { insertAskedDay } from '../store/asked-days.store.ts';

/** A question of a third party whether an account has the funds for a payment. */
export interface ConfirmFunds {
  readonly consentId: string | undefined;
  readonly account: NamedAccount;
  readonly cardNumber: string | undefined;
  readonly amount: MoneyText;
}

/**
 * Answers whether an account has the funds for an amount: yes or no, and nothing else. Nothing is reserved on the
 * account. The answer to a question about the same amount stays the same for a while. SPEC 001, xs2a 1.8
 */
export async function confirmFunds(ctx: Context & FundsPorts, command: ConfirmFunds): Promise<boolean> {
  const { bankId, clock, db, fundsChoices } = ctx;
  const { amount, question } = questionIn(ctx, command);
  const consent = await usableConsent(ctx, question);
  const { accountId, consentId, terms } = consent;
  if (amount.currency !== terms.currency) throw problems['question-faulty']({ fieldErrors: [otherCurrency] });
  const hasFunds = await answerQuestion(ctx, { organisationId: callerId(ctx.caller), accountId, amount });
  const day = clock.now().toZonedDateTimeISO(fundsChoices.of(bankId).timeZone).toPlainDate();
  await insertAskedDay(db, { bankId, consentId, day });
  return hasFunds;
}

function questionIn(
  { bankId, fundsChoices }: Context & FundsPorts,
  { account: sent, amount: text, cardNumber, consentId }: ConfirmFunds,
): { readonly question: Question; readonly amount: Money } {
  const account = withMaskedPan(sent, fundsChoices.of(bankId).accountFields);
  const amount = parseMoney(text);
  const isAmount = amount !== undefined && amount.minor > 0n;
  const faults = [...(account === undefined ? [identifierFault] : []), ...(isAmount ? [] : [amountFault])];
  if (account === undefined || !isAmount) throw problems['question-faulty']({ fieldErrors: faults });
  const masked = cardNumber === undefined ? undefined : maskedCard(cardNumber);
  return { amount, question: { consentId, account, cardNumber: masked } };
}

const amountFault: FieldError = {
  part: 'body',
  path: ['instructedAmount'],
  code: 'mismatch',
  message: 'The amount must be positive, with no more decimal digits than its currency has.',
};

const otherCurrency: FieldError = {
  part: 'body',
  path: ['instructedAmount', 'currency'],
  code: 'mismatch',
  message: 'The amount must be in the currency of the account. The bank converts no amounts.',
};
