import type { RequestListener } from 'node:http';
import { describe, expect, it, test } from 'vitest';
import { type Canary, issueTestCertificate, startPlainCanary, startTlsCanary } from './canary.suite.ts';
import { createEgress, type Egress, type EgressRequest } from './egress.ts';
import type { EgressPolicy } from './egress-policy.ts';
import { EgressRefused } from './egress-refused.ts';

const certificate = issueTestCertificate();
const secretUrlPart = '/hooks/T0KEN?access_token=s3cret';

/** A client that may reach one loopback server by the name `bank.test`, as an installation inside a bank would. */
function openFor(canary: Canary, policy: Partial<EgressPolicy> = {}): Egress {
  const inside = { hosts: ['bank.test'], ports: [canary.port], allowPrivateAddresses: ['127.0.0.0/8'] };
  const purposes = { keys: { ...inside, caPem: certificate.caPem, ...policy } };
  return createEgress({ purposes, resolve: async () => ['127.0.0.1'] });
}

function callTo(canary: Canary, more: Partial<EgressRequest> = {}): EgressRequest {
  const url = `https://bank.test:${canary.port}${secretUrlPart}`;
  return { purpose: 'keys', method: 'GET', url, ...more };
}

async function refusalOf(answer: Promise<unknown>): Promise<EgressRefused> {
  const error: unknown = await answer.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof EgressRefused) return error;
  throw error;
}

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers, socket } = request;
    const serverName = 'servername' in socket ? socket.servername : undefined;
    response.setHeader('set-cookie', 'trace=1');
    response.setHeader('x-answer', 'yes');
    response.end(
      JSON.stringify({ method, url, headers, serverName, body: Buffer.concat(chunks).toString() }),
    );
  });
};

/** Never responds; the socket stays open until the canary is disposed. */
const silence: RequestListener = () => undefined;

describe('an allowed exchange', () => {
  it('uses TLS to an allowed private address, with the host name', async () => {
    await using canary = await startTlsCanary(certificate, echo);
    await using egress = openFor(canary);
    const headers = { 'content-type': 'application/json' };
    const response = await egress.send(callTo(canary, { method: 'POST', headers, body: '{"a":1}' }));
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ 'x-answer': 'yes' });
    expect(JSON.parse(response.body.toString())).toEqual({
      method: 'POST',
      url: secretUrlPart,
      serverName: 'bank.test',
      headers: {
        'accept-encoding': 'identity',
        connection: 'keep-alive',
        'content-length': '7',
        'content-type': 'application/json',
        host: `bank.test:${canary.port}`,
      },
      body: '{"a":1}',
    });
  });

  it('reaches a literal address whose certificate names it', async () => {
    await using canary = await startTlsCanary(certificate, echo);
    await using egress = openFor(canary, { hosts: ['127.0.0.1'] });
    const url = `https://127.0.0.1:${canary.port}/`;
    expect((await egress.send(callTo(canary, { url }))).status).toBe(200);
  });

  it('uses plain http if the purpose allows it', async () => {
    await using canary = await startPlainCanary(echo);
    await using egress = openFor(canary, { allowHttp: true });
    const url = `http://bank.test:${canary.port}/`;
    expect((await egress.send(callTo(canary, { url }))).status).toBe(200);
  });

  it('tries the next checked address when the first does not respond', async () => {
    await using canary = await startTlsCanary(certificate, echo);
    const policy = {
      hosts: ['bank.test'],
      ports: [canary.port],
      allowPrivateAddresses: ['127.0.0.0/8', '::1/128'],
    };
    const purposes = { keys: { ...policy, caPem: certificate.caPem } };
    await using egress = createEgress({ purposes, resolve: async () => ['::1', '127.0.0.9', '127.0.0.1'] });
    expect((await egress.send(callTo(canary))).status).toBe(200);
  });

  it('reuses a connection', async () => {
    await using canary = await startTlsCanary(certificate, echo);
    await using egress = openFor(canary);
    for (let call = 0; call < 5; call += 1) await egress.send(callTo(canary));
    expect(canary.connections()).toBe(1);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)('frames the body of a %s', async (method) => {
    await using canary = await startTlsCanary(certificate, echo);
    await using egress = openFor(canary);
    const body = new TextEncoder().encode('grüezi');
    await egress.send(callTo(canary, { method, body }));
    const { body: answer } = await egress.send(callTo(canary, { method, body }));
    expect(JSON.parse(answer.toString())).toMatchObject({ method, body: 'grüezi' });
  });

  it('reads no body after HEAD, whatever length is announced', async () => {
    await using canary = await startTlsCanary(certificate, (_request, response) => {
      response.writeHead(200, { 'content-length': '5000000' }).end();
    });
    await using egress = openFor(canary);
    const response = await egress.send(callTo(canary, { method: 'HEAD' }));
    expect([response.headers['content-length'], response.body.length]).toEqual(['5000000', 0]);
  });

  test.each([204, 400, 404, 500, 503])('returns a %i to the caller', async (status) => {
    await using canary = await startTlsCanary(certificate, (_request, response) =>
      response.writeHead(status).end(),
    );
    await using egress = openFor(canary);
    expect((await egress.send(callTo(canary))).status).toBe(status);
  });
});

describe('headers', () => {
  const headers = { Authorization: 'Bearer s3cret', cookie: 'id=1', 'proxy-authorization': 'x', 'x-id': '7' };

  async function seenWith(policy: Partial<EgressPolicy>): Promise<unknown> {
    await using canary = await startTlsCanary(certificate, echo);
    await using egress = openFor(canary, policy);
    const response = await egress.send(callTo(canary, { headers }));
    expect(response.headers).not.toHaveProperty('set-cookie');
    return JSON.parse(response.body.toString());
  }

  it('lose credentials and cookies', async () => {
    const seen = await seenWith({});
    expect(seen).toMatchObject({ headers: { 'x-id': '7' } });
    for (const name of ['authorization', 'cookie', 'proxy-authorization'])
      expect(seen).not.toHaveProperty(['headers', name]);
  });

  it('keep credentials, but no cookies, for a purpose that sends them', async () => {
    const seen = await seenWith({ credentials: true });
    expect(seen).toMatchObject({ headers: { authorization: 'Bearer s3cret' } });
    expect(seen).not.toHaveProperty(['headers', 'cookie']);
  });

  test.each([
    ['Host', 'evil.test'],
    ['transfer-encoding', 'chunked'],
    ['Content-Length', '3'],
    ['accept-encoding', 'gzip'],
    ['connection', 'upgrade'],
    ['x-a', 'b\r\nx-c: d'],
    ['x a', 'b'],
  ])('are refused when %s belongs to the client or breaks the message', async (name, value) => {
    await using canary = await startTlsCanary(certificate, echo);
    await using egress = openFor(canary);
    const refusal = await refusalOf(egress.send(callTo(canary, { headers: { [name]: value } })));
    expect([refusal.reason, canary.connections()]).toEqual(['header', 0]);
  });
});

describe('limits', () => {
  const stalls: readonly (readonly [string, RequestListener])[] = [
    ['never responds', silence],
    ['stalls in the body', (_request, response) => response.writeHead(200).write('x')],
  ];

  test.each(stalls)('end an exchange with a server that %s', async (_name, answer) => {
    await using canary = await startTlsCanary(certificate, answer);
    await using egress = openFor(canary, { timeoutMs: 150 });
    const started = performance.now();
    const refusal = await refusalOf(egress.send(callTo(canary, { timeoutMs: 60_000 })));
    expect(refusal.reason).toBe('timeout');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('end a resolution that never returns', async () => {
    const purposes = { keys: { hosts: ['bank.test'], timeoutMs: 50 } };
    await using egress = createEgress({ purposes, resolve: () => new Promise(() => undefined) });
    const request = { purpose: 'keys', method: 'GET', url: 'https://bank.test/' } as const;
    expect((await refusalOf(egress.send(request))).reason).toBe('timeout');
  });

  it('end an endless body while it streams', async () => {
    let sentBytes = 0;
    await using canary = await startTlsCanary(certificate, (_request, response) => {
      const block = Buffer.alloc(16_384);
      const pour = (): void => {
        while (!response.destroyed && response.write(block)) sentBytes += block.length;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    await using egress = openFor(canary, { bodyMaxBytes: 100_000 });
    expect((await refusalOf(egress.send(callTo(canary)))).reason).toBe('too-large');
    expect(sentBytes).toBeLessThan(20_000_000);
  });

  const sizes: readonly (readonly [string, RequestListener])[] = [
    [
      'announced body',
      (_request, response) => response.writeHead(200, { 'content-length': '1001' }).write('x'),
    ],
    ['header', (_request, response) => response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end()],
  ];

  test.each(sizes)('refuse a too large %s', async (_name, answer) => {
    await using canary = await startTlsCanary(certificate, answer);
    await using egress = openFor(canary, { bodyMaxBytes: 1_000 });
    expect((await refusalOf(egress.send(callTo(canary)))).reason).toBe('too-large');
  });

  it('allow a body of exactly the limit in both directions', async () => {
    await using canary = await startTlsCanary(certificate, (_request, response) =>
      response.end('x'.repeat(1_000)),
    );
    await using egress = openFor(canary, { bodyMaxBytes: 1_000 });
    const request = callTo(canary, { method: 'POST', body: 'y'.repeat(1_000) });
    expect((await egress.send(request)).body).toHaveLength(1_000);
    const refusal = await refusalOf(egress.send({ ...request, body: `${'y'.repeat(999)}ü` }));
    expect([refusal.reason, canary.connections()]).toEqual(['too-large', 1]);
  });

  it('refuse more concurrent calls than the purpose allows, and recover', async () => {
    await using canary = await startTlsCanary(certificate, silence);
    // Long enough for sixteen handshakes on a busy machine.
    await using egress = openFor(canary, { timeoutMs: 3_000 });
    const calls = Array.from({ length: 257 }, () => refusalOf(egress.send(callTo(canary))));
    await Promise.race(calls.slice(0, 256));
    expect(canary.connections()).toBe(16);
    const reasons = (await Promise.all(calls)).map((refusal) => refusal.reason);
    expect(reasons.filter((reason) => reason === 'busy')).toHaveLength(1);
    expect((await refusalOf(egress.send(callTo(canary)))).reason).toBe('timeout');
  });
});

describe('a failure of the remote server', () => {
  it('is a tls refusal if no trusted authority issued its certificate, even if the environment disables the check', async () => {
    await using canary = await startTlsCanary(certificate, echo);
    const purposes = {
      keys: { hosts: ['bank.test'], ports: [canary.port], allowPrivateAddresses: ['127.0.0.0/8'] },
    };
    await using egress = createEgress({ purposes, resolve: async () => ['127.0.0.1'] });
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect((await refusalOf(egress.send(callTo(canary)))).reason).toBe('tls');
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  it('is a tls refusal if the certificate is for another name', async () => {
    await using canary = await startTlsCanary(certificate, echo);
    await using egress = openFor(canary, { hosts: ['other.test'] });
    const url = `https://other.test:${canary.port}/`;
    const refusal = await refusalOf(egress.send(callTo(canary, { url })));
    expect(refusal.message).toContain('tls');
    expect(refusal.message).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('is a tls refusal if it does not support TLS', async () => {
    await using canary = await startPlainCanary(echo);
    await using egress = openFor(canary);
    expect((await refusalOf(egress.send(callTo(canary)))).reason).toBe('tls');
  });

  const failures: readonly (readonly [string, RequestListener])[] = [
    ['closes the connection', (request) => request.socket.destroy()],
    [
      'closes the connection in the body',
      (request, response) => {
        response.writeHead(200, { 'content-length': '10' });
        response.write('x', () => request.socket.destroy());
      },
    ],
  ];

  test.each(failures)('is unreachable if it %s', async (_name, answer) => {
    await using canary = await startTlsCanary(certificate, answer);
    await using egress = openFor(canary);
    expect((await refusalOf(egress.send(callTo(canary)))).reason).toBe('unreachable');
  });

  it('is unreachable if it does not listen, its name does not resolve, or the resolver fails', async () => {
    const gone = await startTlsCanary(certificate, echo);
    await gone[Symbol.asyncDispose]();
    const addresses: Readonly<Record<string, readonly string[]>> = {
      'bank.test': ['127.0.0.1'],
      'empty.test': [],
    };
    const resolve = async (host: string): Promise<readonly string[]> => {
      const found = addresses[host];
      if (found === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return found;
    };
    const hosts = ['bank.test', 'empty.test', 'unknown.test'];
    const policy = { hosts, ports: [gone.port], allowPrivateAddresses: ['127.0.0.0/8'] };
    await using egress = createEgress({ purposes: { keys: policy }, resolve });
    for (const host of hosts) {
      const url = `https://${host}:${gone.port}/`;
      expect((await refusalOf(egress.send(callTo(gone, { url })))).reason).toBe('unreachable');
    }
  });
});
