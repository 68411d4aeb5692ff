import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { operations as CorrespondenceOperations } from '../contracts/typescript/correspondence.ts';
import type { operations as PartyOperations } from '../contracts/typescript/party.ts';
import type { operations as Xs2aOperations } from '../contracts/typescript/xs2a.ts';
import { type BodyOf, type Clients, createClients } from '../examples/typescript/clients.ts';
import { type NewPerson, registerPerson } from '../examples/typescript/register-person.ts';
import {
  paymentFrom,
  productTestAccount,
} from '../server/src/capabilities/payments/testing/payments-test-app.suite.ts';
import { type Listener, openListener } from '../server/src/platform/http/listeners.ts';
import { testThirdParties } from '../server/src/platform/testing/third-parties.ts';
import type { TokenRequest } from '../server/src/platform/testing/token-mint.ts';
import { thirdPartyChecks } from './matrix/harness.ts';
import { createProductTestApp, type ProductTestApp } from './product-test-app.ts';

const backEnd: TokenRequest = {
  kind: 'application',
  id: 'typed-client',
  banks: ['01'],
  scope: 'party.read party.register correspondence.send',
};

let app: ProductTestApp;
let listeners: readonly Listener[];
/** The clients of an application with a token, and of a third party behind a proxy. */
let application: Clients;
let thirdParty: Clients;

beforeAll(async () => {
  const thirdParties = await testThirdParties();
  app = await createProductTestApp({ thirdParties, thirdPartyChecks });
  const [plain, proxy] = await Promise.all(
    (['plain', 'proxy'] as const).map((kind) =>
      openListener({ kind, listen: { host: '127.0.0.1', port: 0 } }, app.handler),
    ),
  );
  if (plain === undefined || proxy === undefined) throw new Error('no listener was opened');
  listeners = [plain, proxy];
  const baseUrlOf = (listener: Listener): string => `http://127.0.0.1:${listener.address().port}`;
  application = createClients({
    baseUrl: baseUrlOf(plain),
    credentials: async () => ({ authorization: `Bearer ${await app.mint.mint(backEnd)}` }),
  });
  const { der } = await thirdParties.qwac('_PI');
  thirdParty = createClients({
    baseUrl: baseUrlOf(proxy),
    credentials: async () => ({ 'client-cert': `:${der.toString('base64')}:` }),
  });
});

afterAll(async () => {
  await Promise.all(listeners.map((listener) => listener.close(0)));
  await app[Symbol.asyncDispose]();
});

const maria: NewPerson = {
  'registration-profile': 'contact',
  'given-name': 'Maria',
  surname: 'Schmidt',
  'mobile-phone': { number: '+4915112345678' },
  'email-address': { value: 'maria.schmidt@example.org' },
};

let keys = 0;
function newKey(): string {
  keys += 1;
  return `typed-client-${String(keys).padStart(8, '0')}`;
}

async function registered(person: NewPerson = maria): Promise<string> {
  const registration = await registerPerson(application, person, newKey());
  if (registration.kind !== 'registered') throw new Error(`not registered: ${registration.kind}`);
  return registration.partyNumber;
}

describe('the client of the party interface', () => {
  test('registers a person and reads it', async () => {
    const partyNumber = await registered();
    const { data, response } = await application.party.GET('/v1/party/parties/{party-number}', {
      params: { path: { 'party-number': partyNumber } },
    });
    expect(response.status).toBe(200);
    expect(data?.['display-name']).toContain('Schmidt');
  });

  test('returns the wrong fields with their codes', async () => {
    const wrong = { ...maria, 'mobile-phone': { number: 'unknown' } };
    const registration = await registerPerson(application, wrong, newKey());
    expect(registration).toEqual({ kind: 'fields', fields: ['mobile-phone.number format'] });
  });

  test('names the reason of a refusal', async () => {
    const { error, response } = await application.party.GET('/v1/party/parties/{party-number}', {
      params: { path: { 'party-number': '9999999990' } },
    });
    expect(response.status).toBe(404);
    expect(error).toMatchObject({ problem: 'not-found' });
  });
});

describe('the client of the correspondence interface', () => {
  const message = {
    'message-kind': 'notice',
    'contact-medium': 'email',
    message: { title: 'Hello', body: { 'content-type': 'text/plain', content: 'Good day.' } },
  } as const;
  const send = (customerNumber: string) =>
    application.correspondence.POST('/v1/correspondence/communications', {
      params: { header: { 'Idempotency-Key': newKey() } },
      body: { ...message, 'customer-number': customerNumber },
    });

  test('sends a message and reads its status', async () => {
    const { data: sent } = await send(await registered());
    const { data } = await application.correspondence.GET(
      '/v1/correspondence/communications/{communication-id}',
      { params: { path: { 'communication-id': sent?.id ?? '' } } },
    );
    const status: 'queued' | undefined = data?.status === 'queued' ? data.status : undefined;
    expect(status).toBe('queued');
  });

  test('names the reason of a refusal', async () => {
    const { error, response } = await send('9999999990');
    expect(response.status).toBe(440);
    expect(error).toMatchObject({ problem: 'recipient-not-found' });
  });
});

describe('the client of third parties', () => {
  const initiate = (product: string) =>
    thirdParty.xs2a.POST('/v1/{payment-service}/{payment-product}', {
      params: {
        path: { 'payment-service': 'payments', 'payment-product': product },
        header: { 'X-Request-ID': randomUUID(), 'psu-ip-address': '192.0.2.7' },
      },
      body: paymentFrom(productTestAccount.iban),
    });

  test('initiates a payment and reads its status', async () => {
    const { data, error } = await initiate('sepa-credit-transfers');
    expect(error).toBeUndefined();
    expect(data).toMatchObject({ transactionStatus: 'RCVD' });
    const { data: read } = await thirdParty.xs2a.GET(
      '/v1/{payment-service}/{payment-product}/{paymentId}/status',
      {
        params: {
          path: {
            'payment-service': 'payments',
            'payment-product': 'sepa-credit-transfers',
            paymentId: data?.paymentId ?? '',
          },
          header: { 'X-Request-ID': randomUUID() },
        },
      },
    );
    expect(read).toMatchObject({ transactionStatus: 'RCVD' });
  });

  test('reads the messages of an error', async () => {
    const { error, response } = await initiate('no-such-product');
    expect(response.status).toBe(404);
    const codes =
      error !== undefined && 'tppMessages' in error ? error.tppMessages.map(({ code }) => code) : [];
    expect(codes).toEqual(['PRODUCT_UNKNOWN']);
  });
});

/** The compiler refuses each of these lines, and refuses this file if it does not. */
describe('the types of errors', () => {
  type FieldCode = BodyOf<PartyOperations['Individuals_Register'], 400>['errors'][number]['code'];
  type Refusal = BodyOf<CorrespondenceOperations['Correspondence_Communications_Initiate'], 440>['problem'];
  type Messages = Extract<BodyOf<Xs2aOperations['Payment_Initiate'], 404>, { tppMessages: unknown }>;
  type TppCode = Messages['tppMessages'][number]['code'];

  test('know the codes of an operation, and no other', () => {
    const right: readonly [FieldCode, Refusal, TppCode] = [
      'required',
      'recipient-not-found',
      'PRODUCT_UNKNOWN',
    ];
    // @ts-expect-error -- no field error has this code
    const field: FieldCode = 'no-such-code';
    // @ts-expect-error -- a problem of another operation
    const refusal: Refusal = 'bad-otp';
    // @ts-expect-error -- a code of another operation
    const tpp: TppCode = 'CONSENT_INVALID';
    expect(right).not.toContain([field, refusal, tpp]);
  });

  test('know the members of an error', () => {
    const problem: BodyOf<PartyOperations['Parties_Get'], 404> = {
      problem: 'not-found',
      message: 'There is no such resource.',
      type: 'urn:problem:platform:not-found',
      status: 404,
    };
    // @ts-expect-error -- an error has no such member
    expect(problem.reason).toBeUndefined();
  });
});
