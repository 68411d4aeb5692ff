import { hash, randomUUID, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { freePort, startProgram, until } from '../../bench/harness/processes.ts';
import { insertPeople, type Person } from '../../bench/harness/sign-in-people.ts';
import { testPayment } from '../../bench/harness/test-payment.ts';
import { insertGoodStatus } from '../../bench/harness/third-party-api.ts';
import type { Order, SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import {
  putAccount,
  type TestAccount,
} from '../../server/src/capabilities/sca/testing/test-accounts.suite.ts';
import { authorisationsOf } from '../../server/src/capabilities/sca/testing/test-routes.suite.ts';
import {
  addSubject,
  changeOrder,
  createSubjectTable,
  outcomeOf,
} from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { createTestAuthority, type TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { createThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import type { BrowserUser } from '../harness/browser-harness.ts';
import { codeIn } from '../harness/customers.ts';
import { timeoutMs } from '../harness/forms.ts';
import { bank, type Product, startProduct } from '../harness/product.ts';
import { addressHeader } from '../harness/reverse-proxy.ts';

const shopHost = 'shop.acme.test';
const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The running product with customers who can approve, a third party on another site, and browsers. */
export interface ApprovalBank extends AsyncDisposable {
  readonly product: Product;
  readonly browser: Browser;
  readonly shopUrl: string;
  /** Returns a customer whom no check has used yet. */
  customer(): Person & { readonly phone: string };
  /** Starts an approval as the third party, and returns the link for the customer. */
  ask(asked: Asked): Promise<Approval>;
  /** Lets this many minutes pass for an approval. */
  age(approval: Approval, minutes: number): Promise<void>;
  /** Changes the amount of a payment, as a mistake or an attack could. */
  raise(approval: Approval): Promise<void>;
  /** Gives a customer an account to choose. */
  addAccount(customer: Person, account: Omit<TestAccount, 'owner'>): Promise<void>;
  openBrowser(options?: BrowserContextOptions): Promise<BrowserUser>;
  /** Waits for the text message with a code that follows this many others. */
  text(phone: string, after?: number): Promise<string>;
  code(phone: string, after?: number): Promise<string>;
}

export interface Asked {
  readonly customer: Person;
  readonly order?: (id: string) => Order;
  /** The third party names the customer. */
  readonly isNamed?: boolean;
  readonly language?: string;
  /** The request names no account. */
  readonly leavesOpen?: 'one' | 'several';
  readonly headers?: Readonly<Record<string, string>>;
}

/** An approval that a third party has started. */
export interface Approval {
  readonly authorisationId: string;
  readonly subject: SubjectRef;
  /** Address of the bank's page. */
  readonly url: string;
  /** Address of the shop's page that leads there. */
  readonly shop: string;
  status(): Promise<string>;
  confirm(code: string): Promise<string>;
  outcome(): ReturnType<typeof outcomeOf>;
}

export interface ApprovalBankOptions {
  readonly customers: number;
  /** Members of the bank's XS2A profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
}

export async function openApprovalBank({
  customers,
  profile = {},
}: ApprovalBankOptions): Promise<ApprovalBank> {
  await using opened = new AsyncDisposableStack();
  const thirdParties = opened.use(await createThirdParties());
  const product = opened.use(
    await startProduct({
      api: ['bench/harness/test-bank-api.ts'],
      env: {
        PORTICO_XS2A_PROFILES: JSON.stringify([{ bank, scaApproachesSupported: ['REDIRECT'], ...profile }]),
      },
      authoritiesPem: thirdParties.caPem,
    }),
  );
  const { instance, proxy, proxyPort, stubs } = product;
  await createSubjectTable(instance.database);
  const qwac = await thirdParties.qwac('_A');
  await insertGoodStatus(instance, qwac, thirdParties.caPem);
  const authority = opened.use(await createTestAuthority());
  const shop = opened.use(await startShop(authority, instance.folder));
  const people = await insertPeople(instance, { count: customers, prefix: 'walker', canSign: true });
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--host-resolver-rules=MAP *.test 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${[proxy.keyHash, shop.keyHash].join(',')}`,
    ],
  });
  opened.defer(() => browser.close());
  let used = 0;
  let browsers = 0;
  const send = async (method: string, path: string, headers: object, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${proxyPort}${path}`, {
      method,
      headers: {
        'x-request-id': randomUUID(),
        'client-cert': `:${qwac.der.toString('base64')}:`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const resources = opened.move();
  return {
    product,
    browser,
    shopUrl: shop.url,
    customer() {
      const person = people[used];
      used += 1;
      if (person?.phone === undefined) throw new Error('more customers are needed');
      return { ...person, phone: person.phone };
    },
    async ask({ customer, headers = {}, isNamed = true, language = 'en', leavesOpen, order = testPayment }) {
      const id = randomUUID();
      const asked = order(id);
      const subject: SubjectRef = { kind: subjectKindOf(asked), id };
      await addSubject(instance.database, {
        ref: subject,
        organisationId: 'PSDNL-DNB-A',
        order: asked,
        ...(leavesOpen === undefined ? { owner: customer.customerNumber ?? '' } : { leavesOpen }),
      });
      const path = authorisationsOf(subject);
      const started = await send('POST', path, {
        'tpp-redirect-uri': `${shop.url}/back?order=7`,
        'tpp-nok-redirect-uri': `${shop.url}/nok`,
        'psu-accept-language': language,
        ...(isNamed ? { 'psu-id': customer.username } : {}),
        ...headers,
      });
      const url = String(at(started, '_links', 'scaRedirect', 'href'));
      const authorisationId = String(at(started, 'authorisationId'));
      const own = `${path}/${authorisationId}`;
      return {
        authorisationId,
        subject,
        url,
        shop: `${shop.url}/shop?${new URLSearchParams({ to: `${url}?state=s-1` }).toString()}`,
        status: async () => String(at(await send('GET', own, {}), 'scaStatus')),
        confirm: async (code) =>
          String(at(await send('PUT', own, {}, { confirmationCode: code }), 'scaStatus')),
        outcome: () => outcomeOf(instance.database, subject),
      };
    },
    async age({ authorisationId }, minutes) {
      await instance.database.query(
        `update sca.authorisation set arrived_at = arrived_at - make_interval(mins => $2),
           active_at = active_at - make_interval(mins => $2), ends_at = ends_at - make_interval(mins => $2)
          where authorisation_id = $1`,
        [authorisationId, minutes],
      );
    },
    async raise({ subject }) {
      const order = testPayment(subject.id);
      const transfer = { ...order.transfer, amount: { ...order.transfer.amount, minor: 9_124_950n } };
      await changeOrder(instance.database, subject, { ...order, transfer });
    },
    addAccount: ({ customerNumber = '' }, account) =>
      putAccount(instance.database, { ...account, owner: customerNumber }),
    async openBrowser(options = {}) {
      browsers += 1;
      const context = await browser.newContext({
        locale: 'en-GB',
        extraHTTPHeaders: { [addressHeader]: `198.51.100.${browsers % 256}` },
        ...options,
      });
      context.setDefaultTimeout(timeoutMs);
      return { context, page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
    },
    text: (phone, after = 0) => stubs.text(phone, after),
    code: async (phone, after = 0) => codeIn(await stubs.text(phone, after)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The three services of payments are one kind of subject. */
function subjectKindOf({ kind }: Order): SubjectRef['kind'] {
  return kind === 'bulk-payment' || kind === 'periodic-payment' ? 'payment' : kind;
}

/** Starts the third party's web server as a process of its own. */
async function startShop(
  authority: Awaited<ReturnType<typeof createTestAuthority>>,
  folder: string,
): Promise<AsyncDisposable & { readonly url: string; readonly keyHash: string }> {
  const certificate = await authority.issue({ commonName: shopHost, dnsNames: [shopHost], server: true });
  const [key, pem] = [join(folder, 'shop.key'), join(folder, 'shop.pem')];
  await writeFile(key, certificate.keyPem, { mode: 0o600 });
  await writeFile(pem, certificate.certificatePem);
  const port = await freePort();
  const program = startProgram({
    args: ['e2e/sca/third-party.ts'],
    env: { PORT: String(port), KEY: key, CERTIFICATE: pem },
    logFile: join(folder, 'shop.log'),
  });
  await until(async () => {
    await fetch(`http://127.0.0.1:${port}/`).catch(({ cause }: Error & { cause?: { code?: string } }) => {
      // A server that speaks TLS only resets the connection; one that is not there refuses it.
      if (cause?.code === 'ECONNREFUSED') throw new Error('not yet');
    });
    return true;
  }, 'the shop');
  return {
    url: `https://${shopHost}:${port}`,
    keyHash: keyHashOf(certificate),
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL');
      await program.ended;
    },
  };
}

function keyHashOf({ certificatePem }: TestCertificate): string {
  const key = new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'der' });
  return hash('sha256', key, 'base64');
}
