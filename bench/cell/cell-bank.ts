import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SmsGateway, startSmsGateway } from '../../server/src/adapters/sms/sms-gateway.suite.ts';
import { type MailServer, startMailServer } from '../../server/src/adapters/smtp/mail-server.suite.ts';
import { testBaseUrl } from '../../server/src/platform/testing/proof-maker.ts';
import { createPaymentBank, type PaymentBank } from '../harness/payment-bank.ts';
import { startPostgres } from '../harness/postgres-server.ts';
import { cellBank } from './cell-customer.ts';

/** A bank with everything that a cell runs: PostgreSQL, api, worker with the ledger as core, mail server and SMS gateway. */
export interface CellBank extends AsyncDisposable {
  readonly bank: PaymentBank;
  readonly mail: MailServer;
  readonly sms: SmsGateway;
}

/**
 * Settings of PostgreSQL for a cell of two cores. Vacuum and checkpoints run as in production, because they are part of
 * what a cell costs; every commit waits for the disk.
 */
const serverSettings = {
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  maintenance_work_mem: '512MB',
  effective_cache_size: '8GB',
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
};

const loopback = ['127.0.0.0/8'];
const poolSize = '10';

/**
 * Creates the servers and the settings; nothing of the product runs yet. `own` is a PostgreSQL of its own, whose WAL and
 * processor time are those of the cell; `shared` is the server of the tests, which has the tables already.
 */
export async function createCellBank(server: 'own' | 'shared'): Promise<CellBank> {
  await using opened = new AsyncDisposableStack();
  const postgres = server === 'own' ? opened.use(await startPostgres(serverSettings)) : undefined;
  const mail = opened.use(await startMailServer());
  const sms = opened.use(await startSmsGateway());
  const folder = await mkdtemp(join(tmpdir(), 'portico-cell-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const tokenFile = join(folder, 'gateway-token');
  await writeFile(tokenFile, sms.token);
  const bank = opened.use(
    await createPaymentBank({
      ...(postgres === undefined ? {} : { server: postgres.url }),
      env: {
        PORTICO_BASE_URL: testBaseUrl,
        PORTICO_DATABASE_POOL_SIZE: poolSize,
        PORTICO_DELIVERY: deliverySetting({ mail, sms, tokenFile }),
      },
    }),
  );
  const resources = opened.move();
  return { bank, mail, sms, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function deliverySetting({
  mail,
  sms,
  tokenFile,
}: Pick<CellBank, 'mail' | 'sms'> & { readonly tokenFile: string }): string {
  return JSON.stringify({
    email: {
      server: `smtp-plain://127.0.0.1:${mail.port}`,
      senders: { [cellBank]: { name: 'Bank 01', address: 'post@bank01.example' } },
      networks: loopback,
    },
    sms: { url: sms.url, token: `file:${tokenFile}`, senders: { [cellBank]: 'Bank 01' }, networks: loopback },
  });
}
