import { describe, expect, test } from 'vitest';
import { fitsSms } from './sms-text.ts';

describe('a text in the alphabet of GSM', () => {
  test('may have 306 signs', () => {
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
    // The odd place of each segment stays empty: no sign is torn apart.
    expect(fitsSms(sign.repeat(152))).toBe(true);
    expect(fitsSms(`${sign.repeat(152)}aaa`)).toBe(false);
  });

  test('has a sign of two in one segment or in the other, never in both', () => {
    expect(fitsSms(`${'a'.repeat(151)}€${'a'.repeat(153)}`)).toBe(true);
    expect(fitsSms(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(true);
    expect(fitsSms(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(false);
  });
});

describe('a text with any other sign', () => {
  test.each(['„', 'ç', '漢', '–', '\u00a0', '`', 'ő'])('such as %j may have 134', (sign) => {
    expect(fitsSms(`${sign}${'a'.repeat(133)}`)).toBe(true);
    expect(fitsSms(`${sign}${'a'.repeat(134)}`)).toBe(false);
  });

  test('counts signs beyond the first plane as two, and tears none apart', () => {
    expect(fitsSms('😀'.repeat(66))).toBe(true);
    expect(fitsSms('😀'.repeat(67))).toBe(false);
    expect(fitsSms(`${'a'.repeat(65)}😀${'漢'.repeat(67)}`)).toBe(true);
    expect(fitsSms(`${'a'.repeat(66)}😀${'漢'.repeat(66)}`)).toBe(false);
  });
});
