import type { RequestListener } from 'node:http';
import { afterAll, describe, expect, it, test } from 'vitest';
import { issueTestCertificate, startTlsCanary } from '#platform/egress/canary.suite.ts';
import { createEgress } from '#platform/egress/egress.ts';
import { contentStorePolicy, createHttpContentStore } from './http-content-store.ts';

const certificate = issueTestCertificate();
const file = Buffer.from('a picture, as far as the store knows');
const requested: string[] = [];

const responses: Readonly<Record<string, RequestListener>> = {
  '/content/01/a.png': (_request, response) => response.end(file),
  '/content/01/stra%C3%9Fe%20(1).png': (_request, response) => response.end(file),
  '/content/01/moved': (_request, response) =>
    response.writeHead(302, { location: `https://bank.test:${elsewhere.port}/secret` }).end(),
  '/content/01/moved-inside': (_request, response) =>
    response.writeHead(301, { location: '/content/01/a.png' }).end(),
  '/content/01/broken': (_request, response) => response.writeHead(503).end(),
  '/content/01/hurried': (_request, response) => response.writeHead(429).end(),
  '/content/01/partial': (_request, response) => response.writeHead(206).end(file),
  '/content/01/silent': () => undefined,
  '/content/01/slow': (_request, response) => {
    const drip = setInterval(() => response.write('x'), 50);
    response.once('close', () => clearInterval(drip));
  },
  '/content/01/endless': (_request, response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on('drain', pour);
    pour();
  },
  '/content/01/announced': (_request, response) =>
    response.writeHead(200, { 'content-length': '3000000' }).flushHeaders(),
};

const elsewhere = await startTlsCanary(certificate, (_request, response) => response.end('secret'));
const canary = await startTlsCanary(certificate, (request, response) => {
  requested.push(request.url ?? '');
  const answer = responses[request.url ?? ''];
  if (answer === undefined) response.writeHead(404).end('nothing here');
  else answer(request, response);
});

const origin = `https://bank.test:${canary.port}`;
const prefixes = new Map([
  ['01', `${origin}/content/01/`],
  ['02', `${origin}/content/02/`],
]);
const policy = contentStorePolicy(prefixes, 1_000_000);
const egress = createEgress({
  purposes: {
    content: { ...policy, caPem: certificate.caPem, allowPrivateAddresses: ['127.0.0.0/8'] },
    short: { ...policy, caPem: certificate.caPem, allowPrivateAddresses: ['127.0.0.0/8'], timeoutMs: 300 },
    public: { ...policy, caPem: certificate.caPem },
  },
  resolve: async () => ['127.0.0.1'],
});
const store = createHttpContentStore({ egress, purpose: 'content', prefixes });

afterAll(async () => {
  await egress.close();
  await canary[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

describe('a file of the bank', () => {
  it('is read', async () => {
    await expect(store.read('01', `${origin}/content/01/a.png`, 1_000)).resolves.toEqual(file);
  });

  it('is read with the size limit of the caller, as for attachments', async () => {
    await expect(store.read('01', `${origin}/content/01/a.png`)).resolves.toEqual(file);
  });

  it('is found by its normalized URL', async () => {
    const url = `HTTPS://BANK.test:${canary.port}/content/01/straße%20(1).png`;
    await expect(store.read('01', url, 1_000)).resolves.toEqual(file);
  });

  it('may be as large as the limit and no larger', async () => {
    const url = `${origin}/content/01/a.png`;
    await expect(store.read('01', url, file.length)).resolves.toEqual(file);
    await expect(store.read('01', url, file.length - 1)).resolves.toBeUndefined();
  });

  test.each(['missing', 'partial', 'moved', 'moved-inside', 'endless', 'announced'])(
    'is not found at %s',
    async (name) => {
      await expect(store.read('01', `${origin}/content/01/${name}`, 1_000_000)).resolves.toBeUndefined();
      expect(elsewhere.connections()).toBe(0);
    },
  );
});

describe('an unavailable store', () => {
  test.each(['broken', 'hurried'])('is reported as such: %s', async (name) => {
    await expect(store.read('01', `${origin}/content/01/${name}`, 10)).rejects.toMatchObject({
      literal: 'service-unavailable',
    });
  });

  test.each(['silent', 'slow'])('times out: %s', async (name) => {
    const hurried = createHttpContentStore({ egress, purpose: 'short', prefixes });
    await expect(hurried.read('01', `${origin}/content/01/${name}`, 10)).rejects.toMatchObject({
      literal: 'service-unavailable',
    });
  });

  it('is reported as such when the port is closed', async () => {
    const nowhere = new Map([['01', 'https://bank.test:1/']]);
    await using narrow = createEgress({
      purposes: {
        content: { ...contentStorePolicy(nowhere, 1_000), allowPrivateAddresses: ['127.0.0.0/8'] },
      },
      resolve: async () => ['127.0.0.1'],
    });
    const unavailable = createHttpContentStore({ egress: narrow, purpose: 'content', prefixes: nowhere });
    await expect(unavailable.read('01', 'https://bank.test:1/a.png', 10)).rejects.toMatchObject({
      literal: 'service-unavailable',
    });
  });

  it('has five seconds at most', () => {
    expect(policy.timeoutMs).toBe(5_000);
  });
});

describe('any other address', () => {
  const below = `${origin}/content/01/`;
  const urls = [
    '',
    'a.png',
    '/content/01/a.png',
    below,
    below.slice(0, -1),
    `${origin}/a.png`,
    `${origin}/content/02/a.png`,
    `${below}../02/a.png`,
    `${below}../../x`,
    `${below}./a.png`,
    `${below}x/../a.png`,
    `${below}..`,
    `${below}%2e%2e/02/a.png`,
    `${below}..%2f02/a.png`,
    `${below}..%5c02`,
    `${below}%252e%252e/x`,
    `${below}a.png%00`,
    `${below}a.png%0d%0aHost:x`,
    `${below}a.png?x=1`,
    `${below}?file=/etc/passwd`,
    `${below}a.png#x`,
    `${below}..\\02\\a.png`,
    `${below}a\n.png`,
    ` ${below}a.png`,
    `https://user@bank.test:${canary.port}/content/01/a.png`,
    `https://user:word@bank.test:${canary.port}/content/01/a.png`,
    `${origin}@evil.example/content/01/a.png`,
    `${origin}.evil.example/content/01/a.png`,
    `https://bank.test.evil.example:${canary.port}/content/01/a.png`,
    `https://evil.example/${below}a.png`,
    `https://bank.test/content/01/a.png`,
    `https://bank.test:${elsewhere.port}/content/01/a.png`,
    `http://bank.test:${canary.port}/content/01/a.png`,
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://127.0.0.1/content/01/a.png',
    'https://169.254.169.254/latest/meta-data/',
  ];

  test.each(urls)('is not requested: %j', async (url) => {
    const before = [canary.connections(), requested.length];
    await expect(store.read('01', url, 1_000)).resolves.toBeUndefined();
    expect([canary.connections(), requested.length]).toEqual(before);
    expect(elsewhere.connections()).toBe(0);
  });

  it('of another bank, or of an unknown bank, is rejected', async () => {
    const before = requested.length;
    await expect(store.read('02', `${below}a.png`, 1_000)).resolves.toBeUndefined();
    await expect(store.read('03', `${below}a.png`, 1_000)).resolves.toBeUndefined();
    expect(requested).toHaveLength(before);
  });

  it('in a private network is blocked unless the purpose allows it, and is not reported as a bad file', async () => {
    const before = canary.connections();
    const outside = createHttpContentStore({ egress, purpose: 'public', prefixes });
    await expect(outside.read('01', `${below}a.png`, 1_000)).rejects.toMatchObject({ reason: 'address' });
    expect(canary.connections()).toBe(before);
  });

  it('that is too long is rejected', async () => {
    await expect(store.read('01', `${below}${'a'.repeat(9_000)}`, 1_000)).resolves.toBeUndefined();
  });
});

describe('a prefix', () => {
  test.each([
    'https://content.example',
    'https://content.example/files',
    'https://Content.example/',
    'https://user@content.example/',
    'https://content.example/?x=/',
    'https://content.example/#/',
    'https://content.example/a/../b/',
    'https://content.example/%2e%2e/',
    'content.example/',
    '',
  ])('that is not a valid prefix fails at startup: %j', (prefix) => {
    const place = { egress, purpose: 'content', prefixes: new Map([['01', prefix]]) };
    expect(() => createHttpContentStore(place)).toThrow('invalid URL prefix');
  });

  it('determines the permitted hosts and ports', () => {
    const both = new Map([
      ['01', 'https://content.example/a/'],
      ['02', 'https://content.example/b/'],
      ['nl', 'https://other.example:8443/'],
    ]);
    expect(contentStorePolicy(both, 5)).toEqual({
      hosts: ['content.example', 'other.example'],
      ports: [443, 8_443],
      allowHttp: false,
      timeoutMs: 5_000,
      bodyMaxBytes: 5,
    });
  });
});
