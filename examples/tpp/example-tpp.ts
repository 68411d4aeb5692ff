import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createAccountClient } from './account-client.ts';
import { createBalances } from './balances.ts';
import { BankRefusal, connectToBank } from './bank-connection.ts';
import { contentSecurityPolicy, type Page } from './html.ts';
import { notFound, outcomePage } from './pages.ts';
import { createPaymentClient } from './payment-client.ts';
import { cookieFor, isForeign, type Reply, requestIn } from './requests.ts';
import { readSettings, type Settings, usage } from './settings.ts';
import { createShop } from './shop.ts';

/** `npm run example-tpp`: a shop that is paid by payment initiation, and shows balances. Developers of third parties may copy it. */
function createExample(settings: Settings): (message: IncomingMessage) => Promise<Reply> {
  const bank = connectToBank(settings);
  const shop = createShop(createPaymentClient(bank, settings), {
    url: settings.url,
    payeeName: settings.creditorName,
  });
  const balances = createBalances(createAccountClient(bank), settings.url);
  return async (message) => {
    const request = requestIn(message);
    if (isForeign(request)) return notFound();
    return (await shop(request)) ?? (await balances(request)) ?? notFound();
  };
}

/** What the customer sees if the bank refuses a request, or cannot be reached. */
function failurePage(error: unknown): Page {
  console.error(error);
  const reasons = error instanceof BankRefusal ? error.reasons : [];
  const text = 'Your bank did not accept the request. No money was moved.';
  return { ...outcomePage({ mark: 'failed', title: 'This did not work', text, reasons }), status: 502 };
}

function respond(response: ServerResponse, reply: Reply, isSecure: boolean): void {
  if ('location' in reply) {
    if (reply.browser !== undefined) response.setHeader('set-cookie', cookieFor(reply.browser, { isSecure }));
    response.setHeader('location', reply.location).writeHead(303).end();
    return;
  }
  const { html, refreshSeconds, status = 200 } = reply;
  response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store');
  response.setHeader('content-security-policy', contentSecurityPolicy);
  if (refreshSeconds !== undefined) response.setHeader('refresh', refreshSeconds);
  response.writeHead(status).end(html);
}

try {
  const settings = await readSettings(process.env);
  const example = createExample(settings);
  const isSecure = settings.url.startsWith('https:');
  const server = createServer((request, response) => {
    const reply = example(request).catch(failurePage);
    void reply.then((content) => respond(response, content, isSecure));
  });
  server.listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  console.log(`The example third party is at ${settings.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exit(1);
}
