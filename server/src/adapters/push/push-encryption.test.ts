import { createECDH, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encryptPush, pushTextMaxBytes } from './push-encryption.ts';
import { browserKeys, decryptPush } from './push-service.suite.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

test('the example of RFC 8291, Appendix A, is reproduced byte by byte', () => {
  const message = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      publicKey: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    },
  );
  expect(message?.toString('base64url')).toBe(
    [
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml',
      'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT',
      'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    ].join(''),
  );
});

test('the browser decrypts every text, and no other browser does', () => {
  const keys = browserKeys();
  const recipient = { publicKey: keys.pair.getPublicKey(), authSecret: keys.authSecret };
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (text) => {
      const message = encryptPush(Buffer.from(text), recipient) ?? Buffer.alloc(0);
      expect(decryptPush(message, keys)).toEqual(Buffer.from(text));
      expect(() => decryptPush(message, { ...keys, authSecret: randomBytes(16) })).toThrow('authenticate');
      expect(() => decryptPush(message, browserKeys())).toThrow('authenticate');
    }),
    { numRuns: 50 },
  );
});

test('the longest text fits into the record every service accepts', () => {
  const keys = browserKeys();
  const recipient = { publicKey: keys.pair.getPublicKey(), authSecret: keys.authSecret };
  const text = randomBytes(pushTextMaxBytes);
  const message = encryptPush(text, recipient) ?? Buffer.alloc(0);
  expect(message).toHaveLength(4_096);
  expect(decryptPush(message, keys)).toEqual(text);
});

test('the same text gives another message every time', () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const recipient = { publicKey: pair.getPublicKey(), authSecret: randomBytes(16) };
  const text = Buffer.from('hello');
  expect(encryptPush(text, recipient)).not.toEqual(encryptPush(text, recipient));
});

test('a key that is not a point of the curve gives undefined', () => {
  const publicKey = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]);
  expect(encryptPush(Buffer.from('x'), { publicKey, authSecret: randomBytes(16) })).toBeUndefined();
});
