import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { createThirdParties, type ThirdParties, type ThirdPartyName } from './third-parties.ts';

/** An issuer whose OCSP responder is a process of openssl, and whose list is served over plain http. */
export interface StatusServers extends AsyncDisposable {
  readonly thirdParties: ThirdParties;
  readonly ports: readonly number[];
  /** Publishes the status of these certificates: in the list, and to the responder, which is started again. */
  publish(statuses: Partial<Record<ThirdPartyName, 'good' | 'revoked'>>): Promise<void>;
  stopResponder(): Promise<void>;
  /** Replaces what is served as the list; undefined serves none. */
  serveList(bytes: Buffer | undefined): void;
  /** The list as openssl wrote it. */
  readList(): Promise<Buffer>;
  /** Makes another list of the issuer, which names no certificate: one of several, for this distribution point. */
  makePartialList(point: string): Promise<Buffer>;
}

export interface StatusServersOptions {
  /** Who signs the responses: the issuer itself, or a responder that it has authorised. */
  readonly signer?: 'issuer' | 'delegate' | 'stranger';
}

const run = promisify(execFile);
const timeoutMs = 20_000;

/** Opens the servers; nothing is known about any certificate until it is published. */
export async function openStatusServers({
  signer = 'issuer',
}: StatusServersOptions = {}): Promise<StatusServers> {
  let list: Buffer | undefined;
  const lists = createServer((_request, response) => {
    if (list === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/pkix-crl' }).end(list);
  });
  lists.listen(0, '127.0.0.1');
  await once(lists, 'listening');
  const listPort = portOf(lists.address());
  const ocspPort = await freePort();
  const thirdParties = await createThirdParties({
    ocspUrl: `http://127.0.0.1:${ocspPort}/`,
    crlUrl: `http://127.0.0.1:${listPort}/qtsp.crl`,
  });
  const directory = join(thirdParties.directory, '1');
  let responder: ChildProcess | undefined;
  const stopResponder = async (): Promise<void> => {
    if (responder === undefined) return;
    const ended = once(responder, 'exit');
    responder.kill('SIGKILL');
    responder = undefined;
    await ended;
  };
  const signing = await signingFiles(thirdParties, directory, signer);
  return {
    thirdParties,
    ports: [listPort, ocspPort],
    async publish(statuses) {
      await writeIndex(thirdParties, join(directory, 'index.txt'), statuses);
      list = await makeRevocationList(directory);
      await stopResponder();
      responder = await startResponder(directory, ocspPort, signing);
    },
    stopResponder,
    serveList(bytes) {
      list = bytes;
    },
    readList: () => readFile(join(directory, 'list.der')),
    makePartialList: (point) => writePartialList(directory, point),
    async [Symbol.asyncDispose]() {
      await stopResponder();
      lists.closeAllConnections();
      lists.close();
      thirdParties[Symbol.dispose]();
    },
  };
}

/** The register of openssl: state, expiry, revocation, serial number, file, subject. */
async function writeIndex(
  thirdParties: ThirdParties,
  path: string,
  statuses: Partial<Record<ThirdPartyName, 'good' | 'revoked'>>,
): Promise<void> {
  const revokedAt = shortTime(Temporal.Now.instant().subtract({ minutes: 1 }));
  const lines = await Promise.all(
    Object.entries(statuses).map(async ([name, status]) => {
      const named = thirdPartyOf(name);
      const { der, validTo } = await thirdParties.qwac(named);
      const { serialNumber } = new X509Certificate(der);
      const state =
        status === 'revoked' ? ['R', shortTime(validTo), revokedAt] : ['V', shortTime(validTo), ''];
      return [...state, serialNumber, 'unknown', `/CN=${name}`].join('\t');
    }),
  );
  await writeFile(path, `${lines.join('\n')}\n`);
}

const names: readonly ThirdPartyName[] = ['_A', '_B', '_AI', '_PI', '_IC', '_REV'];

function thirdPartyOf(name: string): ThirdPartyName {
  const found = names.find((one) => one === name);
  if (found === undefined) throw new Error(`no status can be published of ${name}`);
  return found;
}

/** Makes the list of the authority in this folder, from its register; returns it as DER. */
export function makeRevocationList(cwd: string): Promise<Buffer> {
  return makeList(cwd, 'list', ['-config', 'openssl.cnf']);
}

async function writePartialList(cwd: string, point: string): Promise<Buffer> {
  const config = await readFile(join(cwd, 'openssl.cnf'), 'utf8');
  const extensions = [
    '[partial]',
    'issuingDistributionPoint=critical,@point',
    '[point]',
    `fullname=URI:${point}`,
  ];
  await writeFile(join(cwd, 'no-index.txt'), '');
  await writeFile(
    join(cwd, 'partial.cnf'),
    [config.replace('database=index.txt', 'database=no-index.txt'), ...extensions, ''].join('\n'),
  );
  return makeList(cwd, 'partial', ['-config', 'partial.cnf', '-crlexts', 'partial']);
}

async function makeList(cwd: string, name: string, options: readonly string[]): Promise<Buffer> {
  const files = ['-keyfile', 'key.pem', '-cert', 'certificate.pem', '-out', `${name}.pem`];
  const inDirectory = { cwd, timeout: timeoutMs };
  await run('openssl', ['ca', '-gencrl', ...options, '-crldays', '1', ...files], inDirectory);
  await run('openssl', ['crl', '-in', `${name}.pem`, '-outform', 'DER', '-out', `${name}.der`], inDirectory);
  return readFile(join(cwd, `${name}.der`));
}

async function startResponder(cwd: string, port: number, signing: readonly string[]): Promise<ChildProcess> {
  const options = ['-index', 'index.txt', '-CA', 'certificate.pem', ...signing, '-nmin', '60'];
  const child = spawn('openssl', ['ocsp', '-port', String(port), ...options, '-ignore_err'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // It says so when it accepts connections.
  await Promise.race([
    once(child.stdout, 'data'),
    once(child.stderr, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('openssl ocsp has ended');
    }),
  ]);
  return child;
}

async function signingFiles(
  thirdParties: ThirdParties,
  directory: string,
  signer: 'issuer' | 'delegate' | 'stranger',
): Promise<readonly string[]> {
  if (signer === 'issuer') return ['-rkey', 'key.pem', '-rsigner', 'certificate.pem'];
  const purposes = signer === 'delegate' ? ['OCSPSigning'] : ['clientAuth'];
  const { certificatePem, keyPem } = await thirdParties.issue({
    commonName: 'Test responder',
    noQc: true,
    purposes,
  });
  await writeFile(join(directory, 'responder.pem'), certificatePem);
  await writeFile(join(directory, 'responder-key.pem'), keyPem);
  return ['-rkey', 'responder-key.pem', '-rsigner', 'responder.pem'];
}

/** UTCTime, as the register has it. */
function shortTime(instant: Temporal.Instant): string {
  return `${instant
    .toString({ smallestUnit: 'second' })
    .replaceAll(/[-:TZ]/g, '')
    .slice(2)}Z`;
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  server.close();
  await once(server, 'close');
  return port;
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new Error('address expected');
  return address.port;
}
