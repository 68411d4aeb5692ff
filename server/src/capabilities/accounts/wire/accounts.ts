import type { LeftAccesses } from '#capabilities/consents/index.ts';
import type { CoreBalance } from '#capabilities/core-banking/index.ts';
import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { formatMoney, isZero, type Money, type MoneyText } from '#platform/kernel/money.ts';
import type {
  listAccounts as accountsContract,
  listBalances as balancesContract,
  listCardBalances as cardBalancesContract,
  getCardAccount as cardContract,
  listCardAccounts as cardsContract,
  getAccount as readContract,
} from '../contract/accounts.ts';
import type { Access, Accessed, AccountAccess, ListAccess } from '../steps/access.ts';
import type { AccountView } from '../steps/read-accounts.ts';

type Request = Pick<RequestOf<typeof accountsContract>, 'headers'>;
type ListRequest = Request & Pick<RequestOf<typeof accountsContract>, 'query'>;
type AccountRequest = Request & Pick<RequestOf<typeof readContract>, 'params'>;

/** SPEC 001: PSU-IP-Address is contained if and only if the customer actively initiated the request. */
export function accessIn({ headers }: Request): Access {
  return { consentId: headers['consent-id'], isAttended: headers['psu-ip-address'] !== undefined };
}

export function toListAccess({ query, ...request }: ListRequest): ListAccess {
  return { ...accessIn(request), withBalance: query.withBalance === 'true' };
}

/** Cards are listed with their balances. SPEC 001 */
export function toCardListAccess(request: Request): ListAccess {
  return { ...accessIn(request), withBalance: true };
}

export function toAccountAccess({ params, ...request }: AccountRequest & ListRequest): AccountAccess {
  return { ...toListAccess(request), resourceId: params['account-id'] };
}

export function toBalanceAccess({ params, ...request }: AccountRequest): AccountAccess {
  return { ...accessIn(request), withBalance: true, resourceId: params['account-id'] };
}

export function countIn(left: LeftAccesses | undefined): Readonly<Record<string, string>> {
  if (left === undefined) return {};
  return {
    'consent-accesses-left': String(left.left),
    ...(left.resetsAt && { 'consent-accesses-reset': left.resetsAt.toString() }),
  };
}

export function toAccounts({
  left,
  read,
}: Accessed<readonly AccountView[]>): ResponseOf<typeof accountsContract> {
  return { status: 200 as const, headers: countIn(left), body: { accounts: read.map(toAccount) } };
}

export function toOneAccount({ left, read }: Accessed<AccountView>): ResponseOf<typeof readContract> {
  return { status: 200 as const, headers: countIn(left), body: { account: toAccount(read) } };
}

export function toBalances({ left, read }: Accessed<AccountView>): ResponseOf<typeof balancesContract> {
  return {
    status: 200 as const,
    headers: countIn(left),
    body: { account: referenceOf(read), balances: toBalanceList(read.balances ?? []) },
  };
}

export function toCards({ left, read }: Accessed<readonly AccountView[]>): ResponseOf<typeof cardsContract> {
  return { status: 200 as const, headers: countIn(left), body: { cardAccounts: read.map(toCard) } };
}

export function toOneCard({ left, read }: Accessed<AccountView>): ResponseOf<typeof cardContract> {
  return { status: 200 as const, headers: countIn(left), body: { cardAccount: toCard(read) } };
}

export function toCardBalances({
  left,
  read,
}: Accessed<AccountView>): ResponseOf<typeof cardBalancesContract> {
  return {
    status: 200 as const,
    headers: countIn(left),
    body: { cardAccount: referenceOf(read), balances: toCardBalanceList(read.balances ?? []) },
  };
}

type AccountBody = ResponseOf<typeof readContract>['body']['account'];
type CardBody = ResponseOf<typeof cardContract>['body']['cardAccount'];

/** SPEC xs2a 2.4: a whole account of several currencies has the currency XXX. */
const severalCurrencies = 'XXX';

function commonOf(view: AccountView, path: string) {
  const { account, balances, ownerName, resourceId } = view;
  const { product, status } = account;
  return omitUndefined({
    resourceId,
    currency: view.currency ?? severalCurrencies,
    product,
    name: product,
    ownerName,
    status: status === 'open' ? ('enabled' as const) : ('blocked' as const),
    balances: balances && toBalanceList(balances),
    _links: linksOf(view, `${path}/${resourceId}`),
  });
}

/** Links to what the consent covers; none where it is for the list alone. */
function linksOf({ isOnlyListed, kinds }: AccountView, path: string): AccountBody['_links'] {
  const linked = (['balances', 'transactions'] as const).filter((kind) => kinds.has(kind));
  if (isOnlyListed || linked.length === 0) return undefined;
  return Object.fromEntries(linked.map((kind) => [kind, { href: `${path}/${kind}` }]));
}

function toAccount(view: AccountView): AccountBody {
  const { bban, iban, kind } = view.account;
  return omitUndefined({
    ...commonOf(view, '/v1/accounts'),
    iban,
    bban,
    cashAccountType: kind === 'savings' ? ('SVGS' as const) : ('CACC' as const),
  });
}

function toCard(view: AccountView): CardBody {
  const { balances, account } = view;
  const limit = balances?.find(({ creditLimit }) => !isZero(creditLimit))?.creditLimit;
  return omitUndefined({
    ...commonOf(view, '/v1/card-accounts'),
    balances: balances && toCardBalanceList(balances),
    maskedPan: account.maskedPan ?? '',
    creditLimit: limit && toAmount(limit),
  });
}

export function referenceOf({
  account,
  currency,
}: AccountView): ResponseOf<typeof balancesContract>['body']['account'] {
  const { bban, iban, maskedPan } = account;
  return omitUndefined({ iban, bban, maskedPan, currency: currency ?? severalCurrencies });
}

type BalanceBody = NonNullable<AccountBody['balances']>[number];

export function toBalanceList(balances: readonly CoreBalance[]): BalanceBody[] {
  return balances.flatMap(({ available, booked, changedAt, closing, creditLimit }) => {
    const lastChangeDateTime = changedAt.toString();
    return [
      { balanceAmount: toAmount(booked), balanceType: 'interimBooked' as const, lastChangeDateTime },
      {
        balanceAmount: toAmount(available),
        balanceType: 'interimAvailable' as const,
        creditLimitIncluded: !isZero(creditLimit),
        lastChangeDateTime,
      },
      ...(closing === undefined
        ? []
        : [
            {
              balanceAmount: toAmount(closing.amount),
              balanceType: 'closingBooked' as const,
              referenceDate: closing.day.toString(),
            },
          ]),
    ];
  });
}

// SPEC 001, card accounts
// GAP: the core reports no bills, so that all that is booked is not billed yet. ADR-0081
export function toCardBalanceList(balances: readonly CoreBalance[]): BalanceBody[] {
  const notBilled = balances.map(({ booked, changedAt }) => ({
    balanceAmount: toAmount(booked),
    balanceType: 'nonBilled' as const,
    lastChangeDateTime: changedAt.toString(),
  }));
  return [...toBalanceList(balances), ...notBilled];
}

export function toAmount(money: Money): MoneyText {
  return { currency: money.currency, amount: formatMoney(money) };
}
