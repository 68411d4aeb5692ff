/** The colours a bank configures; the rest of the style is derived from them. */
export const colourNames = [
  'ground',
  'paper',
  'ink',
  'quiet',
  'line',
  'control',
  'field',
  'accent',
  'accentInk',
  'link',
  'focus',
  'fault',
  'faultGround',
  'noticeGround',
] as const;
export type ColourName = (typeof colourNames)[number];

/** Each colour as `#rrggbb`. */
export type Palette = Readonly<Record<ColourName, string>>;

/** Fonts of the operating system: nothing is fetched, so no third party learns who signs in. */
export const fontFamilies = {
  system: 'system-ui, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif',
  serif: 'Charter, "Bitstream Charter", "Sitka Text", Cambria, serif',
} as const;
export type FontFamily = keyof typeof fontFamilies;

/** The branding of one bank's pages. */
export interface BrandTokens {
  readonly light: Palette;
  readonly dark: Palette;
  readonly radiusPx: number;
  readonly fontFamily: FontFamily;
}

/** The branding of pages without a bank's own. */
export const plainTokens: BrandTokens = {
  light: {
    ground: '#f1f4f8',
    paper: '#ffffff',
    ink: '#17202b',
    quiet: '#505d6c',
    line: '#d9e0e8',
    control: '#77838f',
    field: '#ffffff',
    accent: '#0b5394',
    accentInk: '#ffffff',
    link: '#0b5394',
    focus: '#0b5394',
    fault: '#a8201a',
    faultGround: '#fdf0ef',
    noticeGround: '#e9f2fb',
  },
  dark: {
    ground: '#0f1419',
    paper: '#1a2129',
    ink: '#e9edf2',
    quiet: '#a8b3c0',
    line: '#323c47',
    control: '#7d8a98',
    field: '#12181e',
    accent: '#82b9f2',
    accentInk: '#0a1a2b',
    link: '#9cc9f7',
    focus: '#9cc9f7',
    fault: '#ffaaa3',
    faultGround: '#3a1c1c',
    noticeGround: '#172c41',
  },
  radiusPx: 8,
  fontFamily: 'system',
};

/** Renders the tokens as CSS: the browser chooses the colour scheme, without a script. */
export function tokenStyle({ dark, fontFamily, light, radiusPx }: BrandTokens): string {
  const root = `color-scheme:light dark;--radius:${radiusPx}px;--font:${fontFamilies[fontFamily]};`;
  return `:root{${root}${coloursOf(light)}}\n@media(prefers-color-scheme:dark){:root{${coloursOf(dark)}}}`;
}

function coloursOf(palette: Palette): string {
  return colourNames.map((name) => `--${kebab(name)}:${palette[name]};`).join('');
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
