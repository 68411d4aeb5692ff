import { describe, expect, test } from 'vitest';
import { fitsSms } from './sms-text.ts';

describe('a text in the GSM alphabet', () => {
  test('may have 306 characters', () => {
    expect(fitsSms('')).toBe(true);
    expect(fitsSms('a'.repeat(306))).toBe(true);
    expect(fitsSms('a'.repeat(307))).toBe(false);
  });

  test.each([...'@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./09:;<=>?¡AZÄÖÑÜ§¿azäöñüà', '\n', '\r'])(
    'counts %j as one',
    (sign) => {
      expect(fitsSms(sign.repeat(306))).toBe(true);
      expect(fitsSms(sign.repeat(307))).toBe(false);
    },
  );

  test.each([...'^{}\\[~]|€', '\f'])('counts %j as two', (sign) => {
    // The last unit of a segment stays empty rather than splitting a character.
    expect(fitsSms(sign.repeat(152))).toBe(true);
    expect(fitsSms(`${sign.repeat(152)}aaa`)).toBe(false);
  });

  test('has a two-unit character in one segment or the other, never split', () => {
    expect(fitsSms(`${'a'.repeat(151)}€${'a'.repeat(153)}`)).toBe(true);
    expect(fitsSms(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(true);
    expect(fitsSms(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(false);
  });
});

describe('a text with any other character', () => {
  test.each(['„', 'ç', '漢', '–', '\u00a0', '`', 'ő'])('such as %j may have 134', (sign) => {
    expect(fitsSms(`${sign}${'a'.repeat(133)}`)).toBe(true);
    expect(fitsSms(`${sign}${'a'.repeat(134)}`)).toBe(false);
  });

  test('counts characters outside the BMP as two units, and splits none', () => {
    expect(fitsSms('😀'.repeat(66))).toBe(true);
    expect(fitsSms('😀'.repeat(67))).toBe(false);
    expect(fitsSms(`${'a'.repeat(65)}😀${'漢'.repeat(67)}`)).toBe(true);
    expect(fitsSms(`${'a'.repeat(66)}😀${'漢'.repeat(66)}`)).toBe(false);
  });
});
