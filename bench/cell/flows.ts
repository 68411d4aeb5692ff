import { at, listAt } from '../../server/src/platform/testing/json-at.ts';
import { searchSamples } from '../benches/party-search-queries.ts';
import type { Chance } from '../harness/chance.ts';
import { createPageBrowser } from '../harness/sign-in-browser.ts';
import { accountPath, signIn } from '../harness/sign-in-visit.ts';
import type { CellBank } from './cell-bank.ts';
import { addressOf, type CellClient } from './cell-client.ts';
import { type CellCustomer, cellCustomerAt, consentEvery, savingsEvery } from './cell-customer.ts';
import { cellPersonAt, passwordOf } from './cell-people.ts';
import { expectStatus, type Recorder, timed } from './recorder.ts';
import type { TextInbox } from './text-inbox.ts';

/** What the flows of the day's mix need. */
export interface FlowDeps {
  readonly bank: CellBank;
  readonly client: CellClient;
  readonly inbox: TextInbox;
  readonly chance: Chance;
  readonly customers: number;
}

/** One business event: runs it, and records its requests. `dueAt` is when it should have begun. */
export type Flow = (deps: FlowDeps, recorder: Recorder, dueAt: number) => Promise<void>;

/** A different customer each time, so that no limit of one customer is reached; `every` selects those with a member. */
function customerChooser(every: number): (deps: FlowDeps) => CellCustomer {
  let next = 0;
  return ({ customers }) => {
    next += 1;
    // A stride over all of them, so that their rows are not neighbours.
    const count = Math.max(1, Math.floor(customers / every));
    return cellCustomerAt(((next * strideOver(count)) % count) * every);
  };
}

/** Returns a number without a common factor with the count. */
function strideOver(count: number): number {
  const hasCommonFactor = (one: number): boolean => {
    let [high, low] = [count, one];
    while (low !== 0) [high, low] = [low, high % low];
    return high !== 1;
  };
  let stride = Math.max(1, Math.floor(count * 0.618));
  while (hasCommonFactor(stride)) stride += 1;
  return stride;
}

const nextReader = customerChooser(consentEvery);
const nextPayer = customerChooser(savingsEvery);
const nextVisitor = customerChooser(1);
const nextCodeOwner = customerChooser(3);
const nextMailboxOwner = customerChooser(1);
const nextRecipient = customerChooser(1);

/** A third party refreshes what it shows: list of accounts, balances and the transactions of the last month. */
const readAccounts: Flow = async (deps, recorder, dueAt) => {
  const { client } = deps;
  const { consentId = '' } = nextReader(deps);
  const read = (path: string): ReturnType<CellClient['asThirdParty']> =>
    client.asThirdParty({ method: 'GET', path, headers: { 'consent-id': consentId } });
  const list = await timed(recorder, { kind: 'list of accounts', since: dueAt }, async () =>
    expectStatus(await read('/v1/accounts'), 200),
  );
  const id = String(at(JSON.parse(list.text), 'accounts', 0, 'resourceId'));
  await timed(recorder, { kind: 'balances' }, async () =>
    expectStatus(await read(`/v1/accounts/${id}/balances`), 200),
  );
  const since = new Date(Date.now() - monthMs).toISOString().slice(0, 10);
  await timed(recorder, { kind: 'transactions' }, async () =>
    expectStatus(await read(`/v1/accounts/${id}/transactions?bookingStatus=booked&dateFrom=${since}`), 200),
  );
};

const monthMs = 30 * 86_400_000;
const paymentPath = '/v1/payments/instant-sepa-credit-transfers';

/** A third party initiates an instant payment, the customer approves it; the worker submits it to the ledger. */
const pay: Flow = async (deps, recorder, dueAt) => {
  const { client } = deps;
  const payer = nextPayer(deps);
  const initiated = await timed(recorder, { kind: 'payment initiation', since: dueAt }, async () =>
    expectStatus(
      await client.asThirdParty({
        method: 'POST',
        path: paymentPath,
        headers: { 'psu-ip-address': '192.0.2.7', 'tpp-explicit-authorisation-preferred': 'true' },
        body: {
          debtorAccount: { iban: payer.current.iban },
          creditorAccount: { iban: payer.savings?.iban },
          creditorName: 'Own account',
          instructedAmount: { currency: 'EUR', amount: '1.00' },
        },
      }),
      201,
    ),
  );
  const paymentId = String(at(JSON.parse(initiated.text), 'paymentId'));
  await timed(recorder, { kind: 'payment approval' }, async () =>
    expectStatus(
      await client.asThirdParty({
        method: 'POST',
        path: `${paymentPath}/${paymentId}/authorisations`,
        headers: { 'psu-id': payer.username },
        body: { psuData: { password: passwordOf(payer.serial) } },
      }),
      201,
    ),
  );
};

/** A customer signs in on the pages, with password and a code that arrives by SMS. */
const signInWithCode: Flow = async (deps, recorder, dueAt) => {
  const { bank, client, inbox } = deps;
  const customer = nextVisitor(deps);
  const browser = createPageBrowser({
    port: bank.bank.proxyPort,
    agent: client.agent,
    address: addressOf(customer.serial),
  });
  const arriving = inbox.nextCode(customer.phone);
  await timed(recorder, { kind: 'sign-in to the second factor', since: dueAt }, async () => {
    const visit = await signIn(browser, {
      username: customer.username,
      password: passwordOf(customer.serial),
    });
    if (visit.reached !== 'second-factor') throw new Error(visit.reached);
  });
  const code = await timed(recorder, { kind: 'code by SMS, until it arrives' }, () => arrived(arriving));
  await timed(recorder, { kind: 'sign-in with the code' }, async () => {
    expectStatus(await browser.submit(accountPath, { step: 'code', code }), 303);
    const page = await browser.open(accountPath);
    if (page.text.includes('name="step" value="code"')) throw new Error('the code was refused');
  });
};

async function arrived(arriving: Promise<string | undefined>): Promise<string> {
  const code = await arriving;
  if (code === undefined) throw new Error('no code arrived');
  return code;
}

/** An application of the bank sends a customer a code and verifies it. */
const verifyCode: Flow = async (deps, recorder, dueAt) => {
  const { client, inbox } = deps;
  const customer = nextCodeOwner(deps);
  const arriving = inbox.nextCode(customer.phone);
  const sent = await timed(recorder, { kind: 'code requested', since: dueAt }, async () =>
    expectStatus(
      await client.asApplication(customer, {
        method: 'POST',
        path: '/v1/authorization/otp/sms/send',
        body: { 'user-id': customer.username },
      }),
      202,
    ),
  );
  const otp = await timed(recorder, { kind: 'code by SMS, until it arrives' }, () => arrived(arriving));
  await timed(recorder, { kind: 'code verified' }, async () => {
    const verification: unknown = JSON.parse(sent.text);
    expectStatus(
      await client.asApplication(customer, {
        method: 'POST',
        path: '/v1/authorization/otp/sms/verify',
        body: { 'verification-id': verification, otp },
      }),
      204,
    );
  });
};

/** The bank announces a statement to a customer; the worker sends it to the mailbox or by e-mail. */
const announceStatement: Flow = async (deps, recorder, dueAt) => {
  const { client } = deps;
  const customer = nextRecipient(deps);
  await timed(recorder, { kind: 'statement announced', since: dueAt }, async () => {
    expectStatus(
      await client.asApplication(customer, {
        method: 'POST',
        path: '/v1/correspondence/communications',
        body: {
          'customer-number': customer.partyNumber,
          'message-kind': 'statement',
          'contact-medium': 'mailbox',
          message: {
            title: 'Your statement',
            body: {
              'content-type': 'text/plain',
              content: 'Dear customer,\n\nyour statement is ready. Sign in to read it.\n\nYour bank\n',
            },
          },
        },
      }),
      201,
    );
  });
};

/** A customer opens the mailbox and reads the newest message. */
const readMailbox: Flow = async (deps, recorder, dueAt) => {
  const { client } = deps;
  const customer = nextMailboxOwner(deps);
  const path = '/v1/correspondence/me/messages';
  const list = await timed(recorder, { kind: 'mailbox', since: dueAt }, async () =>
    expectStatus(await client.asCustomer(customer, { method: 'GET', path }), 200),
  );
  const [newest] = listAt(JSON.parse(list.text), 'items');
  await timed(recorder, { kind: 'message' }, async () =>
    expectStatus(
      await client.asCustomer(customer, {
        method: 'GET',
        path: `${path}/${String(at(newest, 'message-id'))}`,
      }),
      200,
    ),
  );
};

/** An employee searches for a customer by name and opens the party. */
const searchParty: Flow = async ({ chance, client, customers }, recorder, dueAt) => {
  const [sample] = searchSamples({ count: customers, personAt: cellPersonAt }, chance, {
    manner: chance.oneOf(['exact', 'exact', 'prefix', 'typo']),
    count: 1,
  });
  await timed(recorder, { kind: 'party search', since: dueAt }, async () =>
    expectStatus(
      await client.asEmployee({
        method: 'GET',
        path: `/v1/party/parties/search?q=${encodeURIComponent(sample?.q ?? '')}`,
      }),
      200,
    ),
  );
  await timed(recorder, { kind: 'party' }, async () =>
    expectStatus(
      await client.asEmployee({ method: 'GET', path: `/v1/party/parties/${sample?.partyNumber}` }),
      200,
    ),
  );
};

/** The day's mix: the share of each business event, in percent. */
export const dayMix: readonly { readonly name: string; readonly percent: number; readonly flow: Flow }[] = [
  { name: 'accounts read by a third party', percent: 35, flow: readAccounts },
  { name: 'mailbox read', percent: 20, flow: readMailbox },
  { name: 'sign-in', percent: 15, flow: signInWithCode },
  { name: 'payment', percent: 10, flow: pay },
  { name: 'statement announced', percent: 10, flow: announceStatement },
  { name: 'code', percent: 6, flow: verifyCode },
  { name: 'party searched by staff', percent: 4, flow: searchParty },
];
