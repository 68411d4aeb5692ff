interface MediaRange {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

const range = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\/([!#$%&'*+.^_`|~0-9A-Za-z-]+)$/;
const weight = /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/v;
/** More than any client sends. */
const rangesMax = 50;

/**
 * Chooses one of the offered media types by an `Accept` header (RFC 9110 12.5.1): the most specific range decides the
 * quality of a type, the highest quality wins, and among equals the one offered first. Undefined if none is acceptable.
 * Ranges that cannot be parsed are ignored; without any range the first offer is chosen.
 */
export function chooseMediaType<Offer extends string>(
  accept: string | undefined,
  offers: readonly Offer[],
): Offer | undefined {
  const ranges = rangesIn(accept ?? '');
  if (ranges.length === 0) return offers[0];
  let best: { readonly offer: Offer; readonly quality: number } | undefined;
  for (const offer of offers) {
    const quality = qualityOf(offer, ranges);
    if (quality > (best?.quality ?? 0)) best = { offer, quality };
  }
  return best?.offer;
}

function rangesIn(accept: string): readonly MediaRange[] {
  return accept
    .split(',')
    .slice(0, rangesMax)
    .flatMap((text) => rangeIn(text) ?? []);
}

/** Parameters other than the weight do not restrict a range: what we offer has none that clients know. */
function rangeIn(text: string): MediaRange | undefined {
  const [essence = '', ...parameters] = text.split(';').map((part) => part.trim());
  const [, type, subtype] = range.exec(essence.toLowerCase()) ?? [];
  if (type === undefined || subtype === undefined || (type === '*' && subtype !== '*')) return undefined;
  const given = parameters.find((parameter) => /^q=/iv.test(parameter))?.slice(2) ?? '1';
  return weight.test(given) ? { type, subtype, quality: Number(given) } : undefined;
}

/** Returns the quality by the most specific range that matches; of equal ranges the most favourable counts. */
function qualityOf(offer: string, ranges: readonly MediaRange[]): number {
  const [type = '', subtype = ''] = offer.split('/');
  const levels = [
    ranges.filter((one) => one.type === type && one.subtype === subtype),
    ranges.filter((one) => one.type === type && one.subtype === '*'),
    ranges.filter((one) => one.type === '*'),
  ];
  const matching = levels.find((level) => level.length > 0) ?? [];
  return Math.max(0, ...matching.map(({ quality }) => quality));
}
