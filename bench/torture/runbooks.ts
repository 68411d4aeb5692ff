import type { Figure } from '../harness/report.ts';
import type { TortureOptions } from '../harness/scale.ts';

type Scenario = (options: TortureOptions) => Promise<readonly Figure[]>;

/** Scenarios of the runbooks, each in a file `runbook-*.ts` that is loaded only when it is selected. */
const scenarios: Readonly<Record<string, () => Promise<Scenario>>> = {
  approvals: async () => (await import('./runbook-approvals.ts')).tortureApprovalRunbooks,
  consents: async () => (await import('./runbook-consents.ts')).tortureConsentRunbooks,
  payments: async () => (await import('./runbook-payments.ts')).torturePaymentRunbooks,
  outages: async () => (await import('./runbook-outages.ts')).tortureOutageRunbooks,
  'master-keys': async () => (await import('./runbook-master-keys.ts')).tortureMasterKeys,
  'certificate-status': async () =>
    (await import('./runbook-certificate-status.ts')).tortureCertificateStatus,
  restore: async () => (await import('./runbook-restore.ts')).tortureRestore,
};

/** Follows the runbooks with processes and a filled database: all scenarios, or the named ones. */
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
