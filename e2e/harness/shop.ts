import { hash, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startProgram, until } from '../../bench/harness/processes.ts';
import type { createTestAuthority, TestCertificate } from '../../server/src/platform/testing/certificates.ts';

/** Below the domain of the third party's certificate: a page leads to another host only by a link. */
const shopHost = 'shop.a.tpp.test';

/** The web site of the third party. */
export interface Shop extends AsyncDisposable {
  readonly url: string;
  /** Hash of the public key, by which a browser trusts the certificate. */
  readonly keyHash: string;
}

/** Starts the third party's web server as a process of its own. */
export async function startShop(
  authority: Awaited<ReturnType<typeof createTestAuthority>>,
  folder: string,
): Promise<Shop> {
  const certificate = await authority.issue({ commonName: shopHost, dnsNames: [shopHost], server: true });
  const [key, pem] = [join(folder, 'shop.key'), join(folder, 'shop.pem')];
  await writeFile(key, certificate.keyPem, { mode: 0o600 });
  await writeFile(pem, certificate.certificatePem);
  const port = await freePort();
  const program = startProgram({
    args: ['e2e/harness/shop-process.ts'],
    env: { PORT: String(port), KEY: key, CERTIFICATE: pem },
    logFile: join(folder, 'shop.log'),
  });
  await until(async () => {
    await fetch(`http://127.0.0.1:${port}/`).catch(({ cause }: Error & { cause?: { code?: string } }) => {
      // A server that speaks TLS only resets the connection; one that is not there refuses it.
      if (cause?.code === 'ECONNREFUSED') throw new Error('not yet');
    });
    return true;
  }, 'the shop');
  return {
    url: `https://${shopHost}:${port}`,
    keyHash: keyHashOf(certificate),
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL');
      await program.ended;
    },
  };
}

function keyHashOf({ certificatePem }: TestCertificate): string {
  const key = new X509Certificate(certificatePem).publicKey.export({ type: 'spki', format: 'der' });
  return hash('sha256', key, 'base64');
}
