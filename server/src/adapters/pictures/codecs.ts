import openJpegDecoder from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js';
import openJpegEncoder from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js';
import * as png from '@jsquash/png/codec/pkg/squoosh_png.js';
import type { PictureHeader } from './picture-header.ts';
import type { Pixels } from './scale-down.ts';
import { type CodecModules, type CompiledModule, run } from './web-assembly.ts';

// The packages use browser types, which are not available here. These describe what they do.
interface JpegDecoder {
  decode(file: Uint8Array, rotatesUpright: boolean): Pixels | null;
}
interface JpegEncoder {
  encode(data: Uint8ClampedArray, width: number, height: number, options: object): Uint8Array;
}
interface PngCodec {
  initSync(module: CompiledModule): unknown;
  decode(file: Uint8Array): Pixels;
  encode(data: Uint8Array, width: number, height: number, bitDepth: number): Uint8Array;
}
type Opening<Codec> = (overrides: object) => Promise<Codec>;

/** Baseline, three colour components, chroma subsampling; no option adds metadata. */
const jpegOptions = {
  quality: 85,
  baseline: false,
  arithmetic: false,
  progressive: false,
  optimize_coding: true,
  smoothing: 0,
  color_space: 3,
  quant_table: 3,
  trellis_multipass: false,
  trellis_opt_zero: false,
  trellis_opt_table: false,
  trellis_loops: 1,
  auto_subsample: true,
  chroma_subsample: 2,
  separate_chroma_quality: false,
  chroma_quality: 85,
};
const pngBitDepth = 8;

/** Decodes a file to pixels. Rotates a JPEG by its orientation, the only metadata that is read. */
export async function decodePicture(
  modules: CodecModules,
  file: Uint8Array,
  { kind }: PictureHeader,
): Promise<Pixels | undefined> {
  if (kind === 'png') return pngCodec(modules).decode(file);
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- see above
  const open: Opening<JpegDecoder> = openJpegDecoder;
  const decoder = await open(overrides(modules.jpegDecoder));
  return decoder.decode(file, true) ?? undefined;
}

/** Encodes pixels as JPEG; drops transparency. */
export async function encodeJpeg(
  modules: CodecModules,
  { width, height, data }: Pixels,
): Promise<Uint8Array> {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- see above
  const open: Opening<JpegEncoder> = openJpegEncoder;
  const encoder = await open(overrides(modules.jpegEncoder));
  return encoder.encode(data, width, height, jpegOptions);
}

/** Encodes pixels as PNG. */
export function encodePng(modules: CodecModules, { width, height, data }: Pixels): Uint8Array {
  return pngCodec(modules).encode(new Uint8Array(data), width, height, pngBitDepth);
}

function pngCodec(modules: CodecModules): PngCodec {
  const codec: PngCodec = png;
  codec.initSync(modules.png);
  return codec;
}

/** Loads the module from its package, and keeps its messages about untrusted files out of the log. */
function overrides(module: CompiledModule): object {
  return {
    noInitialRun: true,
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm(imports: object, started: (running: object) => void): object {
      const running = run(module, imports);
      started(running);
      return running.exports;
    },
  };
}
