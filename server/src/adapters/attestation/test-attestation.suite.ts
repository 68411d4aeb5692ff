import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate with its key. */
export interface TestLeaf {
  readonly der: Buffer;
  readonly privateKey: KeyObject;
  /** SubjectPublicKeyInfo. */
  readonly spki: Buffer;
}

/** A root with one authority below it, as the platforms have. */
export interface TestRoot extends Disposable {
  readonly rootPem: string;
  readonly intermediateDer: Buffer;
  /** Issues a certificate with an extension of these bytes for a new key. */
  issue(extension: { readonly id: string; readonly der: Buffer }): TestLeaf;
  /** The same for an extension that depends on the key of the certificate. */
  issueFor(key: string, extension: { readonly id: string; readonly der: Buffer }): TestLeaf;
  newKey(): { readonly file: string; readonly spki: Buffer };
}

/** Creates a root and an authority below it with the openssl program; both are deleted when it is disposed. */
export function createTestRoot(): TestRoot {
  const directory = mkdtempSync(join(tmpdir(), 'portico-attestation-'));
  const path = (name: string): string => join(directory, name);
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', [...args], { stdio: 'pipe', timeout: 60_000 });
  let count = 0;
  const newKey = (): { readonly file: string; readonly spki: Buffer } => {
    count += 1;
    const file = path(`${count}.key`);
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', file);
    return { file, spki: createPublicKey(readFileSync(file)).export({ format: 'der', type: 'spki' }) };
  };
  const certify = (request: { key: string; name: string; extensions: string; signer?: string }): string => {
    const [csr, extensions, out] = ['csr', 'ext', 'pem'].map((kind) => path(`${request.name}.${kind}`));
    if (csr === undefined || extensions === undefined || out === undefined) throw new Error('no path');
    writeFileSync(extensions, request.extensions);
    openssl('req', '-new', '-key', request.key, '-subj', `/CN=${request.name}`, '-out', csr);
    const signing =
      request.signer === undefined
        ? ['-signkey', request.key]
        : ['-CA', path(`${request.signer}.pem`), '-CAkey', path(`${request.signer}.key`), '-CAcreateserial'];
    openssl(
      'x509',
      '-req',
      '-in',
      csr,
      ...signing,
      '-days',
      '365',
      '-sha256',
      '-extfile',
      extensions,
      '-out',
      out,
    );
    return out;
  };
  const authority = 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n';
  for (const [name, signer] of [['root'], ['intermediate', 'root']] as const) {
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', path(`${name}.key`));
    certify({ key: path(`${name}.key`), name, extensions: authority, ...(signer && { signer }) });
  }
  const issueFor: TestRoot['issueFor'] = (key, { der, id }) => {
    count += 1;
    const extensions = `basicConstraints=critical,CA:FALSE\n${id}=DER:${der.toString('hex')}\n`;
    const out = certify({ key, name: `leaf${count}`, extensions, signer: 'intermediate' });
    const x509 = new X509Certificate(readFileSync(out));
    return {
      der: x509.raw,
      privateKey: createPrivateKey(readFileSync(key)),
      spki: x509.publicKey.export({ format: 'der', type: 'spki' }),
    };
  };
  return {
    rootPem: readFileSync(path('root.pem'), 'utf8'),
    intermediateDer: new X509Certificate(readFileSync(path('intermediate.pem'))).raw,
    newKey,
    issueFor,
    issue: (extension) => issueFor(newKey().file, extension),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Encodes a DER value; tags above 30 in their long form. */
export function der(form: number, tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const head =
    tag < 31 ? [form | tag] : [form | 31, ...(tag < 128 ? [tag] : [0x80 | (tag >> 7), tag & 0x7f])];
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...head, ...size]), content]);
}
