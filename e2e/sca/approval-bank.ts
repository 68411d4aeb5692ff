import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { insertPeople, type Person } from '../../bench/harness/sign-in-people.ts';
import { testPayment } from '../../bench/harness/test-payment.ts';
import {
  type BankRequest,
  createTestThirdParty,
  type TestResource,
} from '../../bench/harness/test-third-party.ts';
import type { SubjectRef } from '../../server/src/capabilities/sca/index.ts';
import {
  putAccount,
  type TestAccount,
} from '../../server/src/capabilities/sca/testing/test-accounts.suite.ts';
import { authorisationsOf } from '../../server/src/capabilities/sca/testing/test-routes.suite.ts';
import { changeOrder, outcomeOf } from '../../server/src/capabilities/sca/testing/test-subjects.suite.ts';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { createThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import type { BrowserUser } from '../harness/browser-harness.ts';
import { codeIn } from '../harness/customers.ts';
import { timeoutMs } from '../harness/forms.ts';
import { bank, type Product, startProduct } from '../harness/product.ts';
import { addressHeader } from '../harness/reverse-proxy.ts';
import { startShop } from './shop.ts';

const chromiumPath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The running product with customers who can approve, a third party on another site, and browsers. */
export interface ApprovalBank extends AsyncDisposable {
  readonly product: Product;
  readonly browser: Browser;
  readonly shopUrl: string;
  /** Returns a customer whom no check has used yet. */
  customer(): BankCustomer;
  /** Starts an approval as the third party, and returns the link for the customer. */
  ask(asked: Asked): Promise<Approval>;
  /** Sends a request with the certificate of the third party, and returns the body; throws unless it succeeds. */
  send(request: BankRequest): Promise<unknown>;
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

/** A customer with a phone. */
export type BankCustomer = Person & { readonly phone: string };

/** What a third party asks for. */
export interface Asked extends Pick<TestResource, 'leavesOpen' | 'order'> {
  readonly customer: Person;
  /** The third party names the customer. */
  readonly isNamed?: boolean;
  readonly language?: string;
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
  const authorities = opened.use(await createThirdParties());
  const product = opened.use(
    await startProduct({
      api: ['bench/harness/test-bank-api.ts'],
      env: {
        PORTICO_XS2A_PROFILES: JSON.stringify([{ bank, scaApproachesSupported: ['REDIRECT'], ...profile }]),
      },
      authoritiesPem: authorities.caPem,
    }),
  );
  const { instance, proxy, proxyPort, stubs } = product;
  const thirdParty = await createTestThirdParty(instance, { authorities, proxyPort });
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
  const send = async (request: BankRequest): Promise<unknown> => {
    const { body, status } = await thirdParty.send(request);
    if (status < 200 || status > 299)
      throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const resources = opened.move();
  return {
    product,
    browser,
    shopUrl: shop.url,
    send,
    customer() {
      const person = people[used];
      used += 1;
      if (person?.phone === undefined) throw new Error('more customers are needed');
      return { ...person, phone: person.phone };
    },
    async ask({ customer, headers = {}, isNamed = true, language = 'en', ...resource }) {
      const subject = await thirdParty.add({
        ...resource,
        ...(resource.leavesOpen === undefined ? { owner: customer.customerNumber ?? '' } : {}),
      });
      const path = authorisationsOf(subject);
      const started = await send({
        method: 'POST',
        path,
        headers: {
          'tpp-redirect-uri': `${shop.url}/back?order=7`,
          'tpp-nok-redirect-uri': `${shop.url}/nok`,
          'psu-accept-language': language,
          ...(isNamed ? { 'psu-id': customer.username } : {}),
          ...headers,
        },
      });
      const url = String(at(started, '_links', 'scaRedirect', 'href'));
      const authorisationId = String(at(started, 'authorisationId'));
      const own = `${path}/${authorisationId}`;
      return {
        authorisationId,
        subject,
        url,
        shop: `${shop.url}/shop?${new URLSearchParams({ to: `${url}?state=s-1` }).toString()}`,
        status: async () => String(at(await send({ method: 'GET', path: own }), 'scaStatus')),
        confirm: async (code) => {
          const body = { confirmationCode: code };
          return String(at(await send({ method: 'PUT', path: own, body }), 'scaStatus'));
        },
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
