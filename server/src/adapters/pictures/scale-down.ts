/** Rows of red, green, blue and alpha, one byte each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Weights of old pixels for one line of new pixels. */
interface Blend {
  readonly starts: readonly number[];
  readonly weights: readonly Float32Array[];
}

const channels = 4;
const opaque = 255;

/**
 * Scales a picture so that no side exceeds the maximum. Each new pixel is the average of its area, with colours
 * weighted by opacity; fully transparent pixels have no colour afterwards.
 */
export function scaleDown(picture: Pixels, sideMax: number): Pixels {
  const ratio = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * ratio));
  const height = Math.max(1, Math.round(picture.height * ratio));
  const rows = blendRows(picture, blendOf(picture.width, width));
  return { width, height, data: blendColumns(rows, width, blendOf(picture.height, height)) };
}

/** Returns whether any pixel is transparent. */
export function isTransparent({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += channels) if (data[at] !== opaque) return true;
  return false;
}

function blendOf(from: number, to: number): Blend {
  const step = from / to;
  const starts: number[] = [];
  const weights: Float32Array[] = [];
  for (let point = 0; point < to; point += 1) {
    const first = Math.floor(point * step);
    const end = Math.min(from, (point + 1) * step);
    const share = (_: unknown, index: number): number =>
      (Math.min(end, first + index + 1) - Math.max(point * step, first + index)) / step;
    starts.push(first);
    weights.push(Float32Array.from({ length: Math.ceil(end) - first }, share));
  }
  return { starts, weights };
}

/** Scales rows horizontally; colours are premultiplied by alpha. */
function blendRows({ width, height, data }: Pixels, blend: Blend): Float32Array {
  const rows = new Float32Array(blend.starts.length * height * channels);
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    for (const [point, start] of blend.starts.entries()) {
      addPoints(data, (row * width + start) * channels, {
        weights: blend.weights[point] ?? new Float32Array(),
        rows,
        to,
      });
      to += channels;
    }
  }
  return rows;
}

interface Target {
  readonly weights: Float32Array;
  readonly rows: Float32Array;
  readonly to: number;
}

function addPoints(data: Uint8ClampedArray, from: number, { weights, rows, to }: Target): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  let at = from;
  for (const weight of weights) {
    const cover = (data[at + 3] ?? 0) * weight;
    red += (data[at] ?? 0) * cover;
    green += (data[at + 1] ?? 0) * cover;
    blue += (data[at + 2] ?? 0) * cover;
    alpha += cover;
    at += channels;
  }
  rows[to] = red;
  rows[to + 1] = green;
  rows[to + 2] = blue;
  rows[to + 3] = alpha;
}

/** Scales columns vertically; colours are not premultiplied any more. */
function blendColumns(rows: Float32Array, width: number, blend: Blend): Uint8ClampedArray {
  const line = width * channels;
  const data = new Uint8ClampedArray(blend.starts.length * line);
  for (const [row, start] of blend.starts.entries()) {
    const sums = new Float32Array(line);
    for (const [index, weight] of (blend.weights[row] ?? []).entries()) {
      const from = (start + index) * line;
      for (let at = 0; at < line; at += 1) sums[at] = (sums[at] ?? 0) + (rows[from + at] ?? 0) * weight;
    }
    writeLine(sums, data, row * line);
  }
  return data;
}

function writeLine(sums: Float32Array, data: Uint8ClampedArray, to: number): void {
  for (let at = 0; at < sums.length; at += channels) {
    const alpha = sums[at + 3] ?? 0;
    const isVisible = Math.round(alpha) > 0;
    for (let channel = 0; channel < 3; channel += 1)
      data[to + at + channel] = isVisible ? (sums[at + channel] ?? 0) / alpha : 0;
    data[to + at + 3] = alpha;
  }
}
