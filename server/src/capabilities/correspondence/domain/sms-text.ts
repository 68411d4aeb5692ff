import { smsTextMax } from './policy.ts';

/** The signs of GSM 03.38, one unit each; those of the extension take two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('^{}\\[~]|€\f');

/** What a segment of a longer text holds, in units of each alphabet. */
const segmentUnits = { gsm: 153, wide: 67 } as const;
/** Policy value `sms-text-max` is two segments of the short alphabet. */
const segmentsMax = Math.floor(smsTextMax / segmentUnits.gsm);

/** Units of each sign in the alphabet of GSM; undefined when the text needs the wide one. */
function gsmUnits(text: string): readonly number[] | undefined {
  const units: number[] = [];
  for (const sign of text) {
    if (basic.has(sign)) units.push(1);
    else if (extended.has(sign)) units.push(2);
    else return undefined;
  }
  return units;
}

/** Whether a text goes in two segments, whatever alphabet it needs. A sign of two units is never torn apart. */
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
