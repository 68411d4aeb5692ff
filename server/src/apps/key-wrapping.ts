import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KeyWrapping } from '#platform/crypto/key-wrapping.ts';
import { createLocalWrapping } from '#platform/crypto/local-wrapping.ts';
import type { Secret } from '#platform/kernel/secret.ts';

/** Key wrapping driver outside the core: its module file and its options. */
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
 * Returns the key wrapping: the configured driver, or else the master keys. A configured driver that cannot be loaded
 * aborts the start; a fallback would wrap with keys that the operator did not choose.
 */
export async function keyWrappingFrom({
  masterKeys,
  keyWrapping,
}: KeyWrappingSettings): Promise<KeyWrapping | undefined> {
  if (keyWrapping === undefined) return masterKeys && createLocalWrapping(masterKeys.reveal());
  const { module, options } = keyWrapping;
  if (!isAbsolute(module)) throw new Error('the module of PORTICO_KEY_WRAPPING must be an absolute path');
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
