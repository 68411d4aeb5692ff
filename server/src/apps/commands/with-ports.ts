import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { type CapabilityPorts, capabilityPortsFrom } from '../capability-ports.ts';
import { requireProductKeys } from '../product-keys.ts';
import { commandContext, commandGround } from './command-context.ts';
import type { Print } from './print.ts';

/** A command of the program, for one bank. */
interface CommandOf {
  readonly config: Config;
  readonly command: string;
  readonly bank: string;
  readonly print: Print;
}

/** Runs a command on the product's own ports, and tells what the product refuses in its own words. */
export async function withPorts(
  { bank, command, config, print }: CommandOf,
  run: (context: Context, ports: CapabilityPorts) => Promise<number>,
): Promise<number> {
  const url = config.databaseUrl.reveal();
  await using app = openDatabase({ url, poolSize: 2, applicationName: `portico-${command}` });
  const ground = commandGround(config);
  const productKeys = await requireProductKeys(ground, app);
  const ports = await capabilityPortsFrom(ground, { database: app, productKeys });
  try {
    return await run(commandContext(app, command, bank), ports);
    // Everything else is a failure.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    print(`refused: ${error.literal}. ${error.message}`);
    for (const { message, path } of error.more.faults ?? []) print(`  ${path.join('/')}: ${message}`);
    return 1;
  } finally {
    await ports.close();
    await productKeys.close();
  }
}
