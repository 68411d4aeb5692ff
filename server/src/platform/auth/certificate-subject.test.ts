import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestAuthority,
  type TestAuthority,
  type TestCertificate,
} from '#platform/testing/certificates.ts';
import { namesHost, subjectOf } from './certificate-subject.ts';

let authority: TestAuthority;
let certificate: TestCertificate;
beforeAll(async () => {
  authority = await createTestAuthority();
  certificate = await authority.issue({ commonName: 'app.bank.test', server: true });
});
afterAll(() => authority[Symbol.dispose]());

describe('the subject of a certificate', () => {
  it('is formatted by RFC 4514, the last name first', () => {
    expect(subjectOf(certificate.der)).toMatch(/^CN=app\.bank\.test(?:,|$)/);
  });

  it('escapes special characters', async () => {
    const odd = await authority.issue({ commonName: 'a, b + c <d>' });
    expect(subjectOf(odd.der)).toContain('CN=a\\, b \\+ c \\<d\\>');
  });

  it('of bytes that are not a certificate is undefined', () => {
    expect(subjectOf(Buffer.from('not a certificate'))).toBeUndefined();
  });
});

describe('a certificate', () => {
  it('names the hosts of its alternative names, and none by its subject', () => {
    expect(namesHost(certificate.der, 'localhost')).toBe(true);
    expect(namesHost(certificate.der, 'app.bank.test')).toBe(false);
    expect(namesHost(certificate.der, '.localhost')).toBe(false);
    expect(namesHost(certificate.der, 'evil.localhost')).toBe(false);
  });
});
