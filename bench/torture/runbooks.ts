import type { Figure } from '../harness/report.ts';
import type { TortureOptions } from '../torture.ts';

type Scenario = (options: TortureOptions) => Promise<readonly Figure[]>;

/**
 * What the runbooks are about, each in a file `runbook-*.ts` and loaded only when asked for. A further scenario is a
 * further line here.
 */
const scenarios: Readonly<Record<string, () => Promise<Scenario>>> = {
  outages: async () => (await import('./runbook-outages.ts')).tortureOutageRunbooks,
  'master-keys': async () => (await import('./runbook-master-keys.ts')).tortureMasterKeys,
  restore: async () => (await import('./runbook-restore.ts')).tortureRestore,
};

/** Runs what the runbooks say against processes and a filled database: all scenarios, or those that are named. */
export async function tortureRunbooks(options: TortureOptions): Promise<readonly Figure[]> {
  const names = process.argv.slice(3);
  const unknown = names.filter((name) => scenarios[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`usage: npm run torture -- runbooks [${Object.keys(scenarios).join(' | ')}]`);
  const figures: Figure[] = [];
  for (const [name, load] of Object.entries(scenarios)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.error(`runbooks: ${name}`);
    figures.push(...(await (await load())(options)));
  }
  return figures;
}
