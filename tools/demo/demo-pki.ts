import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createTestAuthority, type TestCertificate } from '../../server/src/platform/testing/certificates.ts';
import { makeRevocationList } from '../../server/src/platform/testing/status-servers.ts';
import { CannotStart, cloneRoot } from '../dev/clone.ts';

/** Folder of the demo's certificates. The authority stays there, so that a reader can issue another third party. */
export const pkiFolder: string = join(cloneRoot, '.cache/demo/pki');

/** Certificates of the demo: PEM files in `pkiFolder`, keys beside them with the ending `.key`. */
export const pkiFiles = {
  authority: join(pkiFolder, 'authority/certificate.pem'),
  bank: join(pkiFolder, 'bank.pem'),
  qwac: join(pkiFolder, 'qwac.pem'),
  qseal: join(pkiFolder, 'qseal.pem'),
} as const;

/** Returns the file of the private key of a certificate. */
export function keyOf(certificateFile: string): string {
  return certificateFile.replace(/pem$/, 'key');
}

/**
 * Makes an authority that the demo bank trusts, the certificate of the bank's listener, and the two of the example third
 * party. The list of revoked certificates is where the certificates say.
 */
export async function createDemoPki(listUrl: string): Promise<void> {
  await rm(pkiFolder, { recursive: true, force: true });
  await mkdir(pkiFolder, { recursive: true });
  using authority = await createTestAuthority().catch((error: unknown) => {
    throw new CannotStart(
      `The program openssl, which makes the certificates of the demo, does not run: ${String(error)}`,
    );
  });
  // The first certificate of an authority is its own.
  await cp(join(authority.directory, '1'), join(pkiFolder, 'authority'), { recursive: true });
  const shop = {
    organizationIdentifier: 'PSDNL-DNB-ACME',
    organizationName: 'Acme Payments',
    roles: ['PSP_PI', 'PSP_AI'],
    crlUrl: listUrl,
    dnsNames: ['localhost'],
  } as const;
  const [bank, qwac, qseal] = await Promise.all([
    authority.issue({ commonName: 'localhost', server: true }),
    authority.issue({ ...shop, commonName: 'shop.acme.test' }),
    authority.issue({ ...shop, commonName: 'Acme Payments seal', use: 'signatures' }),
  ]);
  await Promise.all([store(pkiFiles.bank, bank), store(pkiFiles.qwac, qwac), store(pkiFiles.qseal, qseal)]);
}

async function store(file: string, { certificatePem, keyPem }: TestCertificate): Promise<void> {
  await writeFile(file, certificatePem);
  await writeFile(keyOf(file), keyPem, { mode: 0o600 });
}

/** Serves the list of revoked certificates, made anew for each request: `openssl ca -revoke` takes effect at the next one. */
export async function serveRevocationList(port: number): Promise<Server> {
  let last: Promise<unknown> = Promise.resolve();
  const makeList = (): Promise<Buffer> => {
    const list = last.then(() => makeRevocationList(join(pkiFolder, 'authority')));
    last = list.catch(() => undefined);
    return list;
  };
  const server = createServer((_request, response) => {
    makeList().then(
      (list) => response.writeHead(200, { 'content-type': 'application/pkix-crl' }).end(list),
      () => response.writeHead(503).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
