import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type CommandResult, run } from '../tools/checks/command.ts';
import { supplyChainFaults } from '../tools/checks/supply-chain.ts';

/**
 * `node hsm/check.ts` installs what this package needs, compiles it, and tries the driver on a token of SoftHSM. Needs
 * softhsm2, a C++ compiler, make and Python; nothing of it is needed by the core.
 */
const folder = import.meta.dirname;
const compiled = join(folder, 'node_modules/pkcs11js/build/Release/pkcs11.node');
/** The one script that may run here: it compiles. */
const allowedFaults = ['pkcs11js has an install script'];

/** Where the headers of Node are, so that none must be fetched. The interface is the same for every line of Node. */
function headers(): Readonly<Record<string, string>> {
  const places = [dirname(dirname(process.execPath)), '/usr', '/usr/local'];
  const found = places.find((place) => existsSync(join(place, 'include/node/node_api.h')));
  return found === undefined ? {} : { npm_config_nodedir: found };
}

async function isInstalled(): Promise<boolean> {
  if (!existsSync(compiled)) return false;
  const [wanted, there] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => ''),
    ),
  );
  const checksums = (text = ''): readonly string[] => text.match(/"integrity": "[^"]+"/g) ?? [];
  return checksums(wanted).join() === checksums(there).join();
}

/** Runs a program; what it said is shown when it fails. */
async function must(command: string, args: readonly string[]): Promise<CommandResult> {
  const result = await run(command, args, { cwd: folder, env: headers(), timeoutMs: 120_000 });
  if (result.code === 0) return result;
  process.stderr.write(`${command} ${args.join(' ')}\n${result.output}\n`);
  return process.exit(1);
}

if (!(await isInstalled())) {
  await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  await must('npm', ['rebuild', 'pkcs11js', '--ignore-scripts=false', '--loglevel=error']);
}
const faults = (await supplyChainFaults(folder)).filter((fault) => !allowedFaults.includes(fault));
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
const vitest = join(folder, '../node_modules/vitest/vitest.mjs');
const { output } = await must(process.execPath, [
  vitest,
  'run',
  '--config',
  join(folder, 'vitest.config.ts'),
]);
process.stdout.write(`${output}\n`);
