const lengthMax = 140;
const marksMax = 4;

/**
 * Returns a name from outside as it can be shown: one line, without invisible and direction characters, with a bounded
 * length. A name must not change the text beside it, or look like more than a name.
 */
export function plainName(text: string): string {
  const visible = text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // Direction marks, embeddings, overrides and isolates; characters without width, except joiners of scripts.
    .replaceAll(/[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    // Lone surrogates are no characters; tags and private characters look different on every device.
    .replaceAll(/[\p{Cs}\p{Co}\u{e0000}-\u{e007f}]/gu, '')
    .replaceAll(new RegExp(`(\\p{M}{${marksMax}})\\p{M}+`, 'gu'), '$1')
    .trim();
  const characters = Array.from(visible);
  return characters.length <= lengthMax ? visible : `${characters.slice(0, lengthMax - 1).join('')}…`;
}
