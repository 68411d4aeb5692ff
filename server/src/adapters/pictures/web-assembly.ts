import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withMemoryCeiling } from './memory-ceiling.ts';

/** A module that has been compiled. Threads share it: only the first picture pays for compiling. */
export interface CompiledModule {
  readonly [Symbol.toStringTag]: 'WebAssembly.Module';
}

/** A module that runs. */
export interface RunningModule {
  readonly exports: object;
}

// The types of the runtime do not name it; those of browsers would bring a whole browser along.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  readonly Instance: new (module: CompiledModule, imports: object) => RunningModule;
};

/** The programs that decode and encode. */
export interface CodecModules {
  readonly jpegDecoder: CompiledModule;
  readonly jpegEncoder: CompiledModule;
  readonly png: CompiledModule;
}

/** Enough for twelve million points in the greediest kind of JPEG, turned upright. */
const memoryMaxMb = 320;

/** Reads the codecs from their packages; nothing is fetched. */
export async function compileCodecs(): Promise<CodecModules> {
  const [jpegDecoder, jpegEncoder, png] = await Promise.all([
    compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
    compiled('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'),
    compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
  ]);
  return { jpegDecoder, jpegEncoder, png };
}

/** Starts a compiled module. */
export function run(module: CompiledModule, imports: object): RunningModule {
  return new WebAssembly.Instance(module, imports);
}

async function compiled(name: string): Promise<CompiledModule> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(name)));
  return WebAssembly.compile(withMemoryCeiling(bytes, memoryMaxMb));
}
