import { once } from 'node:events';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart, cloneRoot } from '../dev/clone.ts';
import { startMessageServers } from '../dev/messages.ts';
import { reservePorts } from '../dev/ports.ts';
import { prepareClone, productEnv, type Settings, settingsFor } from '../dev/prepare-clone.ts';
import { publishTemplates, seedDemoBank, startProduct, waitForAnswer } from '../dev/product.ts';
import { tourScript } from '../dev/welcome.ts';
import { createDemoPki, keyOf, pkiFiles, pkiFolder, serveRevocationList } from './demo-pki.ts';
import { instructions } from './instructions.ts';
import { startMessagesPage } from './messages-page.ts';
import { phoneSettings, startPhone, withPush } from './phone.ts';
import { productOfToday, startShop } from './shop.ts';
import type { Shutdown } from './shutdown.ts';

const demoFolder = join(cloneRoot, '.cache/demo');
const bank = '01';

/** Starts the bank, the messages, the shop and the phone, and prints what to do. Everything started is added to the shutdown. */
export async function startDemo(shutdown: Shutdown, { reset }: { readonly reset: boolean }): Promise<void> {
  const startedAt = performance.now();
  await mkdir(demoFolder, { recursive: true });
  console.log('Preparing the database …');
  const { server } = await prepareClone({ reset });
  const [api = 0, worker = 0, tls = 0, shop = 0, messages = 0, lists = 0, phone = 0, push = 0] =
    await reservePorts(server, 8);
  const listUrl = `http://127.0.0.1:${lists}/list.crl`;
  await createDemoPki(listUrl);
  const page = await startMessagesPage(messages);
  const servers = [page.server, await serveRevocationList(lists)];
  const delivery = await withPush(await startMessageServers((message) => page.show(message)), push);
  const settings = await settingsFor(
    { api, worker, delivery },
    { ...thirdPartySettings({ tls, lists }), ...phoneSettings },
  );
  const env = await productEnv(settings);
  await startBank(shutdown, env, settings);
  const bankUrl = `https://localhost:${tls}`;
  const shopUrl = `http://localhost:${shop}`;
  const children = await Promise.all([
    startShop(shop, bankUrl),
    startPhone({ port: phone, pushPort: push, bank }, settings),
  ]);
  shutdown.add(() => {
    for (const child of children) child.kill();
    for (const each of servers) each.close();
  });
  await writeFile(
    join(demoFolder, 'tour.sh'),
    tourScript({ bank: bankUrl, shop: shopUrl, pki: pkiFolder, list: listUrl }),
  );
  const { PORTICO_BASE_URL: base = '' } = settings;
  console.log(
    instructions({
      shop: shopUrl,
      messages: `http://localhost:${messages}`,
      phone: `http://localhost:${phone}`,
      account: `${base}/account/${bank}`,
      isInstant: productOfToday() !== 'sepa-credit-transfers',
      seconds: Math.round((performance.now() - startedAt) / 1_000),
    }),
  );
}

/** How the bank serves third parties: their certificates are checked as in production, also against the demo's own list. */
function thirdPartySettings({ lists, tls }: { readonly lists: number; readonly tls: number }): Settings {
  return {
    PORTICO_TLS_LISTEN: `127.0.0.1:${tls}`,
    PORTICO_TLS_KEY_FILE: keyOf(pkiFiles.bank),
    PORTICO_TLS_CERTIFICATE_FILE: pkiFiles.bank,
    PORTICO_TLS_CLIENT_AUTHORITIES_FILE: pkiFiles.authority,
    PORTICO_CERTIFICATE_STATUS_SERVERS: JSON.stringify([
      { host: '127.0.0.1', port: lists, networks: ['127.0.0.0/8'] },
    ]),
    PORTICO_XS2A_PROFILES: JSON.stringify([
      // A shop does not know the accounts of its customers.
      { bank, tppSignatureRequired: true, debtorAccountOptionalInInitialRequest: true },
    ]),
  };
}

/** Starts api and worker, and waits until the demo bank has its customers. */
async function startBank(shutdown: Shutdown, env: NodeJS.ProcessEnv, settings: Settings): Promise<void> {
  const logFile = join(demoFolder, 'product.log');
  const log = await open(logFile, 'w');
  const product = startProduct(env, { watch: false, output: log.fd });
  await log.close();
  const ended = once(product, 'exit');
  let isStopping = false;
  shutdown.add(async () => {
    isStopping = true;
    product.kill('SIGTERM');
    await ended;
  });
  void ended.then(() => {
    if (isStopping) return;
    console.error(`Portico has ended. Its log: ${logFile}`);
    void shutdown.run(1);
  });
  console.log(`Starting Portico; its log is in ${logFile} …`);
  await Promise.all([waitForAnswer(settings['PORTICO_BASE_URL'] ?? '', 'in the log'), publishTemplates(env)]);
  console.log('Making the demo bank: 30 customers and two years of entries, at the first start only …');
  if (!(await seedDemoBank(env))) throw new CannotStart('Without its customers the demo cannot start.');
}
