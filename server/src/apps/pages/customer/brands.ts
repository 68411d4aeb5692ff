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

/** How the pages of one bank look. */
export interface Brand extends BrandTokens {
  /** Addresses of pictures that hold the pictures themselves. */
  readonly logo?: { readonly light: string; readonly dark: string };
  readonly helpPhone?: string;
}

/** The looks of all banks. */
export interface Brands {
  /** A bank without a look of its own has the common one. */
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
 * Reads the look of every bank: `<bank>.json` in the folder, else `default.json`. Whatever is wrong with one stops the
 * start: a page nobody can read is found out by those who cannot read it.
 */
export async function loadBrands(folder: string, banks: readonly string[]): Promise<Brands> {
  const common = await readBrand(join(folder, `${defaultName}.json`));
  if (common === undefined) throw new Error(`there is no ${defaultName}.json in ${folder}`);
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

/** One token file, checked; `path` is for the message. */
export function parseBrand(path: string, text: string): Brand {
  const tokens = readJson(path, text);
  if (!Check(tokenFile, tokens)) {
    const faults = Errors(tokenFile, tokens).map(({ instancePath, message }) => `${instancePath} ${message}`);
    throw new Error(`${path} is not a token file: ${faults.join('; ')}`);
  }
  const unreadable = contrastErrors(tokens);
  if (unreadable.length > 0) throw new Error(`${path} would be hard to read: ${unreadable.join('; ')}`);
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

/** As a picture an SVG runs no script and fetches nothing; as markup in the page it might. */
function pictureOf(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(text, 'utf8').toString('base64')}`;
}
