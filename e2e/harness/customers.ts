import { randomBytes } from 'node:crypto';
import type { AuthenticatorApp } from './authenticator-app.ts';
import { bank, type Product } from './product.ts';
import { openTokenDesk } from './token-desk.ts';

/** Somebody with a way in, and with what is needed to use it. */
export interface Customer {
  readonly username: string;
  readonly password: string;
  readonly phone: string;
  readonly email: string;
  /** A first text message was sent at registration; no second one goes to the same number before this. */
  readonly textsFromMs: number;
  /** Of an authenticator app, where there is one. */
  readonly app: AuthenticatorApp | undefined;
}

/** Registers customers through the product's own interfaces, as an application for strangers does. */
export interface Registrar extends AsyncDisposable {
  register(options?: { readonly withApp: true }): Promise<Customer>;
}

/** Policy value `otp-resend-wait`, and a little. */
const resendWaitMs = 31_000;
const tokenLifeSeconds = 3_600;
/** One application may change 120 things a minute; each customer takes five of them. */
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
  const desk = await openTokenDesk(product);
  let serial = serialFirst;
  return {
    async register(options) {
      serial += 1;
      const customer = customerFor(serial);
      const post = postAs(tokens[serial % applications] ?? '');
      const proofs = await Promise.all([
        provenPhone(product, post, customer.phone),
        provenEmail(product, post, customer.email),
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
          'verification-ids': proofs,
        },
        201,
      );
      const app = options === undefined ? undefined : await desk.handOut(username);
      return { ...customer, textsFromMs: Date.now() + resendWaitMs, app };
    },
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

type Post = (path: string, body: object, expected: number) => Promise<string>;

/** Numbers of several countries, so that no block of numbers is asked too much. */
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
    // No digits: a run of them may also be in the phone number, and that is refused.
    password: `lantern pebble orchid ${String(serial).replaceAll(/[0-9]/g, (digit) => letters[Number(digit)] ?? '')}`,
    phone,
    email: `walker.${serial}@example.org`,
  };
}

async function provenPhone({ stubs: farSides }: Product, post: Post, phone: string): Promise<string> {
  const before = await farSides.textCount(phone);
  const sent = await post(
    '/v1/authorization/otp/sms/send',
    { action: 'registration', 'phone-number': phone },
    202,
  );
  const id = String(JSON.parse(sent));
  const otp = codeIn(await farSides.text(phone, before));
  await post('/v1/authorization/otp/sms/verify', { 'verification-id': id, otp }, 204);
  return id;
}

async function provenEmail({ stubs: farSides }: Product, post: Post, email: string): Promise<string> {
  const sent = await post('/v1/authorization/otp/email/send', { action: 'registration', email }, 202);
  const id = String(JSON.parse(sent));
  const otp = await farSides.mailed(email, /code\D{1,20}([0-9]{6,8})/i);
  await post('/v1/authorization/otp/email/verify', { 'verification-id': id, otp }, 204);
  return id;
}

/** The code at the beginning of a text message. */
export function codeIn(text: string): string {
  const [, code] = /([0-9]{6,8})/.exec(text) ?? [];
  if (code === undefined) throw new Error('the text message holds no code');
  return code;
}
