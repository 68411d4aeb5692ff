import type { Person } from '../../bench/harness/sign-in-people.ts';
import type { BankRequest, ThirdPartyClient } from '../../bench/harness/test-third-party.ts';
import { createTestAuthority } from '../../server/src/platform/testing/certificates.ts';
import { createThirdParties, type ThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import type { Profile } from './bank-check.ts';
import { type Browsers, openBrowsers } from './browsers.ts';
import { codeIn } from './customers.ts';
import { bank, type Product, startProduct } from './product.ts';
import { startShop } from './shop.ts';

/** The running product, a third party on another site, and browsers of customers. */
export interface CustomerBank extends Browsers {
  readonly product: Product;
  readonly authorities: ThirdParties;
  /** Web site of the third party. */
  readonly shopUrl: string;
  /** Waits for the text message with a code that follows this many others. */
  text(phone: string, after?: number): Promise<string>;
  code(phone: string, after?: number): Promise<string>;
}

/** A customer with a phone. */
export type BankCustomer = Person & { readonly phone: string };

export interface CustomerBankOptions {
  /** Another program than the product's own api. */
  readonly api?: readonly string[];
  readonly profile: Profile;
  readonly env?: Readonly<Record<string, string>>;
}

export async function openCustomerBank({
  api,
  env = {},
  profile,
}: CustomerBankOptions): Promise<CustomerBank> {
  await using opened = new AsyncDisposableStack();
  const authorities = opened.use(await createThirdParties());
  const product = opened.use(
    await startProduct({
      ...(api === undefined ? {} : { api }),
      env: { PORTICO_XS2A_PROFILES: JSON.stringify([{ bank, ...profile }]), ...env },
      authoritiesPem: authorities.caPem,
    }),
  );
  const { instance, proxy, stubs } = product;
  const authority = opened.use(await createTestAuthority());
  const shop = opened.use(await startShop(authority, instance.folder));
  const browsers = opened.use(
    await openBrowsers([
      '--host-resolver-rules=MAP *.test 127.0.0.1',
      `--ignore-certificate-errors-spki-list=${[proxy.keyHash, shop.keyHash].join(',')}`,
    ]),
  );
  const resources = opened.move();
  return {
    product,
    authorities,
    shopUrl: shop.url,
    browser: browsers.browser,
    openUser: (options) => browsers.openUser(options),
    text: (phone, after = 0) => stubs.text(phone, after),
    code: async (phone, after = 0) => codeIn(await stubs.text(phone, after)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Sends a request as a third party and returns the body; throws unless it succeeds. */
export async function sendOrThrow(thirdParty: ThirdPartyClient, request: BankRequest): Promise<unknown> {
  const { body, status } = await thirdParty.send(request);
  if (status < 200 || status > 299)
    throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Returns a function that returns each customer once. */
export function eachOnce(people: readonly Person[]): () => BankCustomer {
  let used = 0;
  return () => {
    const person = people[used];
    used += 1;
    if (person?.phone === undefined) throw new Error('more customers are needed');
    return { ...person, phone: person.phone };
  };
}

/** Returns the page of a shop that leads to a page of the bank. */
export function shopPage(shopUrl: string, bankUrl: string): string {
  return `${shopUrl}/shop?${new URLSearchParams({ to: `${bankUrl}?state=s-1` }).toString()}`;
}

/** Returns the headers with which a third party says where the customer returns to. */
export function returnHeaders(shopUrl: string): Readonly<Record<string, string>> {
  return { 'tpp-redirect-uri': `${shopUrl}/back?order=7`, 'tpp-nok-redirect-uri': `${shopUrl}/nok` };
}
