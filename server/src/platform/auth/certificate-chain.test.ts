import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestAuthority, type TestAuthority, type TestIssuer } from '#platform/testing/certificates.ts';
import {
  type CertificateChain,
  canonicalSerialNumber,
  chainHolds,
  type DatedCertificate,
  distinguishedName,
  findChain,
  readAuthorities,
  toDated,
} from './certificate-chain.ts';

let root: TestAuthority;
beforeAll(async () => {
  root = await createTestAuthority();
});
afterAll(() => root[Symbol.dispose]());

const derOf = (pem: string): Buffer => new X509Certificate(pem).raw;

async function chainBelow(
  issuer: TestIssuer,
  presented: readonly TestIssuer[],
): Promise<CertificateChain | undefined> {
  const { certificatePem } = await issuer.issue({ commonName: 'tpp-one.test' });
  return findChain(
    new X509Certificate(certificatePem),
    presented.map(({ caPem }) => derOf(caPem)),
    readAuthorities(root.caPem),
  );
}

describe('the path to an accepted authority', () => {
  test('may use presented intermediates, in any order and among others', async () => {
    const upper = await root.issueAuthority({ commonName: 'Upper CA' });
    const lower = await upper.issueAuthority({ commonName: 'Lower CA' });
    const unlisted = await root.issueAuthority({ commonName: 'Unlisted CA' });
    const chain = await chainBelow(lower, [unlisted, upper, lower]);
    expect(chain?.intermediates).toMatchObject(
      [lower, upper].map(({ caPem }) => toDated(new X509Certificate(caPem))),
    );
    expect(chain?.authorities).toHaveLength(1);
    expect(await chainBelow(lower, [lower])).toBeUndefined();
    expect(await chainBelow(lower, [])).toBeUndefined();
  });

  test('may end at an authority that is not a root', async () => {
    const listed = await root.issueAuthority({ commonName: 'Listed CA' });
    const { certificatePem } = await listed.issue({ commonName: 'tpp-one.test' });
    const chain = findChain(new X509Certificate(certificatePem), [], readAuthorities(listed.caPem));
    expect(chain?.intermediates).toEqual([]);
  });

  test('does not use a certificate that may not sign', async () => {
    const client = await root.issue({ commonName: 'tpp-one.test' });
    const chain = findChain(
      new X509Certificate(client.certificatePem),
      [client.der, derOf(root.caPem)],
      readAuthorities(root.caPem),
    );
    expect(chain?.intermediates).toEqual([]);
  });

  test('is no longer than each authority on it allows', async () => {
    const last = await root.issueAuthority({ commonName: 'Last CA', pathLength: 0 });
    const below = await last.issueAuthority({ commonName: 'Below CA' });
    expect(await chainBelow(last, [last])).toBeDefined();
    expect(await chainBelow(below, [below, last])).toBeUndefined();
  });

  test('is no longer than the accepted authority allows', async () => {
    const listed = await root.issueAuthority({ commonName: 'Listed CA', pathLength: 0 });
    const below = await listed.issueAuthority({ commonName: 'Below CA' });
    const { certificatePem } = await below.issue({ commonName: 'tpp-one.test' });
    const leaf = new X509Certificate(certificatePem);
    expect(findChain(leaf, [derOf(below.caPem)], readAuthorities(listed.caPem))).toBeUndefined();
    expect(findChain(leaf, [], readAuthorities(below.caPem))).toBeDefined();
  });

  test('does not use a client certificate that signs certificates', async () => {
    const client = await root.issueAuthority({ commonName: 'tpp-one.test', pretended: true });
    expect(await chainBelow(client, [client])).toBeUndefined();
  });

  test('says whether a certificate on it is for servers only', async () => {
    const servers = await root.issueAuthority({
      commonName: 'Web CA',
      extensions: ['extendedKeyUsage=serverAuth'],
    });
    expect(await chainBelow(servers, [servers])).toMatchObject({ isForClients: false });
    expect(await chainBelow(root, [])).toMatchObject({ isForClients: true });
  });

  test('does not use an authority with an unsupported critical extension', async () => {
    const constrained = await root.issueAuthority({
      commonName: 'Constrained CA',
      extensions: ['nameConstraints=critical,permitted;DNS:example.test'],
    });
    expect(await chainBelow(constrained, [constrained])).toBeUndefined();
  });

  test('is searched only among a limited number of presented certificates', async () => {
    const upper = await root.issueAuthority({ commonName: 'Upper CA' });
    const padding = Array.from({ length: 4 }, () => root);
    expect(await chainBelow(upper, [...padding, upper])).toBeUndefined();
  });
});

describe('a chain is valid', () => {
  const dated = (serialNumber: string): DatedCertificate => ({
    ...toDated(new X509Certificate(root.caPem)),
    serialNumber,
  });

  test('while every intermediate and one form of its authority are', () => {
    const chain: CertificateChain = {
      issuerDer: new X509Certificate(root.caPem).raw,
      isForClients: true,
      intermediates: [dated('1'), dated('2')],
      authorities: [dated('3'), dated('4')],
    };
    const without = (...serials: string[]): boolean =>
      chainHolds(chain, ({ serialNumber }) => !serials.includes(serialNumber));
    expect(without()).toBe(true);
    expect(without('3')).toBe(true);
    expect(without('4')).toBe(true);
    expect(without('3', '4')).toBe(false);
    expect(without('1')).toBe(false);
    expect(without('2')).toBe(false);
  });
});

describe('names and numbers', () => {
  test('have one canonical form', () => {
    expect(distinguishedName('C=NL\nO=A\\, B\nCN=x')).toBe('CN=x,O=A\\, B,C=NL');
    expect(['00AB', 'ab', '0', '00', '10'].map(canonicalSerialNumber)).toEqual(['ab', 'ab', '0', '0', '10']);
  });
});
