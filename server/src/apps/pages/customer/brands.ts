import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Check, Errors } from 'typebox/value';
import {
  type BrandTokens,
  colourNames,
  type FontFamily,
  fontFamilies,
  type Palette,
} from '#platform/html/brand-tokens.ts';
import { contrastErrors } from '#platform/html/contrast.ts';
import { ifMissing } from '#platform/kernel/missing-file.ts';

/** Pages are small; a logo must not make them large. */
const logoLengthMax = 6_000;
const radiusMaxPx = 24;
const defaultName = 'default';

/** Appearance of one bank's pages. */
export interface Brand extends BrandTokens {
  /** Data URLs. */
  readonly logo?: { readonly light: string; readonly dark: string };
  readonly helpPhone?: string;
}

/** Appearances of all banks. */
export interface Brands {
  /** Returns the appearance of a bank, or the default. */
  of(bankId: string): Brand;
}

const closed = { additionalProperties: false } as const;
const colour = Type.String({ pattern: '^#[0-9a-f]{6}$' });
const svg = Type.String({ pattern: '^<svg[\\s>]', maxLength: logoLengthMax });
const palette = Type.Unsafe<Palette>(
  Type.Object(Object.fromEntries(colourNames.map((name) => [name, colour])), closed),
);
const tokenFile = Type.Object(
  {
    light: palette,
    dark: palette,
    radiusPx: Type.Integer({ minimum: 0, maximum: radiusMaxPx }),
    fontFamily: Type.Unsafe<FontFamily>(Type.Enum(Object.keys(fontFamilies))),
    logo: Type.Optional(Type.Object({ light: svg, dark: svg }, closed)),
    helpPhone: Type.Optional(Type.String({ pattern: '^\\+?[0-9][0-9 ]{2,24}$' })),
  },
  closed,
);

/**
 * Reads the appearance of every bank: `<bank>.json` in the folder, else `default.json`. Throws if one is invalid, so
 * that customers never get an unreadable page.
 */
export async function loadBrands(folder: string, banks: readonly string[]): Promise<Brands> {
  const common = await readBrand(join(folder, `${defaultName}.json`));
  if (common === undefined) throw new Error(`${defaultName}.json is missing in ${folder}`);
  const own = await Promise.all(
    banks.map(async (bank) => [bank, await readBrand(join(folder, `${bank}.json`))] as const),
  );
  const brands = new Map(own);
  return { of: (bankId) => brands.get(bankId) ?? common };
}

async function readBrand(path: string): Promise<Brand | undefined> {
  const text = await readFile(path, 'utf8').catch(ifMissing);
  return text === undefined ? undefined : parseBrand(path, text);
}

/** Parses and validates one token file; `path` is for the error message. */
export function parseBrand(path: string, text: string): Brand {
  const tokens = readJson(path, text);
  if (!Check(tokenFile, tokens)) {
    const errors = Errors(tokenFile, tokens).map(({ instancePath, message }) => `${instancePath} ${message}`);
    throw new Error(`${path} is not a token file: ${errors.join('; ')}`);
  }
  const unreadable = contrastErrors(tokens);
  if (unreadable.length > 0) throw new Error(`${path} has too little contrast: ${unreadable.join('; ')}`);
  return brandOf(tokens);
}

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON`, { cause });
  }
}

function brandOf({ logo, ...tokens }: Static<typeof tokenFile>): Brand {
  if (logo === undefined) return tokens;
  return { ...tokens, logo: { light: pictureOf(logo.light), dark: pictureOf(logo.dark) } };
}

/** As an image, an SVG runs no script and loads nothing; inline in the page it could. */
function pictureOf(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(text, 'utf8').toString('base64')}`;
}
