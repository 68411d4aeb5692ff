import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import { createLocalWrapping } from '#platform/crypto/local-wrapping.ts';
import type { Secret } from '#platform/kernel/secret.ts';

/** A driver that is no part of the core: the file it is in, and what is told to it. */
export interface KeyWrappingDriver {
  readonly module: string;
  readonly options: unknown;
}

interface KeyWrappingSettings {
  readonly masterKeys?: Secret<readonly Buffer[]> | undefined;
  readonly keyWrapping?: KeyWrappingDriver | undefined;
}

interface DriverModule {
  createKeyWrapping(options: unknown): KeyWrapping;
}

/**
 * Where data keys are wrapped: in the driver of the configuration, else under the master keys. A driver that is named
 * and cannot be loaded ends the start; falling back would wrap under keys nobody chose.
 */
export async function keyWrappingFrom({
  masterKeys,
  keyWrapping,
}: KeyWrappingSettings): Promise<KeyWrapping | undefined> {
  if (keyWrapping === undefined) return masterKeys && createLocalWrapping(masterKeys.reveal());
  const { module, options } = keyWrapping;
  if (!isAbsolute(module)) throw new Error('the module of PORTICO_KEY_WRAPPING is an absolute path');
  const loaded: unknown = await import(pathToFileURL(module).href);
  if (!isDriverModule(loaded)) throw new Error(`${module} does not export createKeyWrapping`);
  return loaded.createKeyWrapping(options);
}

function isDriverModule(loaded: unknown): loaded is DriverModule {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'createKeyWrapping' in loaded &&
    typeof loaded.createKeyWrapping === 'function'
  );
}
