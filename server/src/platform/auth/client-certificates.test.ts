import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { BitString, fromBER, Integer, Sequence } from 'asn1js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type CertificateRequest,
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { type FakeClock, fakeClock } from '#platform/testing/fake-clock.ts';
import { canonicalSerialNumber, distinguishedName } from './certificate-chain.ts';
import {
  type CertificateVerdict,
  type ClientCertificate,
  type ClientCertificates,
  createClientCertificates,
} from './client-certificates.ts';

let authority: TestAuthority;
beforeAll(async () => {
  authority = await createTestAuthority();
});
afterAll(() => authority[Symbol.dispose]());

interface Setting {
  readonly clock: FakeClock;
  readonly revoked: Set<string>;
  readonly certificates: ClientCertificates;
}

function setting(at: TestCertificate, acceptedAuthorities: readonly string[] = [authority.caPem]): Setting {
  const clock = fakeClock(at.validFrom.toString());
  const revoked = new Set<string>();
  const certificates = createClientCertificates({
    clock,
    acceptedAuthorities,
    revocations: {
      isRevoked: (issuer, serialNumber) => revoked.has(`${issuer} ${serialNumber}`),
    },
  });
  return { clock, revoked, certificates };
}

const header = ({ der }: { readonly der: Uint8Array }): string => `:${Buffer.from(der).toString('base64')}:`;
const refused = (reason: string): unknown => expect.objectContaining({ kind: 'refused', reason });
const issue = (request: Partial<CertificateRequest> = {}): Promise<TestCertificate> =>
  authority.issue({ commonName: 'tpp-one.test', ...request });

function acceptedIn(verdict: CertificateVerdict): ClientCertificate {
  if (verdict.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(verdict)}`);
  return verdict.certificate;
}

/** The order of P-256: if (r, s) is a signature, so is (r, order - s), and any party can compute it. */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function withRespeltSignature(der: Buffer): Uint8Array {
  const { result } = fromBER(der, { parseEmbedded: false });
  if (!(result instanceof Sequence)) throw new Error('certificate expected');
  const signature = result.valueBlock.value[2];
  if (!(signature instanceof BitString)) throw new Error('signature expected');
  const pair = fromBER(signature.valueBlock.valueHexView).result;
  if (!(pair instanceof Sequence)) throw new Error('pair expected');
  const s = pair.valueBlock.value[1];
  if (!(s instanceof Integer)) throw new Error('number expected');
  pair.valueBlock.value[1] = Integer.fromBigInt(curveOrder - s.toBigInt());
  result.valueBlock.value[2] = new BitString({ valueHex: pair.toBER() });
  return new Uint8Array(result.toBER());
}

describe('a certificate of an accepted authority', () => {
  test('is accepted with all its fields', async () => {
    const issued = await issue({ roles: ['PSP_PI'], serial: '00AB12' });
    const certificate = acceptedIn(setting(issued).certificates.ofHeader(header(issued)));
    expect(certificate).toMatchObject({
      fingerprint256: issued.fingerprint256,
      issuer: 'CN=Test QTSP CA,O=Test Trust Services\\, N.V.,C=NL',
      serialNumber: 'ab12',
      psd2: { organizationIdentifier: 'PSDNL-DNB-12345', ncaId: 'NL-DNB', roles: ['PSP_PI'] },
    });
    expect(certificate.der.equals(issued.der)).toBe(true);
    expect(certificate.validFrom.equals(issued.validFrom)).toBe(true);
    expect(certificate.validTo.equals(issued.validTo)).toBe(true);
  });

  test('is parsed as openssl parses it', async () => {
    const issued = await issue({ days: 10_000 });
    const certificate = acceptedIn(setting(issued).certificates.ofHeader(header(issued)));
    const openssl = (...options: string[]): string =>
      execFileSync('openssl', ['x509', '-noout', '-nameopt', 'RFC2253,-esc_msb', ...options], {
        input: issued.certificatePem,
        encoding: 'utf8',
      }).trim();
    expect(openssl('-issuer')).toBe(`issuer=${certificate.issuer}`);
    expect(canonicalSerialNumber(openssl('-serial').replace('serial=', ''))).toBe(certificate.serialNumber);
    expect(openssl('-fingerprint', '-sha256').replaceAll(':', '').toLowerCase()).toContain(
      certificate.fingerprint256,
    );
    expect(new Date(openssl('-enddate').replace('notAfter=', '')).getTime()).toBe(
      certificate.validTo.epochMilliseconds,
    );
  });

  test('has the issuer name that the issuer uses, so that revocation lists can be written', async () => {
    const issued = await issue();
    const { subject } = new X509Certificate(authority.caPem);
    expect(acceptedIn(setting(issued).certificates.ofHeader(header(issued))).issuer).toBe(
      distinguishedName(subject),
    );
  });

  test('is accepted without PSD2 identity when it has no qualified statements', async () => {
    const issued = await issue({ noQc: true });
    expect(acceptedIn(setting(issued).certificates.ofHeader(header(issued))).psd2).toBeUndefined();
  });

  test('is valid from its first to its last second', async () => {
    const issued = await issue();
    const { clock, certificates } = setting(issued);
    const verdictAt = (instant: string): CertificateVerdict => {
      clock.set(instant);
      return certificates.ofHeader(header(issued));
    };
    expect(verdictAt(issued.validFrom.toString()).kind).toBe('accepted');
    expect(verdictAt(issued.validTo.toString()).kind).toBe('accepted');
    expect(verdictAt(issued.validTo.add({ milliseconds: 1 }).toString())).toEqual(refused('expired'));
    expect(verdictAt(issued.validFrom.subtract({ milliseconds: 1 }).toString())).toEqual(
      refused('not-yet-valid'),
    );
  });

  test('is refused once it is revoked, and no other is', async () => {
    const [one, other] = await Promise.all([issue(), issue()]);
    const { certificates, revoked } = setting(one);
    const { issuer, serialNumber } = acceptedIn(certificates.ofHeader(header(one)));
    revoked.add(`${issuer} ${serialNumber}`);
    expect(certificates.ofHeader(header(one))).toEqual(refused('revoked'));
    expect(certificates.ofHeader(header(other)).kind).toBe('accepted');
    revoked.clear();
    expect(certificates.ofHeader(header(one)).kind).toBe('accepted');
  });

  test('stays revoked when its holder rewrites the signature, which changes the fingerprint', async () => {
    const issued = await issue();
    const respelt = { der: withRespeltSignature(issued.der) };
    const { certificates, revoked } = setting(issued);
    const { issuer, serialNumber, fingerprint256 } = acceptedIn(certificates.ofHeader(header(respelt)));
    expect(fingerprint256).not.toBe(issued.fingerprint256);
    revoked.add(`${issuer} ${serialNumber}`);
    expect(certificates.ofHeader(header(respelt))).toEqual(refused('revoked'));
  });
});

describe('a certificate is invalid', () => {
  test('when another key signed it in the name of an accepted authority', async () => {
    const evil = await authority.issueEvil({ commonName: 'tpp-one.test' });
    expect(new X509Certificate(evil.certificatePem).checkIssued(new X509Certificate(authority.caPem))).toBe(
      true,
    );
    expect(setting(evil).certificates.ofHeader(header(evil))).toEqual(refused('invalid'));
  });

  test('when it is self-signed', async () => {
    const own = await authority.issueSelfSigned({ commonName: 'tpp-one.test' });
    expect(setting(own).certificates.ofHeader(header(own))).toEqual(refused('invalid'));
  });

  test('when no authority is accepted', async () => {
    const issued = await issue();
    expect(setting(issued, []).certificates.ofHeader(header(issued))).toEqual(refused('invalid'));
  });

  test('when it is the certificate of the authority', async () => {
    const { raw } = new X509Certificate(authority.caPem);
    expect(setting(await issue()).certificates.ofHeader(header({ der: raw }))).toEqual(refused('invalid'));
  });

  test('when it is signed over SHA-1', async () => {
    const weak = await issue({ digest: 'sha1' });
    expect(new X509Certificate(weak.certificatePem).signatureAlgorithm).toBe('ecdsa-with-SHA1');
    expect(setting(weak).certificates.ofHeader(header(weak))).toEqual(refused('invalid'));
  });

  test('when it is for servers only', async () => {
    const listener = await issue({ server: true });
    expect(setting(listener).certificates.ofHeader(header(listener))).toEqual(refused('not-for-clients'));
  });

  test('when bytes follow it or one of its bytes is changed', async () => {
    const issued = await issue();
    const { certificates } = setting(issued);
    expect(certificates.ofHeader(header({ der: Buffer.concat([issued.der, Buffer.of(0)]) }))).toEqual(
      refused('invalid'),
    );
    for (let index = 0; index < issued.der.length; index += 7) {
      const changed = Buffer.from(issued.der);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      // Dates are checked first, and some of these bytes are dates.
      const verdict = certificates.ofHeader(header({ der: changed }));
      expect(
        verdict.kind === 'refused' && ['invalid', 'expired', 'not-yet-valid'].includes(verdict.reason),
      ).toBe(true);
      expect(verdict).not.toHaveProperty('standing');
    }
  });

  test('when the header does not hold exactly one', async () => {
    const issued = await issue();
    const { certificates } = setting(issued);
    expect(certificates.ofHeader(`${header(issued)}, ${header(issued)}`)).toEqual(refused('invalid'));
    expect(certificates.ofHeader('')).toEqual(refused('invalid'));
  });
});

describe('accepted authorities', () => {
  test('may be several in one text', async () => {
    using second = await createTestAuthority();
    const [one, other] = await Promise.all([issue(), second.issue({ commonName: 'tpp-two.test' })]);
    const { certificates } = setting(one, [`${second.caPem}\n${authority.caPem}`]);
    expect(certificates.ofHeader(header(one)).kind).toBe('accepted');
    expect(certificates.ofHeader(header(other)).kind).toBe('accepted');
  });

  test('that may not sign certificates are reported at start', async () => {
    const issued = await issue();
    expect(() => setting(issued, [issued.certificatePem])).toThrow('may not sign certificates');
    expect(() => setting(issued, ['nonsense'])).toThrow('no certificate');
  });
});
