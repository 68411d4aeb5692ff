import { smsTextMax } from './policy.ts';

/** The characters of GSM 03.38, one unit each; those of the extension need two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('^{}\\[~]|€\f');

/** Capacity of a segment of a longer text, in units of each alphabet. */
const segmentUnits = { gsm: 153, wide: 67 } as const;
/** Policy value `sms-text-max` is two GSM-7 segments. */
const segmentsMax = Math.floor(smsTextMax / segmentUnits.gsm);

/** Returns the units of each character in the GSM alphabet; undefined if the text needs UCS-2. */
function gsmUnits(text: string): readonly number[] | undefined {
  const units: number[] = [];
  for (const sign of text) {
    if (basic.has(sign)) units.push(1);
    else if (extended.has(sign)) units.push(2);
    else return undefined;
  }
  return units;
}

/** Returns whether a text fits into two segments, in the alphabet it needs. A two-unit character is never split. */
export function fitsSms(text: string): boolean {
  const gsm = gsmUnits(text);
  return gsm === undefined
    ? fits(
        Array.from(text, (sign) => sign.length),
        segmentUnits.wide,
      )
    : fits(gsm, segmentUnits.gsm);
}

function fits(units: readonly number[], perSegment: number): boolean {
  let segments = 1;
  let used = 0;
  for (const unit of units) {
    if (used + unit > perSegment) {
      segments += 1;
      used = 0;
    }
    used += unit;
  }
  return segments <= segmentsMax;
}
