import { createHmac } from 'node:crypto';
import { HOTP, Secret as OtpSecret } from 'otpauth';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { Secret } from '#platform/kernel/secret.ts';
import { stepAt } from '../../domain/oath/totp.ts';
import { truncated } from '../ocra/compute.ts';
import { codeAt, codeMatch, type OathHash, type OathKey } from './codes.ts';

const lengths: Readonly<Record<OathHash, number>> = { sha1: 20, sha256: 32, sha512: 64 };

function standardKey(hash: OathHash, digits: number): OathKey {
  const seed = Buffer.from('1234567890'.repeat(7).slice(0, lengths[hash]));
  return { seed: new Secret(seed), hash, digits };
}

describe('RFC 4226 appendix D', () => {
  const vectors = [
    [0, 'cc93cf18508d94934c64b65d8ba7667fb7cde4b0', '4c93cf18', 1_284_755_224, '755224'],
    [1, '75a48a19d4cbe100644e8ac1397eea747a2d33ab', '41397eea', 1_094_287_082, '287082'],
    [2, '0bacb7fa082fef30782211938bc1c5e70416ff44', '82fef30', 137_359_152, '359152'],
    [3, '66c28227d03a2d5529262ff016a1e6ef76557ece', '66ef7655', 1_726_969_429, '969429'],
    [4, 'a904c900a64b35909874b33e61c5938a8e15ed1c', '61c5938a', 1_640_338_314, '338314'],
    [5, 'a37e783d7b7233c083d4f62926c7a25f238d0316', '33c083d4', 868_254_676, '254676'],
    [6, 'bc9cd28561042c83f219324d3c607256c03272ae', '7256c032', 1_918_287_922, '287922'],
    [7, 'a4fb960c0bc06e1eabb804e5b397cdc4b45596fa', '4e5b397', 82_162_583, '162583'],
    [8, '1b3c89f65e6c9e883012052823443f048b4332db', '2823443f', 673_399_871, '399871'],
    [9, '1637409809a679dc698207310c8c7fc07290d9e5', '2679dc69', 645_520_489, '520489'],
  ] as const;
  const key = standardKey('sha1', 6);

  test.each(vectors)('counter %i has its code', (counter, _digest, _hexadecimal, _decimal, code) => {
    expect(codeAt(key, counter)).toBe(code);
    expect(codeMatch(key, code)(counter)).toBe(true);
  });

  test.each(vectors)('counter %i has its intermediate values', (counter, digest, hexadecimal, decimal) => {
    const digests: string[] = [];
    HOTP.generate({
      secret: OtpSecret.fromLatin1('12345678901234567890'),
      counter,
      hmac: (_, seed, message) => {
        const made = createHmac('sha1', seed).update(message).digest();
        digests.push(made.toString('hex'));
        return made;
      },
    });
    expect(digests).toEqual([digest]);
    const value = truncated(Buffer.from(digest, 'hex'));
    expect(value).toBe(decimal);
    expect(value.toString(16)).toBe(hexadecimal);
    expect(codeAt({ ...key, digits: 10 }, counter)).toBe(String(decimal).padStart(10, '0'));
  });
});

describe('RFC 6238 appendix B', () => {
  const vectors = [
    [59, '94287082', '46119246', '90693936'],
    [1_111_111_109, '07081804', '68084774', '25091201'],
    [1_111_111_111, '14050471', '67062674', '99943326'],
    [1_234_567_890, '89005924', '91819424', '93441116'],
    [2_000_000_000, '69279037', '90698825', '38618901'],
    [20_000_000_000, '65353130', '77737706', '47863826'],
  ] as const;

  test.each(vectors)('second %i has its codes', (second, sha1, sha256, sha512) => {
    const step = stepAt(Temporal.Instant.fromEpochMilliseconds(second * 1000), 30);
    expect(codeAt(standardKey('sha1', 8), step)).toBe(sha1);
    expect(codeAt(standardKey('sha256', 8), step)).toBe(sha256);
    expect(codeAt(standardKey('sha512', 8), step)).toBe(sha512);
  });
});

describe('a presented code', () => {
  const key = standardKey('sha1', 6);

  test('matches only its own counter', () => {
    const matches = codeMatch(key, '969429');
    expect([0, 1, 2, 3, 4].map((counter) => matches(counter))).toEqual([false, false, false, true, false]);
  });

  test.each(['', '96942', '9694290', '96942９', '969429\0', ' 969429', '-69429'])(
    'is not %j, which only looks similar',
    (code) => {
      expect(codeMatch(key, code)(3)).toBe(false);
    },
  );

  test('of fewer digits is not the end or the beginning of a longer code', () => {
    const eight = standardKey('sha1', 8);
    const code = codeAt(eight, 3);
    expect(codeMatch(eight, code)(3)).toBe(true);
    expect(codeMatch(eight, code.slice(2))(3)).toBe(false);
    expect(codeMatch(eight, code.slice(0, 6))(3)).toBe(false);
  });

  test('is computed from the seed alone, also when that is a slice of a larger buffer', () => {
    const large = Buffer.from(`xxxx${'1234567890'.repeat(2)}yyyy`);
    const seed = new Secret(large.subarray(4, 24));
    expect(codeAt({ ...key, seed }, 0)).toBe('755224');
  });
});
