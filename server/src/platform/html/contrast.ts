import { type BrandTokens, type ColourName, type Palette } from './brand-tokens.ts';

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const textMin = 4.5;
const controlMin = 3;

interface Pair {
  readonly front: ColourName;
  readonly back: ColourName;
  readonly min: number;
}

const pairs: readonly Pair[] = [
  ...pairsOf('ink', ['ground', 'paper', 'field', 'faultGround', 'noticeGround'], textMin),
  ...pairsOf('quiet', ['ground', 'paper'], textMin),
  ...pairsOf('accentInk', ['accent'], textMin),
  ...pairsOf('link', ['ground', 'paper', 'noticeGround'], textMin),
  ...pairsOf('fault', ['paper', 'faultGround'], textMin),
  ...pairsOf('control', ['paper', 'field'], controlMin),
  ...pairsOf('accent', ['paper'], controlMin),
  ...pairsOf('focus', ['ground', 'paper'], controlMin),
];

function pairsOf(front: ColourName, backs: readonly ColourName[], min: number): readonly Pair[] {
  return backs.map((back) => ({ front, back, min }));
}

/** Returns the pairs of colours with too little contrast, each as a sentence with its ratio. */
export function contrastErrors({ dark, light }: Pick<BrandTokens, 'dark' | 'light'>): readonly string[] {
  return [...errorsIn('light', light), ...errorsIn('dark', dark)];
}

function errorsIn(scheme: string, palette: Palette): readonly string[] {
  return pairs.flatMap(({ back, front, min }) => {
    const ratio = contrastRatio(palette[front], palette[back]);
    if (ratio >= min) return [];
    // Truncated, not rounded: 4.499 is not 4.5.
    const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
    return [`${scheme}: ${front} on ${back} has a contrast of ${shown}:1, at least ${min}:1 is required`];
  });
}

/** Returns the contrast ratio of two colours `#rrggbb` by WCAG 2: from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
