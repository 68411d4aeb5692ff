import { setTimeout } from 'node:timers/promises';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { type ConsentBank, giveConsent, type Holder } from '../harness/consent-bank.ts';
import type { Payer, PaymentBank } from '../harness/payment-bank.ts';
import { approvalOf, initiationOf } from '../harness/payment-requests.ts';
import { progress } from '../harness/report.ts';
import { createPageBrowser, exchange, keepAliveAgent } from '../harness/sign-in-browser.ts';
import { signIn } from '../harness/sign-in-visit.ts';

/** How often each kind of business happens. */
export interface BusinessSize {
  readonly consents: number;
  readonly payments: number;
  readonly messages: number;
  readonly signIns: number;
}

const bankId = '01';
const inParallel = 4;
const settledSecondsMax = 300;
/** A caller has a limit of changes per minute. */
const changesPerCaller = 50;

/** Repeats work, a few at a time. */
async function repeat(name: string, count: number, work: (nth: number) => Promise<void>): Promise<void> {
  const show = progress(name, count);
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) {
      const nth = next;
      next += 1;
      await work(nth);
      show(next);
    }
  };
  await Promise.all(Array.from({ length: inParallel }, run));
}

/** Customers of the run; they are inserted before the processes start. */
export interface Customers {
  readonly holders: readonly Holder[];
  readonly payers: readonly Payer[];
}

/** Lets customers, third parties and applications do what they do, through the processes of the product. */
export async function doBusiness(
  { apis, bank }: ConsentBank,
  { holders, payers }: Customers,
  size: BusinessSize,
): Promise<void> {
  const [consentApi] = apis;
  await repeat('consents', holders.length, async (nth) => {
    const holder = holders[nth];
    if (holder === undefined) return;
    const consentId = await giveConsent(consentApi, bank.instance, holder);
    const read = await consentApi.send({
      method: 'GET',
      path: '/v1/accounts',
      headers: { 'Consent-ID': consentId },
    });
    expectStatus(200, read, 'a list of accounts');
  });
  // Codes of consents are read from the database, before the worker sends and forgets them.
  await bank.worker.start();
  await repeat('payments', size.payments, async (nth) => {
    const payer = payers[nth % payers.length];
    if (payer !== undefined) await pay(bank, payer);
  });
  await repeat('messages', size.messages, (nth) => sendMessage(bank, nth));
  const agent = keepAliveAgent();
  await repeat('sign-ins', size.signIns, async (nth) => {
    const address = `10.${(nth >> 8) & 255}.${nth & 255}.7`;
    const browser = createPageBrowser({ port: bank.proxyPort, agent, address });
    await signIn(browser, { username: `unknown.${nth}`, password: `a wrong guess ${nth}` });
  });
  agent.destroy();
  await untilSettled(bank);
}

function expectStatus(
  expected: number,
  response: { readonly status: number; readonly body?: unknown },
  what: string,
): void {
  if (response.status !== expected)
    throw new Error(`${what}: ${response.status} ${JSON.stringify(response.body)}`);
}

async function pay(bank: PaymentBank, payer: Payer): Promise<void> {
  const initiated = await bank.send(initiationOf(payer));
  expectStatus(201, initiated, 'a payment');
  expectStatus(
    201,
    await bank.send(approvalOf(payer, String(at(initiated.body, 'paymentId')))),
    'an approval',
  );
}

/** Registers a party, and sends a message to its mailbox or its address. */
async function sendMessage(bank: PaymentBank, nth: number): Promise<void> {
  const id = `storage-${Math.floor(nth / changesPerCaller)}`;
  const registrar: TokenRequest = {
    kind: 'application',
    id,
    banks: [bankId],
    scope: 'party.register party.write',
  };
  const party = await post(bank, registrar, {
    path: '/v1/party/parties/individuals',
    key: `party-${nth}`,
    body: {
      'registration-profile': 'contact',
      'given-name': 'Ada',
      surname: `Reihe ${lettersOf(nth)}`,
      'mobile-phone': { number: `+49151${String(10_000_000 + nth)}` },
      'email-address': { value: `ada.${nth}@example.org` },
    },
  });
  const sender: TokenRequest = { kind: 'application', id, banks: [bankId], scope: 'correspondence.send' };
  await post(bank, sender, {
    path: '/v1/correspondence/communications',
    key: `message-${nth}`,
    body: {
      'customer-number': at(party, 'id'),
      'message-kind': 'notice',
      'contact-medium': nth % 2 === 0 ? 'mailbox' : 'email',
      message: { title: `Notice ${nth}`, body: { 'content-type': 'text/plain', content: messageText } },
    },
  });
}

/** As long as the notices of banks are: 420 characters. */
const messageText = 'Your account statement is ready. Sign in to read it. '.repeat(8).slice(0, 420);

/** A name of letters alone, another one for each number. */
const lettersOf = (nth: number): string =>
  nth.toString(26).replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 26)));

async function post(
  { api, instance }: PaymentBank,
  as: TokenRequest,
  { body, key, path }: { readonly path: string; readonly key: string; readonly body: unknown },
): Promise<unknown> {
  const { response } = await exchange({
    port: api.port,
    agent: keepAliveAgent(),
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${await instance.mint.mint(as)}`,
      'content-type': 'application/json',
      'idempotency-key': key.padEnd(24, '-'),
      connection: 'close',
    },
    body: JSON.stringify(body),
  });
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.text}`);
  return JSON.parse(response.text);
}

/** Waits until events are published, payments have ended and audit entries are sealed. */
async function untilSettled({ instance: { database } }: PaymentBank): Promise<void> {
  for (let waited = 0; waited < settledSecondsMax; waited += 1) {
    await setTimeout(1_000);
    const [row] = await database.query<{ open: number }>(
      `select (select count(*) from platform.outbox_event where published_at is null)::int
            + (select count(*) from platform.audit_entry where entry_no is null)::int
            + (select count(*) from correspondence.open_communication where medium in ('email', 'mailbox'))::int
            + (select count(*) from payments.payment where approved_at is not null and ended_at is null)::int as open`,
    );
    if (row?.open === 0) return;
  }
  throw new Error('not everything was settled in time');
}
