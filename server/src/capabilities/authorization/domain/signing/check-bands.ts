import type { Currency } from '#platform/kernel/currency.ts';
import { formatMoney } from '#platform/kernel/money.ts';
import type { Finding } from './finding.ts';
import { anyType, anyValue, isForPayments, type SigningRule } from './rule.ts';

/** Returns the key of the row of a rule: all properties that bands of one row share. */
export function rowOf(rule: SigningRule): string {
  const { bankId, owner, isMandatory, resourceKind, authorizationType, transactionType, account } = rule;
  const money = `${rule.currency} ${rule.referenceCurrency ?? ''}`;
  const role = isMandatory ? 'mandatory' : `governing ${rule.withinDays ?? ''}`;
  return [bankId, owner, role, resourceKind, authorizationType, transactionType, account, money].join('|');
}

/** Checks the bands of a row. SPEC channel-interfaces 9.3: they cover 0 to infinity without overlap. */
export function checkBands(row: readonly SigningRule[]): readonly Finding[] {
  const sorted = row.toSorted((left, right) => (left.band.from < right.band.from ? -1 : 1));
  const findings: Finding[] = [];
  let reached: bigint | undefined = 0n;
  let before: SigningRule | undefined;
  for (const rule of sorted) {
    const finding = seam(before, rule, reached);
    if (finding !== undefined) findings.push(finding);
    reached = further(reached, rule.band.to);
    before = rule;
  }
  return [...findings, ...openEnd(before, reached)];
}

function further(reached: bigint | undefined, to: bigint | undefined): bigint | undefined {
  if (reached === undefined || to === undefined) return undefined;
  return to > reached ? to : reached;
}

function seam(
  before: SigningRule | undefined,
  rule: SigningRule,
  reached: bigint | undefined,
): Finding | undefined {
  const ruleIds = before === undefined ? [rule.ruleId] : [before.ruleId, rule.ruleId];
  const { from } = rule.band;
  if (reached !== undefined && from > reached) {
    // A rule that joins others may start anywhere: below it nothing more is required.
    if (rule.isMandatory || (rule.withinDays !== undefined && before === undefined)) return undefined;
    const message = `No rule covers ${amountText(rule, reached)} up to ${amountText(rule, from)}.`;
    return { severity: 'error', code: 'band-gap', ruleIds, message, path: 'amount-from' };
  }
  if (reached !== undefined && from === reached) return undefined;
  const message = `From ${amountText(rule, from)} on, more than one rule covers the same amounts.`;
  return { severity: 'error', code: 'band-overlap', ruleIds, message, path: 'amount-from' };
}

function openEnd(last: SigningRule | undefined, reached: bigint | undefined): readonly Finding[] {
  if (last === undefined || reached === undefined || last.isMandatory) return [];
  const message = `No rule covers ${amountText(last, reached)} and more.`;
  return [{ severity: 'error', code: 'band-gap', ruleIds: [last.ruleId], message, path: 'amount-to' }];
}

function amountText(rule: SigningRule, minor: bigint): string {
  const currency = currencyOf(rule);
  return currency === undefined ? `${minor}` : `${currency} ${formatMoney({ minor, currency })}`;
}

function currencyOf({ currency, referenceCurrency }: SigningRule): Currency | undefined {
  return currency === anyValue ? referenceCurrency : currency;
}

/**
 * Finds payments that rules of an owner leave out: those from other accounts, or of other types. They would be signed
 * under the strictest rule, which the owner would not expect.
 */
export function checkPaymentGap(
  own: readonly SigningRule[],
  all: readonly SigningRule[],
): readonly Finding[] {
  const governing = own.filter((rule) => !rule.isMandatory && isForPayments(rule));
  const isCovered = all.some((rule) => !rule.isMandatory && isForPayments(rule) && isForAll(rule));
  const [first] = governing;
  if (first === undefined || isCovered) return [];
  const what = first.account === anyValue ? 'of other transaction-types' : 'from other accounts';
  return [
    {
      severity: 'error',
      code: 'payment-gap',
      ruleIds: governing.map(({ ruleId }) => ruleId),
      message: `No rule covers payments ${what}. Add a rule for account * and transaction-type N/A.`,
      path: first.account === anyValue ? 'transaction-type' : 'account',
    },
  ];
}

/** Returns whether a rule leaves out no account, no type and no amount. */
function isForAll({ account, band, transactionType, withinDays }: SigningRule): boolean {
  const isEveryAmount = withinDays === undefined || band.from === 0n;
  return account === anyValue && transactionType === anyType && isEveryAmount;
}
