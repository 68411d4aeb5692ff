import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certificateBytesMax } from './certificate-der.ts';
import { readClientCertHeader } from './client-cert-header.ts';

describe('the Client-Cert header', () => {
  test('returns the bytes between the colons', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        const der = Buffer.from(bytes);
        expect(readClientCertHeader(`:${der.toString('base64')}:`)).toEqual(der);
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['an empty sequence', '::'],
    ['bare base64', 'AAAA'],
    ['one colon', ':AAAA'],
    ['two values', ':AAAA:, :BBBB:'],
    ['two values run together', ':AAAA::BBBB:'],
    ['a parameter', ':AAAA:;a=1'],
    ['space around it', ' :AAAA: '],
    ['space inside', ':AA AA:'],
    ['a line break at the end', ':AAAA:\n'],
    ['the alphabet of URLs', ':-_-_:'],
    ['missing padding', ':AAA:'],
    ['too much padding', ':AAAA==:'],
    ['stray bits before the padding', ':AAB=:'],
    ['percent encoding', '%3AAAAA%3A'],
    ['PEM', '-----BEGIN CERTIFICATE-----'],
  ])('is refused with %s', (_, value) => {
    expect(readClientCertHeader(value)).toBeUndefined();
  });

  test('is read up to the maximum size of a certificate and not beyond', () => {
    const largest = Buffer.alloc(certificateBytesMax, 1);
    expect(readClientCertHeader(`:${largest.toString('base64')}:`)).toEqual(largest);
    expect(
      readClientCertHeader(`:${Buffer.alloc(certificateBytesMax + 3).toString('base64')}:`),
    ).toBeUndefined();
  });
});
