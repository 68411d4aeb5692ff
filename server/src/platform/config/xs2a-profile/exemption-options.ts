import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import { isCurrency } from '#platform/kernel/currency.ts';
import { type Money, parseMoney } from '#platform/kernel/money.ts';
import { flag, withheldOption } from './option.ts';

const amount = Type.String({ pattern: '^[0-9]{1,14}(\\.[0-9]{1,4})?$' });
/** Art. 16 names five payments in a row. */
const countLimit = 5;
/** No bank keeps accounts in more currencies for its customers. */
const currenciesMax = 20;

const lowValueLimits = Type.Object(
  {
    currency: Type.String({ pattern: '^[A-Z]{3}$' }),
    amountMax: amount,
    sumMax: amount,
    countMax: Type.Integer({ minimum: 1, maximum: countLimit }),
  },
  { additionalProperties: false },
);
const lowValue = Type.Immutable(Type.Array(lowValueLimits, { maxItems: currenciesMax }));

/**
 * Payments that need no second factor; regulation (EU) 2018/389, articles 13 to 16. Not published: the limits would tell a
 * thief of passwords what to try.
 */
export const exemptionOptions = {
  'scaExemptions.lowValue': withheldOption(
    lowValue,
    [],
    'Art. 16: small payments. A list of limits by currency: currency, amountMax of one payment, sumMax and countMax since the last approval with two factors. For EUR at most 30, 100 and 5; in other currencies the bank answers for amounts that are worth no more. Currencies that are not listed are not exempted.',
  ),
  'scaExemptions.recurring': withheldOption(
    flag,
    false,
    'Art. 14: payments of the same amount to the same payee through the same third party, after one that was approved with two factors.',
  ),
  'scaExemptions.ownAccounts': withheldOption(
    flag,
    false,
    'Art. 15: payments between accounts that the customer alone holds at this bank.',
  ),
  // No core lists trusted payees: every value but the default is refused.
  'scaExemptions.trustedBeneficiary': withheldOption(
    Type.Literal(false),
    false,
    'Art. 13: trusted payees. Not offered: the core banking interface does not list them.',
  ),
};

type ConfiguredLimits = Static<typeof lowValueLimits>;

/** Art. 16: 30 EUR for one payment, 100 EUR since the last strong authentication. */
const euroLimits = { amountMax: 3_000n, sumMax: 10_000n };

/** Returns what is wrong with limits whose form is right; empty for a value whose form is not. */
export function lowValueErrors(value: unknown): readonly string[] {
  if (!Check(lowValue, value)) return [];
  const currencies = value.map(({ currency }) => currency);
  return [
    ...currencies
      .filter((currency, index) => currencies.indexOf(currency) < index)
      .map((currency) => `names ${currency} twice`),
    ...value.flatMap(limitErrors),
  ];
}

function limitErrors({ amountMax, currency, sumMax }: ConfiguredLimits): readonly string[] {
  if (!isCurrency(currency)) return [`names the unknown currency ${currency}`];
  const [one, sum] = [amountMax, sumMax].map((text) => parseMoney({ currency, amount: text }));
  if (!isPositive(one) || !isPositive(sum)) return [`has an amount that ${currency} does not have`];
  if (one.minor > sum.minor) return [`allows more in one ${currency} payment than in all together`];
  const isTooHigh = currency === 'EUR' && (one.minor > euroLimits.amountMax || sum.minor > euroLimits.sumMax);
  return isTooHigh ? ['has more than 30 EUR for one payment or 100 EUR together'] : [];
}

function isPositive(money: Money | undefined): money is Money {
  return money !== undefined && money.minor > 0n;
}
