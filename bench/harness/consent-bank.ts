import { join } from 'node:path';
import { createAuthorizationVault } from '../../server/src/capabilities/authorization/index.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { type ApiProcess, apiProcess } from './api-process.ts';
import type { Instance } from './instance.ts';
import { type LedgerAccount, ledgerAccountsOf } from './ledger-accounts.ts';
import { createPaymentBank, type PaymentBank, type PaymentBankOptions } from './payment-bank.ts';
import { freePort } from './processes.ts';
import { type CallApi, pairRemoteDevice, type RemoteDevice } from './remote-device.ts';
import { insertPeople, keysOf, type Person, peopleBank } from './sign-in-people.ts';
import { type BankRequest, type BankResponse, sendAs } from './test-third-party.ts';

/** A customer with an account in the ledger, and a device. */
export interface Holder extends Person {
  readonly account: LedgerAccount;
  readonly device: RemoteDevice;
}

/** One of the api processes of a bank, as a third party reaches it. */
export interface ConsentApi {
  readonly process: ApiProcess;
  send(request: BankRequest): Promise<BankResponse>;
  /** As the app of the bank reaches it. */
  readonly call: CallApi;
}

/** A consent that waits for the second factor of its customer. */
export interface WaitingApproval {
  readonly consentId: string;
  /** Sends the second factor; returns the status of the response and what it says. */
  approve(): Promise<string>;
}

/** A bank with two api processes on one database, so that state inside of a process cannot hide a race. */
export interface ConsentBank extends AsyncDisposable {
  readonly bank: PaymentBank;
  readonly apis: readonly [ConsentApi, ConsentApi];
  /** Starts both processes. Customers are inserted before. */
  start(): Promise<void>;
  holders(count: number, prefix: string): Promise<readonly Holder[]>;
}

/** Creates the database, the third party and the processes. */
export async function createConsentBank(options: PaymentBankOptions = {}): Promise<ConsentBank> {
  await using opened = new AsyncDisposableStack();
  const bank = opened.use(
    await createPaymentBank({
      ...options,
      profile: { scaApproachesSupported: ['EMBEDDED', 'DECOUPLED'], ...options.profile },
    }),
  );
  const { instance } = bank;
  const newApi = async (): Promise<ConsentApi> => {
    const [port, proxyPort] = [await freePort(), await freePort()];
    const api = apiProcess({
      args: ['server/src/main.ts', 'api'],
      port,
      logFile: join(instance.folder, `api-${port}.log`),
      env: {
        ...bank.env,
        PORTICO_TLS_CLIENT_AUTHORITIES_FILE: join(instance.folder, 'authorities.pem'),
        PORTICO_PROXY_LISTEN: `127.0.0.1:${proxyPort}`,
      },
    });
    opened.defer(() => api.kill());
    return {
      process: api,
      send: (request) => sendAs(bank.certificates.honest, proxyPort, request),
      call: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    };
  };
  const apis = [await newApi(), await newApi()] as const;
  const ledger = ledgerAccountsOf(instance, peopleBank);
  const resources = opened.move();
  return {
    bank,
    apis,
    async start() {
      await Promise.all(apis.map((api) => api.process.start()));
    },
    async holders(count, prefix) {
      const people = await insertPeople(instance, { count, prefix, canSign: true });
      const holders: Holder[] = [];
      // One after the other: a thousand at once would wait too long for a connection.
      for (const person of people)
        holders.push({
          ...person,
          account: await ledger.open(person.customerNumber ?? '', 0n),
          device: await pairRemoteDevice(instance, { userId: person.userId, name: 'Phone' }),
        });
      return holders;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const consentDays = 30;
const dayMs = 86_400_000;

/** Returns the request for a recurring consent to everything of the account of a customer, four times a day. */
function consentRequest({ account: { iban } }: Pick<Holder, 'account'>): BankRequest {
  const references = [{ iban }];
  return {
    method: 'POST',
    path: '/v1/consents',
    headers: { 'TPP-Explicit-Authorisation-Preferred': 'true' },
    body: {
      access: { accounts: references, balances: references, transactions: references },
      recurringIndicator: true,
      validUntil: new Date(Date.now() + consentDays * dayMs).toISOString().slice(0, 10),
      frequencyPerDay: 4,
    },
  };
}

/** Asks for a consent that the customer approves with password and code; only the code is missing then. */
export async function beginByCode(
  { send }: ConsentApi,
  instance: Instance,
  holder: Holder,
): Promise<WaitingApproval> {
  const { authorisations, consentId } = await ask(send, holder, byCode);
  const started = created(
    await send({
      method: 'POST',
      path: authorisations,
      headers: { 'PSU-ID': holder.username, ...byCode },
      body: { psuData: { password: holder.password } },
    }),
  );
  const authorisationId = String(at(started, 'authorisationId'));
  const path = `${authorisations}/${authorisationId}`;
  await send({ method: 'PUT', path, body: { authenticationMethodId: codeMethodIn(started) } });
  const scaAuthenticationData = await codeOf(instance, authorisationId);
  return {
    consentId,
    async approve() {
      const { body, status } = await send({ method: 'PUT', path, body: { scaAuthenticationData } });
      return `${status} ${String(at(body, 'scaStatus') ?? at(body, 'tppMessages', 0, 'code'))}`;
    },
  };
}

/** Asks for a consent that the customer approves on a device; it shows the request then. */
export async function beginOnDevice({ call, send }: ConsentApi, holder: Holder): Promise<WaitingApproval> {
  const { authorisations, consentId } = await ask(send, holder, onDevice);
  const started = created(
    await send({
      method: 'POST',
      path: authorisations,
      headers: { 'PSU-ID': holder.username, ...onDevice },
      body: {},
    }),
  );
  const [number = ''] = /\d\d/.exec(String(at(started, 'psuMessage'))) ?? [];
  const signed = await holder.device.sign(call, number);
  return { consentId, approve: () => signed.send(call) };
}

const byCode = { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'false' } as const;
const onDevice = { 'TPP-Redirect-Preferred': 'false', 'TPP-Decoupled-Preferred': 'true' } as const;

async function ask(
  send: ConsentApi['send'],
  holder: Holder,
  approach: Readonly<Record<string, string>>,
): Promise<{ readonly consentId: string; readonly authorisations: string }> {
  const request = consentRequest(holder);
  const asked = created(await send({ ...request, headers: { ...request.headers, ...approach } }));
  const consentId = String(at(asked, 'consentId'));
  return { consentId, authorisations: `/v1/consents/${consentId}/authorisations` };
}

/** Asks for a consent that the customer approves; returns its id. */
export async function giveConsent(api: ConsentApi, instance: Instance, holder: Holder): Promise<string> {
  const waiting = await beginByCode(api, instance, holder);
  const approved = await waiting.approve();
  if (approved !== '200 finalised') throw new Error(`not approved: ${approved}`);
  return waiting.consentId;
}

function created({ body, status }: BankResponse): unknown {
  if (status !== 201) throw new Error(`not created: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The customer has a device too, and chooses the code. */
function codeMethodIn(started: unknown): unknown {
  const methods = at(started, 'scaMethods');
  const found = Array.isArray(methods)
    ? methods.find((method) => at(method, 'authenticationType') === 'SMS_OTP')
    : undefined;
  if (found === undefined) throw new Error(`no code can be chosen: ${JSON.stringify(started)}`);
  return at(found, 'authenticationMethodId');
}

/** Returns the code of an authorisation, from the database: no worker sends it. */
export async function codeOf(instance: Instance, authorisationId: string): Promise<string> {
  const [row] = await instance.database.query<{ verification_id: string; sealed_text: Buffer }>(
    `select verification_id, sealed_text from "authorization".otp_verification
      where client_id like '%' || $1 || '%' order by created_at desc limit 1`,
    [authorisationId],
  );
  if (row === undefined) throw new Error('no code was made');
  const vault = createAuthorizationVault(keysOf(instance));
  const { code } = vault.openText(peopleBank, row.verification_id, row.sealed_text);
  if (code === undefined) throw new Error('the code was already dispatched');
  return code;
}
