/**
 * Formats of post codes, after the address sheets of the Universal Postal Union. Countries with the same format share
 * a row; letters match in either case, and a commonly omitted space or dash is optional.
 */
const patterns: readonly (readonly [countries: string, pattern: string])[] = [
  ['FO GN IS LS MG OM PG', '[0-9]{3}'],
  [
    'AF AL AM AT AU BD BE BG CH CV CY CX CC DK ET GE GW HU LI LR MK MZ NE NF NO NZ PH PY SI SJ TN VE ZA',
    '[0-9]{4}',
  ],
  [
    'BA BT CR CU DE DO DZ EE EG ES FI FR GT HR ID IQ IT JO KE KR KW LA LK MA ME MM MU MV MX MY NI NP PE PK SD SN TH TR TZ UA UY ZM',
    '[0-9]{5}',
  ],
  ['BY CN CO EC KG NG RO RU SG TJ TM UZ', '[0-9]{6}'],
  ['KH MN RS VN', '[0-9]{5,6}'],
  ['CZ GR SE SK', '[0-9]{3} ?[0-9]{2}'],
  ['AD', 'AD[1-7][0-9]{2}'],
  ['AR', '([A-HJ-NP-Z][0-9]{4}[A-Z]{3}|[0-9]{4})'],
  ['AX', '(AX-?)?22[0-9]{3}'],
  ['AZ', '(AZ ?)?[0-9]{4}'],
  ['BH', '[0-9]{3,4}'],
  ['BN', '[A-Z]{2} ?[0-9]{4}'],
  ['BR', '[0-9]{5}-?[0-9]{3}'],
  ['CA', '[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z] ?[0-9][ABCEGHJ-NPRSTV-Z][0-9]'],
  ['CL', '[0-9]{3}-?[0-9]{4}'],
  ['GB', '(GIR ?0AA|[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2})'],
  ['GG', 'GY[0-9]{1,2} ?[0-9][A-Z]{2}'],
  ['GI', 'GX11 ?1AA'],
  ['GL', '39[0-9]{2}'],
  ['IE', '[A-Z][0-9][0-9W] ?[0-9A-Z]{4}'],
  ['IL', '[0-9]{5}([0-9]{2})?'],
  ['IM', 'IM[0-9]{1,2} ?[0-9][A-Z]{2}'],
  ['IN', '[1-9][0-9]{2} ?[0-9]{3}'],
  ['IR', '[0-9]{5}-?[0-9]{5}'],
  ['JE', 'JE[0-9]{1,2} ?[0-9][A-Z]{2}'],
  ['JP', '[0-9]{3}-?[0-9]{4}'],
  ['KZ', '([0-9]{6}|[A-Z][0-9]{2}[A-Z][0-9][A-Z][0-9])'],
  ['LB', '[0-9]{4}( ?[0-9]{4})?'],
  ['LT', '(LT-?)?[0-9]{5}'],
  ['LU', '(L-?)?[0-9]{4}'],
  ['LV', '(LV-?)?[0-9]{4}'],
  ['MC', '980[0-9]{2}'],
  ['MD', '(MD-?)?[0-9]{4}'],
  ['MT', '[A-Z]{3} ?[0-9]{2,4}'],
  ['NL', '[1-9][0-9]{3} ?[A-Z]{2}'],
  ['PL', '[0-9]{2}-?[0-9]{3}'],
  ['PT', '[0-9]{4}-?[0-9]{3}'],
  ['SA', '[0-9]{5}(-[0-9]{4})?'],
  ['SM', '4789[0-9]'],
  ['SZ', '[HLMS][0-9]{3}'],
  ['TW', '[0-9]{3}([0-9]{2,3})?'],
  ['US AS GU MH MP PR PW VI', '[0-9]{5}(-[0-9]{4})?'],
  ['VA', '00120'],
  // Overseas parts of France.
  ['GP BL MF', '97[01][0-9]{2}'],
  ['MQ', '972[0-9]{2}'],
  ['GF', '973[0-9]{2}'],
  ['RE', '974[0-9]{2}'],
  ['PM', '97500'],
  ['YT', '976[0-9]{2}'],
  ['WF', '986[0-9]{2}'],
  ['PF', '987[0-9]{2}'],
  ['NC', '988[0-9]{2}'],
];

const none =
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GQ GY HK KI KM KP ML MO MR NR NU QA ' +
  'RW SB SC SL SR ST SX SY TD TG TK TO TV UG VU YE ZW';

/** Pattern of post codes by country. */
export const postCodePatterns: ReadonlyMap<string, RegExp> = new Map(
  patterns.flatMap(([countries, pattern]) =>
    countries.split(' ').map((country): [string, RegExp] => [country, new RegExp(`^${pattern}$`, 'i')]),
  ),
);

/** Countries without post codes. */
export const countriesWithoutPostCodes: ReadonlySet<string> = new Set(none.split(' '));
