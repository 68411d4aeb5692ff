import { pbkdf2 } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { startPlainCanary } from './canary.suite.ts';
import { createEgress } from './egress.ts';
import { createNameResolver, type NameResolverOptions } from './name-resolver.ts';
import { startNameServer, type TestNameServer, type TestZone } from './name-server.suite.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

async function withZone(zone: TestZone): Promise<TestNameServer> {
  const server = await startNameServer(zone);
  opened.push(server);
  return server;
}

/** For names that are never answered. */
const short = { resolutionMs: 2_000, questionMs: 400 } as const;

const resolverAt = ({ server }: TestNameServer, limits: NameResolverOptions['limits'] = short) =>
  createNameResolver({ purpose: 'hook', servers: [server], limits });

const zone: TestZone = {
  'both.test': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8:0:0:0:0:0:1'] },
  'four.test': { a: ['192.0.2.3'] },
  'none.test': {},
  'many.test': { a: Array.from({ length: 20 }, (_, index) => `192.0.2.${index}`) },
};

describe('a name', () => {
  test('has the addresses of both families, or of the one that it has', async () => {
    const resolve = resolverAt(await withZone(zone));
    expect(await resolve('both.test')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
    expect(await resolve('four.test')).toEqual(['192.0.2.3']);
  });

  test('without addresses is refused, and of too many only the first ones are taken', async () => {
    const resolve = resolverAt(await withZone(zone));
    await expect(resolve('none.test')).rejects.toMatchObject({ code: 'ENODATA' });
    expect(await resolve('many.test')).toHaveLength(16);
  });

  test('is asked for at the name servers alone: the hosts file and search domains have no part', async () => {
    const server = await withZone({ localhost: { a: ['192.0.2.9'] } });
    expect(await resolverAt(server)('localhost')).toEqual(['192.0.2.9']);
    expect(new Set(server.asked)).toEqual(new Set(['localhost']));
  });

  test('is given up after the limit of a resolution, however often it may be asked', async () => {
    const server = await withZone({});
    const resolve = resolverAt(server, { resolutionMs: 200, questionMs: 10_000 });
    await expect(resolve('silent.test')).rejects.toMatchObject({ code: 'ECANCELLED' });
    const tried = resolverAt(server, { questionMs: 50, tries: 2 });
    await expect(tried('tried.test')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    expect(server.asked.filter((name) => name === 'tried.test')).toHaveLength(4);
  });
});

describe('names whose name servers are silent', () => {
  test('are limited in number, one name counts once, and they make room when they end', async () => {
    const server = await withZone(zone);
    const resolve = resolverAt(server, { ...short, underWayMax: 2 });
    const silent = ['a.test', 'a.test', 'b.test'].map(async (name) => resolve(name).catch(() => 'failed'));
    await expect(resolve('four.test')).rejects.toMatchObject({ reason: 'busy' });
    expect(await Promise.all(silent)).toEqual(['failed', 'failed', 'failed']);
    expect(await resolve('four.test')).toEqual(['192.0.2.3']);
  });

  test('delay no other name, and no call to it', async () => {
    const canary = await startPlainCanary((_request, response) => response.end('here'));
    opened.push(canary);
    const server = await withZone({ 'good.test': { a: ['127.0.0.1'] } });
    const hook = {
      hosts: ['*'],
      allowHttp: true,
      ports: [canary.port],
      allowPrivateAddresses: ['127.0.0.0/8'],
    };
    const resolve = createNameResolver({ purpose: 'hook', servers: [server.server] });
    await using egress = createEgress({ purposes: { hook: { ...hook, timeoutMs: 1_500 } }, resolve });
    const send = (name: string) =>
      egress.send({ purpose: 'hook', method: 'GET', url: `http://${name}:${canary.port}/` });
    let ended = 0;
    const silent = Array.from({ length: 100 }, async (_, index) => {
      await expect(send(`silent-${index}.test`)).rejects.toMatchObject({ reason: 'timeout' });
      ended += 1;
    });
    const { body } = await send('good.test');
    expect([body.toString(), ended]).toEqual(['here', 0]);
    await Promise.all(silent);
  });
});

describe('the threads of the process', () => {
  /** Many, so that a name is resolved before half of them are done also on a busy machine. */
  const hashes = 100;

  /** Gives all threads work; counts what is done. */
  function occupyThreads(): { readonly done: () => number; readonly all: Promise<unknown> } {
    let count = 0;
    const hash = promisify(pbkdf2);
    const all = Promise.all(
      Array.from({ length: hashes }, async () => {
        await hash('password', 'salt', 20_000, 64, 'sha512');
        count += 1;
      }),
    );
    return { done: () => count, all };
  }

  test('are not needed for a name', async () => {
    const resolve = resolverAt(await withZone(zone), { questionMs: 5_000, resolutionMs: 10_000 });
    const work = occupyThreads();
    await resolve('four.test');
    const before = work.done();
    await work.all;
    expect(before).toBeLessThan(hashes / 2);
  });

  test('are needed by the resolution of the operating system, which waits for them', async () => {
    const work = occupyThreads();
    await lookup('localhost');
    const before = work.done();
    await work.all;
    expect(before).toBeGreaterThan(hashes / 2);
  });
});
