import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { type CommandResult, run } from '../tools/checks/command.ts';
import { supplyChainErrors } from '../tools/checks/supply-chain.ts';

/**
 * `node hsm/check.ts` installs and compiles the dependencies of this package, and tests the driver with a SoftHSM token.
 * Needs softhsm2, a C++ compiler, make and Python; the core needs none of them.
 */
const folder = import.meta.dirname;
const compiled = join(folder, 'node_modules/pkcs11js/build/Release/pkcs11.node');
/** The only install script that may run: it compiles the native module. */
const allowedFaults = ['pkcs11js has an install script'];

/** Finds the headers of Node, so that none are downloaded. Node-API is the same in every release line. */
function headers(): Readonly<Record<string, string>> {
  const folders = [dirname(dirname(process.execPath)), '/usr', '/usr/local'];
  const found = folders.find((candidate) => existsSync(join(candidate, 'include/node/node_api.h')));
  return found === undefined ? {} : { npm_config_nodedir: found };
}

async function isInstalled(): Promise<boolean> {
  if (!existsSync(compiled)) return false;
  const [wanted, installed] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => ''),
    ),
  );
  const checksums = (text = ''): readonly string[] => text.match(/"integrity": "[^"]+"/g) ?? [];
  return checksums(wanted).join() === checksums(installed).join();
}

/** Runs a program; prints its output and exits when it fails. */
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
const faults = (await supplyChainErrors(folder)).filter((fault) => !allowedFaults.includes(fault));
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
