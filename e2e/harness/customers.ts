import { randomBytes } from 'node:crypto';
import type { AuthenticatorApp } from './authenticator-app.ts';
import { bank, type Product } from './product.ts';
import { openTokenStock } from './token-stock.ts';

/** A customer with a user account, and the credentials of the account. */
export interface Customer {
  readonly username: string;
  readonly password: string;
  readonly phone: string;
  readonly email: string;
  /** Time from which the product sends the next SMS; the first one was sent at registration. */
  readonly textsFromMs: number;
  /** Authenticator app of the customer; undefined for a customer who uses SMS. */
  readonly app: AuthenticatorApp | undefined;
}

/** Registers customers through the interfaces of the product, as a sign-up application does. */
export interface Registrar extends AsyncDisposable {
  register(options?: { readonly withApp: true }): Promise<Customer>;
}

/** Policy value `otp-resend-wait`, plus one second. */
const resendWaitMs = 31_000;
const tokenLifeSeconds = 3_600;
/** The rate limit is 120 writes per minute and application; each customer needs five. */
const applications = 4;

export async function openRegistrar(product: Product, serialFirst: number): Promise<Registrar> {
  const tokens = await Promise.all(
    Array.from({ length: applications }, (_, index) =>
      product.instance.mint.mint({
        kind: 'application',
        id: `sign-up-app-${index}`,
        banks: [bank],
        scope: 'authorization.otp authorization.otp.unregistered identity.users.register',
        validForSeconds: tokenLifeSeconds,
      }),
    ),
  );
  const postAs =
    (token: string): Post =>
    async (path, body, expected) => {
      const response = await product.call(path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': randomBytes(16).toString('hex'),
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status !== expected) throw new Error(`POST ${path}: ${response.status} ${text}`);
      return text;
    };
  const tokenStock = await openTokenStock(product);
  let serial = serialFirst;
  return {
    async register(options) {
      serial += 1;
      const customer = customerFor(serial);
      const post = postAs(tokens[serial % applications] ?? '');
      const verificationIds = await Promise.all([
        verifyPhone(product, post, customer.phone),
        verifyEmail(product, post, customer.email),
      ]);
      const { email, password, phone, username } = customer;
      await post(
        '/v1/identity/users',
        {
          username,
          password,
          email,
          'phone-number': phone,
          'first-name': 'Zoë',
          'last-name': 'Müller',
          'terms-version': '2026-01',
          'verification-ids': verificationIds,
        },
        201,
      );
      const app = options === undefined ? undefined : await tokenStock.assign(username);
      return { ...customer, textsFromMs: Date.now() + resendWaitMs, app };
    },
    [Symbol.asyncDispose]: () => tokenStock[Symbol.asyncDispose](),
  };
}

type Post = (path: string, body: object, expected: number) => Promise<string>;

/** Numbers of several countries, so that no number range reaches its limit. */
const phoneOf: readonly ((serial: number) => string)[] = [
  (serial) => `+49151123${String(serial % 100_000).padStart(5, '0')}`,
  (serial) => `+316123${String(serial % 100_000).padStart(5, '0')}`,
  (serial) => `+336123${String(serial % 100_000).padStart(5, '0')}`,
];

const letters = 'bdfghkmprt';

function customerFor(serial: number): Omit<Customer, 'app' | 'textsFromMs'> {
  const phone = phoneOf[serial % phoneOf.length]?.(serial) ?? '';
  return {
    username: `walker.${serial}`,
    // No digits: the product refuses a password with a sequence of the phone number.
    password: `lantern pebble orchid ${String(serial).replaceAll(/[0-9]/g, (digit) => letters[Number(digit)] ?? '')}`,
    phone,
    email: `walker.${serial}@example.org`,
  };
}

async function verifyPhone({ stubs }: Product, post: Post, phone: string): Promise<string> {
  const before = await stubs.textCount(phone);
  const sent = await post(
    '/v1/authorization/otp/sms/send',
    { action: 'registration', 'phone-number': phone },
    202,
  );
  const id = String(JSON.parse(sent));
  const otp = codeIn(await stubs.text(phone, before));
  await post('/v1/authorization/otp/sms/verify', { 'verification-id': id, otp }, 204);
  return id;
}

async function verifyEmail({ stubs }: Product, post: Post, email: string): Promise<string> {
  const sent = await post('/v1/authorization/otp/email/send', { action: 'registration', email }, 202);
  const id = String(JSON.parse(sent));
  const otp = await stubs.mailed(email, /code\D{1,20}([0-9]{6,8})/i);
  await post('/v1/authorization/otp/email/verify', { 'verification-id': id, otp }, 204);
  return id;
}

/** Returns the code in a text message. */
export function codeIn(text: string): string {
  const [, code] = /([0-9]{6,8})/.exec(text) ?? [];
  if (code === undefined) throw new Error('the text message has no code');
  return code;
}
