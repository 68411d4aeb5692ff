import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withMemoryCeiling } from './memory-ceiling.ts';

/** A compiled module. Threads share it, so only the first picture pays for compilation. */
export interface CompiledModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

/** A module instance. */
export interface RunningModule {
  readonly exports: object;
}

// The runtime's types do not include it; those of browsers would add a whole browser.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  readonly Instance: new (module: CompiledModule, imports: object) => RunningModule;
};

/** The decoders and encoders. */
export interface CodecModules {
  readonly jpegDecoder: CompiledModule;
  readonly jpegEncoder: CompiledModule;
  readonly png: CompiledModule;
}

/** Enough for twelve million pixels in the most expensive kind of JPEG, rotated. */
const memoryMaxMb = 320;

/** Reads the codecs from their packages, without network access. */
export async function compileCodecs(): Promise<CodecModules> {
  const [jpegDecoder, jpegEncoder, png] = await Promise.all([
    compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
    compiled('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
    compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
  ]);
  return { jpegDecoder, jpegEncoder, png };
}

/** Instantiates a compiled module. */
export function run(module: CompiledModule, imports: object): RunningModule {
  return new WebAssembly.Instance(module, imports);
}

async function compiled(name: string): Promise<CompiledModule> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(name)));
  return WebAssembly.compile(withMemoryCeiling(bytes, memoryMaxMb));
}
