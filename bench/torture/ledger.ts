import type { Figure } from '../harness/report.ts';
import type { TortureOptions } from '../harness/scale.ts';

type Scenario = (options: TortureOptions) => Promise<readonly Figure[]>;

/** Scenarios of the ledger, each in a file `ledger-*.ts` that is loaded only when it is selected. */
const scenarios: Readonly<Record<string, () => Promise<Scenario>>> = {
  histories: async () => (await import('./ledger-histories.ts')).tortureLedgerHistories,
  writers: async () => (await import('./ledger-writers.ts')).tortureLedgerWriters,
  cuts: async () => (await import('./ledger-cuts.ts')).tortureLedgerCuts,
  kills: async () => (await import('./ledger-kills.ts')).tortureLedgerKills,
};

/** Tortures the ledger: all scenarios, or the named ones. */
export async function tortureLedger(options: TortureOptions): Promise<readonly Figure[]> {
  const names = process.argv.slice(3);
  const unknown = names.filter((name) => scenarios[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`usage: npm run torture -- ledger [${Object.keys(scenarios).join(' | ')}]`);
  const figures: Figure[] = [];
  for (const [name, load] of Object.entries(scenarios)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.error(`ledger: ${name}`);
    figures.push(...(await (await load())(options)));
  }
  return figures;
}
