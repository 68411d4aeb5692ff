import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { Problem } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import type { ProductPorts } from '../compose/build-ports.ts';
import { commandContext } from './command-context.ts';
import { openCommandPorts } from './command-ports.ts';
import type { Print } from './print.ts';

/** Command of the program, for one bank. */
interface CommandOf {
  readonly config: Config;
  readonly command: string;
  readonly bank: string;
  readonly print: Print;
}

/** Runs a command with the product's ports, and prints the problems that it throws. */
export async function withPorts(
  { bank, command, config, print }: CommandOf,
  run: (context: Context, ports: ProductPorts) => Promise<number>,
): Promise<number> {
  const url = config.databaseUrl.reveal();
  await using app = openDatabase({ url, poolSize: 2, applicationName: `portico-${command}` });
  await using opened = await openCommandPorts(config, app);
  try {
    return await run(commandContext(app, command, bank), opened.ports);
    // Other errors are failures.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    print(`refused: ${error.literal}. ${error.message}`);
    for (const { message, path } of error.more.fieldErrors ?? []) print(`  ${path.join('/')}: ${message}`);
    return 1;
  }
}
