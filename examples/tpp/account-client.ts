import { type BankConnection, BankRefusal, listAt, textAt } from './bank-connection.ts';
import { redirectHeaders } from './payment-client.ts';
import type { Headers } from './sign-message.ts';

/** A customer at the shop, who wants to see the own accounts. `customer`: as for payments. */
export interface Visit {
  readonly returnUrl: string;
  readonly customer: Headers;
}

/** An amount as the bank writes it: decimals after a point, a minus if it is negative. */
export interface Amount {
  readonly amount: string;
  readonly currency: string;
}

export interface BookedEntry {
  readonly day: string;
  readonly amount: Amount;
}

/** An account in one currency. */
export interface Account {
  readonly name: string;
  readonly number: string;
  readonly balance: Amount;
  /** Booked entries of the last days; undefined if the bank refuses them, or has too many. */
  readonly entries: readonly BookedEntry[] | undefined;
}

/** Consents and accounts at the bank. */
export interface AccountClient {
  /** Asks for a consent; the customer chooses the accounts at the bank. */
  ask(visit: Visit): Promise<{ readonly consentId: string; readonly approvalUrl: string }>;
  statusOf(consentId: string): Promise<string>;
  /** Reads the accounts of a consent, because the customer wants to see them. */
  read(consentId: string, customer: Headers): Promise<readonly Account[]>;
  end(consentId: string): Promise<void>;
}

const consentDays = 90;
const historyDays = 90;
/** A longer history is not drawn. */
const pagesMax = 10;

export function createAccountClient(call: BankConnection): AccountClient {
  const entriesOf = async (link: string, headers: Headers): Promise<readonly BookedEntry[] | undefined> => {
    const entries: BookedEntry[] = [];
    let path = `${link}?bookingStatus=booked&dateFrom=${dayIn(-historyDays)}`;
    for (let page = 0; page < pagesMax && path !== ''; page += 1) {
      const response = await call({ method: 'GET', path, headers });
      entries.push(...listAt(response, 'transactions', 'booked').map(entryIn));
      path = textAt(response, 'transactions', '_links', 'next', 'href');
    }
    // With entries missing, each balance before them would be wrong.
    return path === '' ? entries : undefined;
  };
  return {
    async ask({ customer, returnUrl }) {
      const response = await call({
        method: 'POST',
        path: '/v1/consents',
        headers: { ...customer, ...redirectHeaders(returnUrl) },
        body: {
          // Empty lists: the customer chooses the accounts at the bank.
          access: { balances: [], transactions: [] },
          recurringIndicator: true,
          validUntil: dayIn(consentDays),
          frequencyPerDay: 4,
        },
      });
      return {
        consentId: textAt(response, 'consentId'),
        approvalUrl: textAt(response, '_links', 'scaRedirect', 'href'),
      };
    },
    async statusOf(consentId) {
      return textAt(await call({ method: 'GET', path: `/v1/consents/${consentId}/status` }), 'consentStatus');
    },
    async read(consentId, customer) {
      // With PSU-IP-Address, one of the headers of the customer, the bank does not count the access.
      const headers = { ...customer, 'Consent-ID': consentId };
      const response = await call({ method: 'GET', path: '/v1/accounts?withBalance=true', headers });
      const accounts = listAt(response, 'accounts').map(async (one) => {
        const link = textAt(one, '_links', 'transactions', 'href');
        const entries = link === '' ? undefined : await entriesOf(link, headers).catch(withoutRefused);
        return balancesIn(one).map((balance) => ({
          name: textAt(one, 'name'),
          number: textAt(one, 'iban') || textAt(one, 'bban'),
          balance,
          entries: entries?.filter(({ amount }) => amount.currency === balance.currency),
        }));
      });
      return (await Promise.all(accounts)).flat();
    },
    async end(consentId) {
      await call({ method: 'DELETE', path: `/v1/consents/${consentId}` });
    },
  };
}

/** What is booked now: one amount, or one for each currency of the account. */
function balancesIn(account: unknown): readonly Amount[] {
  return listAt(account, 'balances')
    .filter((one) => textAt(one, 'balanceType') === 'interimBooked')
    .map((one) => amountAt(one, 'balanceAmount'));
}

function entryIn(entry: unknown): BookedEntry {
  return { day: textAt(entry, 'bookingDate'), amount: amountAt(entry, 'transactionAmount') };
}

function amountAt(value: unknown, member: string): Amount {
  return { amount: textAt(value, member, 'amount'), currency: textAt(value, member, 'currency') };
}

/** The balances are shown also if the bank refuses the entries. */
function withoutRefused(error: unknown): undefined {
  if (error instanceof BankRefusal) return undefined;
  throw error;
}

/** Returns the day before or after today, as the bank writes it. */
function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
