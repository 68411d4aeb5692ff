import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

/**
 * A third party's web server, in a process and on a site of its own: a shop page that leads to the bank, and the pages
 * to which the customer returns. Settings: `PORT`, `KEY`, `CERTIFICATE`.
 */
const setting = (name: string): string => process.env[name] ?? '';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

const server = createServer(
  { key: readFileSync(setting('KEY')), cert: readFileSync(setting('CERTIFICATE')) },
  (request, response) => {
    const url = new URL(request.url ?? '/', 'https://shop.test');
    const to = url.searchParams.get('to');
    const body =
      url.pathname === '/shop' && to !== null
        ? page(
            'The shop',
            `<a id="pay" href="${to.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">Pay</a>`,
          )
        : page('Back at the shop', '');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  },
);
server.listen(Number(setting('PORT')), '127.0.0.1', () => console.log('listening'));
