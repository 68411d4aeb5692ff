import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLedgerCoreBank, ledgerDeps } from '../../server/src/adapters/ledger/ledger.ts';
import { openAccount } from '../../server/src/adapters/ledger/open-account.ts';
import { bookMovements } from '../../server/src/adapters/ledger/receive-money.ts';
import { type CoreBank, defaultCalendarRules } from '../../server/src/capabilities/core-banking/index.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import { systemIds } from '../../server/src/platform/kernel/ids.ts';
import { createThirdParties } from '../../server/src/platform/testing/third-parties.ts';
import { type ApiProcess, apiProcess } from './api-process.ts';
import { createInstance, type Instance } from './instance.ts';
import { freePort } from './processes.ts';
import { insertPeople, type Person, peopleBank } from './sign-in-people.ts';
import { type BankRequest, type BankResponse, sendAs } from './test-third-party.ts';
import { insertGoodStatus } from './third-party-api.ts';

/**
 * A customer with two accounts in the ledger. Payments between them need no second factor at this bank, so that no code
 * has to be delivered while processes are killed.
 */
export interface Payer extends Person {
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
}

export interface LedgerAccount {
  readonly iban: string;
  readonly accountId: string;
}

/** A bank with a ledger, whose api and worker are processes that can be killed. */
export interface PaymentBank extends AsyncDisposable {
  readonly instance: Instance;
  readonly core: CoreBank;
  /** Both not started yet: customers are inserted first. */
  readonly api: ApiProcess;
  readonly worker: ApiProcess;
  payers(count: number, cents: bigint): Promise<readonly Payer[]>;
  /** Sends a request with the certificate of the third party. Rejects if the connection breaks. */
  send(request: BankRequest): Promise<BankResponse>;
}

export interface PaymentBankOptions {
  /** URL of a dedicated PostgreSQL, as superuser. */
  readonly server?: string;
}

/** Returns a valid German IBAN for a number. */
function ibanOf(number: number): string {
  const account = `10010010${String(number).padStart(10, '0')}`;
  // 131400 stands for DE00.
  const rest = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - rest).padStart(2, '0')}${account}`;
}

/** Creates the database, the third party and the settings of a bank. */
export async function createPaymentBank({ server }: PaymentBankOptions = {}): Promise<PaymentBank> {
  await using opened = new AsyncDisposableStack();
  const instance = opened.use(
    await createInstance({ banks: [peopleBank], ...(server === undefined ? {} : { server }) }),
  );
  const authorities = opened.use(await createThirdParties());
  const certificate = await authorities.qwac('_A');
  await insertGoodStatus(instance, certificate, authorities.caPem);
  const [port, proxyPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const authoritiesFile = join(instance.folder, 'authorities.pem');
  await writeFile(authoritiesFile, authorities.caPem);
  const env = {
    ...instance.env,
    PORTICO_CORES: JSON.stringify({ [peopleBank]: { kind: 'ledger' } }),
    PORTICO_XS2A_PROFILES: JSON.stringify([
      {
        bank: peopleBank,
        scaApproachesSupported: ['EMBEDDED'],
        'scaExemptions.ownAccounts': true,
        rates: { 'tpp-read': 1_000_000, 'tpp-change': 1_000_000 },
      },
    ]),
    PORTICO_LOG_LEVEL: 'warn',
  };
  const api = apiProcess({
    port,
    logFile: join(instance.folder, 'api.log'),
    env: {
      ...env,
      PORTICO_PROXY_LISTEN: `127.0.0.1:${proxyPort}`,
      PORTICO_TLS_CLIENT_AUTHORITIES_FILE: authoritiesFile,
    },
  });
  const worker = apiProcess({
    args: ['server/src/main.ts', 'worker'],
    listenSetting: 'PORTICO_WORKER_LISTEN',
    port: workerPort,
    logFile: join(instance.folder, 'worker.log'),
    env,
  });
  opened.defer(() => api.kill());
  opened.defer(() => worker.kill());
  const { app } = instance.database;
  const ledger = ledgerDeps({
    database: app,
    bankId: peopleBank,
    clock: systemClock,
    ids: systemIds(systemClock),
    rules: defaultCalendarRules('Europe/Berlin'),
  });
  const resources = opened.move();
  let accounts = 0;
  const open = async ({ customerNumber = '' }: Person): Promise<LedgerAccount> => {
    accounts += 1;
    const iban = ibanOf(accounts);
    const accountId = await openAccount(ledger, {
      kind: 'current',
      product: 'Account',
      currencies: ['EUR'],
      owner: customerNumber,
      iban,
    });
    return { iban, accountId };
  };
  return {
    instance,
    core: createLedgerCoreBank(ledger),
    api,
    worker,
    async payers(count, cents) {
      const people = await insertPeople(instance, { count, prefix: 'payer', canSign: true });
      // Exemptions count from an approval with two factors.
      await instance.database.query(
        `insert into sca.strong_authentication (bank_id, user_id, authenticated_at, exempted_payments, modified_at)
         select $1, unnest($2::text[]), now(), 0, now()`,
        [peopleBank, people.map(({ userId }) => userId)],
      );
      return Promise.all(
        people.map(async (person): Promise<Payer> => {
          const [from, to] = [await open(person), await open(person)];
          await bookMovements(ledger, from.accountId, [
            { amount: { minor: cents, currency: 'EUR' }, details: { code: 'PMNT-RCDT-ESCT' } },
          ]);
          return { ...person, from, to };
        }),
      );
    },
    send: (request) => sendAs(certificate, proxyPort, request),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
