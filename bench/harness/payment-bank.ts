import { join } from 'node:path';
import type { CoreBank } from '../../server/src/capabilities/core-banking/index.ts';
import type { TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { createThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { createInstance, type Instance } from './instance.ts';
import { type LedgerAccount, ledgerAccountsOf } from './ledger-accounts.ts';
import type { OutsideCore } from './outside-core.ts';
import {
  type DatabasePorts,
  type PaymentProcesses,
  type PaymentProcessesOptions,
  paymentProcesses,
} from './payment-processes.ts';
import { freePort } from './processes.ts';
import { insertPeople, type Person, peopleBank } from './sign-in-people.ts';
import { type BankRequest, type BankResponse, sendAs } from './test-third-party.ts';
import { insertGoodStatus, listenerSettings } from './third-party-api.ts';

/**
 * A customer with two accounts in the ledger. Payments between them need no second factor at this bank, so that no code
 * has to be delivered while processes are killed.
 */
export interface Payer extends Person {
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
}

/** A bank with a core, whose api and worker are processes that can be killed. Customers are inserted before they start. */
export interface PaymentBank extends AsyncDisposable, PaymentProcesses {
  readonly instance: Instance;
  readonly core: CoreBank;
  /** Returns processes at the same addresses that reach PostgreSQL at other ports; they replace those of the bank. */
  through(databasePorts: DatabasePorts): PaymentProcesses;
  /** Two third parties; `send` is the honest one, which also has a seal. */
  readonly certificates: Readonly<Record<'honest' | 'attacker' | 'seal', TestCertificate>>;
  readonly authorityPem: string;
  /** Port at which the api accepts certificates from a proxy. */
  readonly proxyPort: number;
  /** Port on which third parties connect with their certificate. */
  readonly tlsPort: number;
  /** Settings that api, worker and commands share. */
  readonly env: Readonly<Record<string, string>>;
  /** Numbers of registered parties, one for each payer; without them the payers have numbers of no party. */
  payers(count: number, cents: bigint, customerNumbers?: readonly string[]): Promise<readonly Payer[]>;
  /** Sends a request with the certificate of the third party. Rejects if the connection breaks. */
  send(request: BankRequest): Promise<BankResponse>;
}

export interface PaymentBankOptions {
  /** URL of a dedicated PostgreSQL, as superuser. */
  readonly server?: string;
  /** Core outside of the product; without it, the ledger in the database of the bank. */
  readonly outside?: OutsideCore;
  /** Further options of the bank's XS2A profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node for the api. */
  readonly nodeArgs?: readonly string[];
}

function settingsOf(
  { folder }: Instance,
  { outside, profile }: Pick<PaymentBankOptions, 'outside' | 'profile'>,
): Readonly<Record<string, string>> {
  return {
    PORTICO_CORES: JSON.stringify({ [peopleBank]: outside?.setting ?? { kind: 'ledger' } }),
    PORTICO_ERASURE_LEDGER: join(folder, 'ledger'),
    PORTICO_XS2A_PROFILES: JSON.stringify([
      {
        bank: peopleBank,
        scaApproachesSupported: ['EMBEDDED'],
        'scaExemptions.ownAccounts': true,
        // Payees of these runs are no parties: with a check of them, no payment would be exempted.
        'vop.whenHeaderAbsent': 'off',
        // Never reached.
        rates: { 'tpp-read': 1_000_000, 'tpp-change': 1_000_000 },
        quotas: {
          openResources: 10_000_000,
          openPerAccount: 100_000,
          bytes: 1_099_511_627_776,
          unknownAccountsPerHour: 10_000,
        },
        ...profile,
      },
    ]),
    PORTICO_LOG_LEVEL: 'warn',
  };
}

/** Payers whose accounts are opened at the same time. */
const openedAtOnce = 16;

/** Creates the database, the third parties and the settings of a bank. */
export async function createPaymentBank({
  env: more = {},
  nodeArgs = [],
  outside,
  server,
  ...choices
}: PaymentBankOptions = {}): Promise<PaymentBank> {
  await using opened = new AsyncDisposableStack();
  const instance = opened.use(
    await createInstance({ banks: [peopleBank], ...(server === undefined ? {} : { server }) }),
  );
  const authorities = opened.use(await createThirdParties());
  const { caPem: authorityPem } = authorities;
  const certificates = {
    honest: await authorities.qwac('_A'),
    attacker: await authorities.qwac('_B'),
    seal: await authorities.seal('_A'),
  };
  for (const one of Object.values(certificates)) await insertGoodStatus(instance, one, authorityPem);
  const [port, proxyPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const tlsPort = await freePort();
  const listener = await authorities.issue({ commonName: 'localhost', server: true });
  const env = {
    ...instance.env,
    ...settingsOf(instance, { ...choices, ...(outside === undefined ? {} : { outside }) }),
    ...more,
  };
  const options: PaymentProcessesOptions = {
    folder: instance.folder,
    env,
    port,
    workerPort,
    listeners: {
      ...(await listenerSettings(instance, { authorityPem, listener })),
      PORTICO_PROXY_LISTEN: `127.0.0.1:${proxyPort}`,
      PORTICO_TLS_LISTEN: `127.0.0.1:${tlsPort}`,
    },
    nodeArgs,
  };
  const ledger = ledgerAccountsOf(outside ?? instance, outside?.bankId ?? peopleBank);
  const resources = opened.move();
  const addProcesses = (ports?: DatabasePorts): PaymentProcesses => {
    const added = paymentProcesses(options, ports);
    for (const one of [added.api, added.worker]) resources.defer(() => one.kill());
    return added;
  };
  return {
    instance,
    core: ledger.core,
    ...addProcesses(),
    through: addProcesses,
    certificates,
    authorityPem,
    proxyPort,
    tlsPort,
    env,
    async payers(count, cents, customerNumbers = []) {
      const wanted = { count, prefix: 'payer', canSign: true, customerNumbers };
      const people = await insertPeople(instance, wanted);
      // Exemptions count from an approval with two factors.
      await instance.database.query(
        `insert into sca.strong_authentication (bank_id, user_id, authenticated_at, exempted_payments, modified_at)
         select $1, unnest($2::text[]), now(), 0, now()`,
        [peopleBank, people.map(({ userId }) => userId)],
      );
      const open = async (person: Person): Promise<Payer> => {
        const { customerNumber = '' } = person;
        const [from, to] = [await ledger.open(customerNumber, cents), await ledger.open(customerNumber, 0n)];
        return { ...person, from, to };
      };
      const payers: Payer[] = [];
      // Thousands at once would wait for a connection until its time is over.
      for (let at = 0; at < people.length; at += openedAtOnce)
        payers.push(...(await Promise.all(people.slice(at, at + openedAtOnce).map(open))));
      return payers;
    },
    send: (request) => sendAs(certificates.honest, proxyPort, request),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
