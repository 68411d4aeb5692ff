import { readFileSync } from 'node:fs';
import {
  type LedgerAccount,
  type LedgerAccounts,
  ledgerAccountsOf,
} from '../../bench/harness/ledger-accounts.ts';
import { insertPeople } from '../../bench/harness/sign-in-people.ts';
import {
  type BankRequest,
  type BankResponse,
  createThirdPartyClient,
} from '../../bench/harness/test-third-party.ts';
import { openResources } from '../../server/src/apps/program/open-resources.ts';
import { authorizationCapability } from '../../server/src/capabilities/authorization/index.ts';
import { grantMandate, partyCapability } from '../../server/src/capabilities/party/index.ts';
import { activateSigners } from '../../server/src/capabilities/sca/testing/two-signers.suite.ts';
import { loadConfig } from '../../server/src/platform/config/load-config.ts';
import type { BankOptions } from '../harness/bank-check.ts';
import {
  type BankCustomer,
  type CustomerBank,
  eachOnce,
  openCustomerBank,
  sendOrThrow,
} from '../harness/customer-bank.ts';
import { type ExampleShop, startExampleShop } from '../harness/example-shop.ts';
import { openPartyDesk, type PartyDesk, type RegisteredParty } from '../harness/party-desk.ts';
import { bank as bankId } from '../harness/product.ts';

/** A customer with money on an account, who wants e-mails about payments. */
export interface Payer extends BankCustomer {
  readonly party: RegisteredParty;
  readonly account: LedgerAccount;
}

/** The running product with a ledger, customers with accounts, and a third party that initiates payments. */
export interface PaymentBank extends CustomerBank {
  readonly ledger: LedgerAccounts;
  readonly desk: PartyDesk;
  /** The example third party, whose page has one button, and the account that it is paid to. */
  readonly shop: ExampleShop & { readonly account: LedgerAccount };
  /** Returns a customer whom no check has used yet, with an account that holds 1,000 euros or another sum. */
  payer(more?: { readonly cents?: bigint; readonly language?: string }): Promise<Payer>;
  /** Sends a request with the certificate of the third party, and returns the body; throws unless it succeeds. */
  send(request: BankRequest): Promise<unknown>;
  /** Sends a request that may be refused. */
  attempt(request: BankRequest): Promise<BankResponse>;
  /** Makes payments or consents of a customer need the signature of a second one, who gets a mandate. */
  requireBoth(first: Payer, second: Payer, resourceKind?: 'payment' | 'consent'): Promise<void>;
}

const plentyCents = 100_000n;

export async function openPaymentBank(
  { customers, profile }: BankOptions,
  env: Readonly<Record<string, string>> = {},
): Promise<PaymentBank> {
  await using opened = new AsyncDisposableStack();
  const bank = opened.use(
    await openCustomerBank({
      profile: { debtorAccountOptionalInInitialRequest: true, ...profile },
      env: { PORTICO_CORES: JSON.stringify({ [bankId]: { kind: 'ledger' } }), ...env },
    }),
  );
  const { authorities, product } = bank;
  const { instance, proxyPort } = product;
  const thirdParty = await createThirdPartyClient(instance, { authorities, proxyPort });
  const desk = openPartyDesk(product);
  const parties: RegisteredParty[] = [];
  // One after the other: at once, so many registrations are more than a busy product accepts.
  while (parties.length < customers) parties.push(await desk.register());
  const people = await insertPeople(instance, {
    count: customers,
    prefix: 'payer',
    canSign: true,
    customerNumbers: parties.map(({ customerNumber }) => customerNumber),
  });
  const customer = eachOnce(people);
  const ledger = ledgerAccountsOf(instance, bankId);
  const account = await ledger.open('1000000000', 0n);
  const shop = opened.use(await startExampleShop(bank, account.iban));
  const resources = opened.move();
  return {
    ...bank,
    ledger,
    desk,
    shop: { ...shop, account },
    async payer({ cents = plentyCents, language = 'en' } = {}) {
      const person = customer();
      const party = parties.find(({ customerNumber }) => customerNumber === person.customerNumber);
      if (party === undefined) throw new Error(`${person.username} is no customer`);
      await desk.wantMail(party, language);
      return {
        ...person,
        party,
        account: await ledger.open(party.customerNumber, cents, 'Current account'),
      };
    },
    send: (request) => sendOrThrow(thirdParty, request),
    attempt: (request) => thirdParty.send(request),
    requireBoth: (first, second, resourceKind = 'payment') =>
      requireBoth(instance.env, [first, second], resourceKind),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Uses the operations of the commands of the product. */
async function requireBoth(
  env: Readonly<Record<string, string>>,
  [first, second]: readonly [Payer, Payer],
  resourceKind: 'payment' | 'consent',
): Promise<void> {
  const config = loadConfig(env, (path) => readFileSync(path, 'utf8'));
  await using resources = openResources(config, { command: 'signing-rules activate' });
  const ports = await resources.ports([partyCapability, authorizationCapability]);
  const context = resources.contextFor(bankId);
  const [owner, proxy] = [first.party.customerNumber, second.party.customerNumber];
  await grantMandate(
    { ...context, ...ports.of(partyCapability) },
    { principal: owner, proxy, terms: {}, employeeId: 'e-1', reason: 'letter of the customer' },
  );
  await activateSigners(
    { ...context, ...ports.of(authorizationCapability) },
    { owner, userIds: [first.userId, second.userId], resourceKind },
  );
}
