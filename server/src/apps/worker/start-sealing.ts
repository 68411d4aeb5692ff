import { createFileHeads } from '#adapters/audit-heads/file-heads.ts';
import type { Database } from '#platform/db/database.ts';
import { sealKeyFrom } from '#platform/work/audit-chain.ts';
import { createAuditSealer } from '#platform/work/audit-sealer.ts';
import { forEachBank } from '#platform/work/each-bank.ts';
import { type Loop, startLoop } from '#platform/work/loop.ts';
import { type Check, sealerCheck } from '../health-checks.ts';
import type { Runtime } from '../runtime.ts';

const sealEveryMs = 1_000;

export interface Sealing {
  readonly loop: Loop;
  readonly check: Check;
}

/** Starts sealing the audit entries of all banks. Returns undefined without an audit key. */
export function startSealing(runtime: Runtime, worker: Database): Sealing | undefined {
  const { clock, config, log, metrics } = runtime;
  if (config.auditKey === undefined) {
    log.warn({ check: 'audit' }, 'no audit key configured: entries are stored but not sealed');
    return undefined;
  }
  const heads = config.auditHeads === undefined ? undefined : createFileHeads(config.auditHeads);
  if (heads === undefined)
    log.warn(
      { check: 'audit' },
      'no folder for audit heads configured: a recreated chain cannot be detected',
    );
  const key = sealKeyFrom(config.auditKey.reveal());
  const sealer = createAuditSealer({ database: worker, clock, key, log, heads });
  const job = 'audit-sealer';
  return {
    loop: startLoop({
      name: job,
      idleMs: sealEveryMs,
      log,
      step: () =>
        forEachBank({ job, banks: config.banks, log, database: worker }, (bankId) => sealer.sealOnce(bankId)),
    }),
    check: sealerCheck(() => sealer.failures(), metrics),
  };
}
