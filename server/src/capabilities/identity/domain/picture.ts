/** Rows of red, green, blue and alpha, one byte each. */
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

/** Whether a place of a tile, each way from 0 to 1, belongs to the shape. */
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
 * A calm pattern of coloured tiles, the same on all four sides of its middle, that the seed alone decides. It stands
 * where somebody's hint picture would stand if there were somebody, and is what those get who bring none of their
 * own: seen from outside, both are of one family. Whoever knows the seed knows the picture, so seeds are made with a key.
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

/** One of the pictures offered to a customer who brings none. */
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

/** How much of a point belongs to the shape, by four places in it: edges become smooth. */
function inkedOf(shape: Shape, x: number, y: number): number {
  const [left, right] = [(x + 0.25) / tileSide, (x + 0.75) / tileSide];
  const [top, bottom] = [(y + 0.25) / tileSide, (y + 0.75) / tileSide];
  const upper = Number(shape(left, top)) + Number(shape(right, top));
  return (upper + Number(shape(left, bottom)) + Number(shape(right, bottom))) / 4;
}

/** The shape after some quarter turns. */
function turned(shape: Shape, turns: number): Shape {
  if (turns === 0) return shape;
  if (turns === 1) return (across, down) => shape(down, 1 - across);
  if (turns === 2) return (across, down) => shape(1 - across, 1 - down);
  return (across, down) => shape(1 - down, across);
}

function mixed(ink: Colour, deps: Colour, share: number): Colour {
  const mix = (one: number, other: number): number => Math.round(one * share + other * (1 - share));
  return [mix(ink[0], deps[0]), mix(ink[1], deps[1]), mix(ink[2], deps[2])];
}

/** A number from 0 to below its limit. */
type Draw = (limit: number) => number;

function tileFrom(draw: Draw, colours: readonly Colour[]): Tile {
  const ink = draw(colours.length);
  // Never the same one, so that every shape can be seen.
  const deps = (ink + 1 + draw(colours.length - 1)) % colours.length;
  const shape = shapes[draw(shapes.length)] ?? shapes[0];
  return { shape: turned(shape, draw(4)), ink: colours[ink] ?? black, deps: colours[deps] ?? black };
}

/** Neighbours on the colour wheel, from dark to light, and one guest from the other side of it. */
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

/** A stream of numbers out of the seed. It spreads the seed and hides nothing; the key does that. */
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

/** A number of 32 bits to another one, each bit of which depends on all. */
function stirred(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x21_f0_aa_ad);
  const second = Math.imul(first ^ (first >>> 15), 0x73_5a_2d_97);
  return (second ^ (second >>> 15)) >>> 0;
}
