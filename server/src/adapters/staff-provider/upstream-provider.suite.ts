import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { createTestAuthority, type TestAuthority } from '#platform/testing/certificates.ts';
import { at } from '#platform/testing/json-at.ts';
import type { UpstreamMessage, UpstreamMode, UpstreamStart } from './upstream-person.suite.ts';

/** The upstream provider in tests. */
export interface UpstreamProvider {
  readonly issuer: string;
  readonly port: number;
  readonly caPem: string;
  readonly clientId: string;
  /** The private key of our client. */
  readonly clientKey: JWK;
  setTime(epochMs: number): Promise<void>;
  setMode(mode: UpstreamMode): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const program = fileURLToPath(new URL('./upstream-program.suite.ts', import.meta.url));

/** Starts it on a free port. Its clock runs unless a time is set. */
export async function startUpstream(
  options: Pick<UpstreamStart, 'redirectUris'> & Partial<UpstreamStart> & { readonly timeMs?: number },
): Promise<UpstreamProvider> {
  const { timeMs, ...given } = options;
  const authority = await createTestAuthority();
  const { certificatePem, keyPem } = await authority.issue({ commonName: 'upstream', server: true });
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const described = { kid: 'portico-1', alg: 'ES256', use: 'sig' };
  const child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  process.once('exit', () => child.kill('SIGKILL'));
  const tell = talkTo(child);
  const clientId = given.clientId ?? 'portico';
  const port = await tell({
    ...(timeMs === undefined ? {} : { timeMs }),
    start: {
      keyPem,
      certificatePem,
      clientId,
      clientKey: { ...(await exportJWK(publicKey)), ...described },
      pushedRequests: 'supported',
      ...given,
    },
  });
  return {
    issuer: `https://127.0.0.1:${port}`,
    port,
    caPem: authority.caPem,
    clientId,
    clientKey: { ...(await exportJWK(privateKey)), ...described },
    setTime: async (epochMs) => void (await tell({ timeMs: epochMs })),
    setMode: async (mode) => void (await tell({ mode })),
    [Symbol.asyncDispose]: () => stop(child, authority),
  };
}

async function stop(child: ChildProcess, authority: TestAuthority): Promise<void> {
  authority[Symbol.dispose]();
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Sends a message and waits for its acknowledgement; the result is the port. */
function talkTo(child: ChildProcess): (message: Omit<UpstreamMessage, 'id'>) => Promise<number> {
  const waiting = new Map<unknown, (port: number) => void>();
  child.on('message', (response: unknown) => waiting.get(at(response, 'id'))?.(Number(at(response, 'port'))));
  const { promise: died, reject } = Promise.withResolvers<never>();
  died.catch(() => undefined);
  child.once('exit', (code) => reject(new Error(`upstream provider exited with ${code}`)));
  let count = 0;
  return (message) => {
    count += 1;
    const { promise, resolve } = Promise.withResolvers<number>();
    waiting.set(count, resolve);
    child.send({ id: count, ...message });
    return Promise.race([promise, died]);
  };
}
