import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cookieOf, cookieText } from './browser-cookie.ts';

const secure = 'https://bank.test';
const open = 'http://localhost:8080';
const kind = { name: 'portico-01-step' };
const secret = 'A'.repeat(43);

const read = (cookie: string | undefined, baseUrl = secure): string | undefined =>
  cookieOf({ headers: cookie === undefined ? {} : { cookie } }, baseUrl, kind);

describe('a received cookie', () => {
  test('is read among others', () => {
    expect(read(`a=b; __Host-portico-01-step=${secret}; c=d`)).toBe(secret);
    expect(read(`portico-01-step=${secret}`, open)).toBe(secret);
  });

  test('is ignored if its name, its count or its form is wrong', () => {
    for (const cookie of [
      undefined,
      '',
      `portico-01-step=${secret}`,
      `__host-portico-01-step=${secret}`,
      `__Host-portico-01-stepx=${secret}`,
      `x__Host-portico-01-step=${secret}`,
      `__Host-portico-01-step=${secret}; __Host-portico-01-step=${secret}`,
      `__Host-portico-01-step=${secret}; __Host-portico-01-step=`,
      `__Host-portico-01-step="${secret}"`,
      `__Host-portico-01-step=${secret}A`,
      `__Host-portico-01-step=${secret.slice(1)}`,
      `__Host-portico-01-step=${secret.slice(1)}=`,
      `__Host-portico-01-step=${secret.slice(1)}é`,
      '__Host-portico-01-step=',
    ])
      expect([cookie, read(cookie)]).toEqual([cookie, undefined]);
  });

  test('is always 43 base64url characters', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const found = read(`__Host-portico-01-step=${value}`);
        expect(found === undefined || /^[\w\-]{43}$/v.test(found)).toBe(true);
      }),
    );
  });
});

describe('a sent cookie', () => {
  test('is for this host, not readable by scripts, and not sent cross-site', () => {
    expect(cookieText(secure, { ...kind, lifeSeconds: 900 }, secret)).toBe(
      `__Host-portico-01-step=${secret}; Path=/; Max-Age=900; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(cookieText(secure, kind, secret)).toBe(
      `__Host-portico-01-step=${secret}; Path=/; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(cookieText(open, kind, secret)).toBe(`portico-01-step=${secret}; Path=/; HttpOnly; SameSite=Lax`);
  });

  test('is deleted at once if it is empty', () => {
    expect(cookieText(secure, { ...kind, lifeSeconds: 900 }, '')).toBe(
      '__Host-portico-01-step=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    );
  });

  test('is returned unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const value = Buffer.from(bytes).toString('base64url');
        expect(read(cookieText(secure, kind, value).split(';')[0])).toBe(value);
      }),
    );
  });
});
