import { describeConfig } from '#platform/config/describe-config.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Print } from './print.ts';

/** Prints the effective settings and their sources, without secrets. */
export async function showConfig(config: Config, _action: string, print: Print): Promise<number> {
  for (const { name, value, source } of describeConfig(config)) print(`${name}=${value}  # ${source}`);
  return 0;
}
