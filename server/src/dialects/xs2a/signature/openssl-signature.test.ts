import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { signMessage } from '#platform/testing/message-signer.ts';
import { type HeaderLines, openSignatureHarness, type SignatureHarness } from './signature-harness.suite.ts';

const guide = readFileSync(
  join(import.meta.dirname, '../../../../../docs/guides/message-signatures.md'),
  'utf8',
);
const body = '{"access":{"accounts":[]}}';

let authority: TestAuthority;
let harness: SignatureHarness;
let qwac: TestCertificate;
beforeAll(async () => {
  authority = await createTestAuthority();
  qwac = await authority.issue({ commonName: 'tpp.test' });
  harness = await openSignatureHarness({ authority, startAt: qwac.validFrom.add({ minutes: 2 }).toString() });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

/** Runs the first block of the guide: the shell and the openssl program sign, and nothing of the verifier is used. */
function byGuide(seal: TestCertificate, algorithm: string): HeaderLines {
  const script = /```sh\n(.*?)```/s.exec(guide)?.[1] ?? '';
  expect(script).toContain('openssl dgst -sha256 -sign');
  const files = { 'seal.key': seal.keyPem, 'seal.pem': seal.certificatePem, 'body.json': body };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(authority.directory, name), text);
  const options = { cwd: authority.directory };
  execFileSync('sh', ['-euc', script.replaceAll('rsa-sha256', algorithm)], options);
  const lines = readFileSync(join(authority.directory, 'headers.txt'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const colon = line.indexOf(': ');
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
}

test.each([
  ['rsa', 'rsa-sha256'],
  ['ec', 'ecdsa-sha256'],
] as const)(
  'openssl signs with a key %s what we accept, by the commands of the guide',
  async (key, algorithm) => {
    const seal = await authority.issue({ commonName: 'seal.test', use: 'signatures', key });
    const headers = byGuide(seal, algorithm);
    expect(await harness.send({ headers, body, as: qwac })).toMatchObject({ status: 200 });
    expect(await harness.send({ headers, body: `${body} `, as: qwac })).toMatchObject({ path: 'Digest' });
  },
);

test('openssl signs the same bytes as the signer of the tests', async () => {
  const seal = await authority.issue({ commonName: 'seal.test', use: 'signatures', key: 'rsa' });
  const theirs = new Map(byGuide(seal, 'rsa-sha256'));
  const headers = { 'X-Request-ID': theirs.get('X-Request-ID') ?? '', 'PSU-ID': theirs.get('PSU-ID') ?? '' };
  expect(signMessage({ headers, body }, seal)).toEqual({
    Digest: theirs.get('Digest'),
    Signature: theirs.get('Signature'),
    'TPP-Signature-Certificate': theirs.get('TPP-Signature-Certificate'),
  });
});
