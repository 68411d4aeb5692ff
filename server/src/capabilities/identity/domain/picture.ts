/** Pixels: rows of red, green, blue and alpha, one byte each. */
export interface PlainPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

type Colour = readonly [red: number, green: number, blue: number];

/** One tile: a shape in one colour on another. */
interface Tile {
  readonly shape: Shape;
  readonly ink: Colour;
  readonly deps: Colour;
}

/** Returns whether a point of a tile, both coordinates from 0 to 1, belongs to the shape. */
type Shape = (across: number, down: number) => boolean;

const tilesPerSide = 3;
const tileSide = 32;
const quarterSide = tilesPerSide * tileSide;
const opaque = 255;
const black: Colour = [0, 0, 0];
const shapes: readonly [Shape, ...Shape[]] = [
  () => true,
  (across, down) => across ** 2 + down ** 2 < 1,
  (across, down) => across + down < 1,
  (across) => across < 0.5,
  (across, down) => (across - 0.5) ** 2 + (down - 0.5) ** 2 < 0.1,
  (across, down) => Math.abs(across - 0.5) + Math.abs(down - 0.5) < 0.5,
  (across, down) => Math.abs(across ** 2 + down ** 2 - 0.46) < 0.26,
];

/**
 * Returns a symmetric pattern of coloured tiles that depends on the seed alone. It is the hint picture of unknown users
 * and of users who have set none, so that the picture does not reveal whether a user exists. Anyone who knows the seed
 * knows the picture, so seeds are derived with a key.
 */
export function dummyPicture(seed: Uint8Array): PlainPicture {
  const draw = drawsFrom(seed);
  const colours = paletteFrom(draw);
  const tiles = Array.from({ length: tilesPerSide ** 2 }, () => tileFrom(draw, colours));
  const side = 2 * quarterSide;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(opaque);
  for (let row = 0; row < quarterSide; row += 1) {
    const start = row * side;
    for (let column = 0; column < quarterSide; column += 1) {
      const colour = colourAt(tiles, column, row);
      paint(pixels, start + column, colour);
      paint(pixels, start + side - 1 - column, colour);
    }
    pixels.copyWithin((side - 1 - row) * side * 4, start * 4, (start + side) * 4);
  }
  return { width: side, height: side, pixels };
}

/** How many pictures a customer may choose from. */
export const picturesOffered = 6;

/** Returns one of the pictures offered to a customer. */
export function starterPicture(seed: Uint8Array, choice: number): PlainPicture {
  return dummyPicture(Uint8Array.of(...seed, choice));
}

function paint(pixels: Uint8ClampedArray, point: number, [red, green, blue]: Colour): void {
  pixels[point * 4] = red;
  pixels[point * 4 + 1] = green;
  pixels[point * 4 + 2] = blue;
}

function colourAt(tiles: readonly Tile[], column: number, row: number): Colour {
  const tile = tiles[Math.floor(row / tileSide) * tilesPerSide + Math.floor(column / tileSide)];
  if (tile === undefined) return black;
  const inked = inkedOf(tile.shape, column % tileSide, row % tileSide);
  if (inked === 0) return tile.deps;
  return inked === 1 ? tile.ink : mixed(tile.ink, tile.deps, inked);
}

/** Returns how much of a pixel belongs to the shape, from four sample points, for smooth edges. */
function inkedOf(shape: Shape, x: number, y: number): number {
  const [left, right] = [(x + 0.25) / tileSide, (x + 0.75) / tileSide];
  const [top, bottom] = [(y + 0.25) / tileSide, (y + 0.75) / tileSide];
  const upper = Number(shape(left, top)) + Number(shape(right, top));
  return (upper + Number(shape(left, bottom)) + Number(shape(right, bottom))) / 4;
}

/** Returns the shape rotated by quarter turns. */
function rotated(shape: Shape, quarters: number): Shape {
  if (quarters === 0) return shape;
  if (quarters === 1) return (across, down) => shape(down, 1 - across);
  if (quarters === 2) return (across, down) => shape(1 - across, 1 - down);
  return (across, down) => shape(1 - down, across);
}

function mixed(ink: Colour, deps: Colour, share: number): Colour {
  const mix = (one: number, other: number): number => Math.round(one * share + other * (1 - share));
  return [mix(ink[0], deps[0]), mix(ink[1], deps[1]), mix(ink[2], deps[2])];
}

/** Returns a number from 0 to below its limit. */
type Draw = (limit: number) => number;

function tileFrom(draw: Draw, colours: readonly Colour[]): Tile {
  const ink = draw(colours.length);
  // Never the ink colour, so that every shape is visible.
  const deps = (ink + 1 + draw(colours.length - 1)) % colours.length;
  const shape = shapes[draw(shapes.length)] ?? shapes[0];
  return { shape: rotated(shape, draw(4)), ink: colours[ink] ?? black, deps: colours[deps] ?? black };
}

/** Returns adjacent hues from dark to light, and one complementary hue. */
function paletteFrom(draw: Draw): readonly Colour[] {
  const hue = draw(360);
  const spread = 18 + draw(22);
  return [
    colourOf(hue, 45 + draw(15), 26 + draw(10)),
    colourOf(hue + spread, 40 + draw(20), 46 + draw(10)),
    colourOf(hue - spread, 35 + draw(20), 66 + draw(10)),
    colourOf(hue + spread / 2, 30 + draw(20), 88 + draw(6)),
    colourOf(hue + 165 + draw(30), 45 + draw(15), 58 + draw(10)),
  ];
}

/** Hue in degrees, saturation and lightness in percent. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const light = lightness / 100;
  const strength = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number): number => {
    const position = (offset + (hue + 360) / 30) % 12;
    const height = Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(255 * (light - strength * height));
  };
  return [channel(0), channel(8), channel(4)];
}

/** Returns a stream of numbers derived from the seed. It is not cryptographic; the key protects the seed. */
function drawsFrom(seed: Uint8Array): Draw {
  const lanes = [0x9e_37_79_b9, 0x85_eb_ca_6b, 0xc2_b2_ae_35, 0x27_d4_eb_2f].map((start, lane) =>
    seed.reduce((state, byte, at) => stirred(state ^ (byte + 1 + at * 257 + lane * 65_537)), start),
  );
  let count = 0;
  return (limit) => {
    const lane = count % lanes.length;
    count += 1;
    const next = stirred(
      (lanes[lane] ?? 0) + Math.imul(count, 0x9e_37_79_b9) + (lanes[(lane + 1) % lanes.length] ?? 0),
    );
    lanes[lane] = next;
    return Math.floor((next / 2 ** 32) * limit);
  };
}

/** Mixes a 32-bit number: each bit of the result depends on all bits of the input. */
function stirred(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x21_f0_aa_ad);
  const second = Math.imul(first ^ (first >>> 15), 0x73_5a_2d_97);
  return (second ^ (second >>> 15)) >>> 0;
}
