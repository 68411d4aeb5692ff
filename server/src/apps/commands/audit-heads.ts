import { createFileHeads } from '#adapters/audit-heads/file-heads.ts';
import type { Config } from '#platform/config/load-config.ts';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { chainStart } from '#platform/work/audit-chain.ts';
import type { AuditHead, AuditHeads } from '#platform/work/audit-heads.ts';
import { continuesHead, findAuditHead } from '#platform/work/audit-sealer.ts';
import { runCommand } from '#platform/work/command.ts';
import { commandContext } from './command-context.ts';
import type { Print } from './print.ts';

const usage = `usage: audit-heads ACTION
  show                              show the head of each audit chain, in the database and as stored outside
  accept BANK ENTRY-NO REASON       continue sealing from the head in the database, after a restore;
                                    ENTRY-NO is the number that show prints for the database, 0 for none`;

interface Deps {
  readonly config: Config;
  readonly heads: AuditHeads;
  readonly worker: Database;
  readonly print: Print;
}

/** Runs `audit-heads show` and `audit-heads accept BANK ENTRY-NO REASON`. */
export async function auditHeads(
  config: Config,
  action: string,
  print: Print,
  rest: readonly string[],
): Promise<number> {
  const url = config.databaseWorkerUrl?.reveal();
  if (url === undefined || config.auditHeads === undefined) {
    print('audit-heads needs PORTICO_DATABASE_WORKER_URL and PORTICO_AUDIT_HEADS.');
    return 2;
  }
  await using worker = openDatabase({ url, poolSize: 1, applicationName: 'portico-audit-heads' });
  const deps = { config, heads: createFileHeads(config.auditHeads), worker, print };
  if (action === 'show') return await show(deps);
  if (action === 'accept') return await accept(deps, rest);
  print(usage);
  return 2;
}

async function show({ config, heads, print, worker }: Deps): Promise<number> {
  let refused = 0;
  for (const bankId of config.banks) {
    const [stored, found] = [await heads.find(bankId), await findAuditHead(worker, bankId)];
    const isContinued = await continuesHead(worker, bankId, stored);
    if (!isContinued) refused += 1;
    print(
      `bank ${bankId}: stored ${formatHead(stored)}, database ${formatHead(found)}${isContinued ? '' : '  NOT CONTINUED'}`,
    );
  }
  return refused === 0 ? 0 : 1;
}

async function accept(
  { config, heads, print, worker }: Deps,
  [bankId = '', entryNo = '', ...reasonParts]: readonly string[],
): Promise<number> {
  const reason = reasonParts.join(' ').trim();
  if (!config.banks.includes(bankId) || !/^\d+$/.test(entryNo) || reason === '') {
    print(usage);
    return 2;
  }
  const before = await heads.find(bankId);
  const after = (await findAuditHead(worker, bankId)) ?? { entryNo: 0n, hash: chainStart };
  if (after.entryNo !== BigInt(entryNo)) {
    print(`bank ${bankId}: the head in the database is ${formatHead(after)}; nothing was accepted`);
    return 1;
  }
  if (await continuesHead(worker, bankId, before)) {
    print(`bank ${bankId}: the chain continues the stored head; there is nothing to accept`);
    return 1;
  }
  // Write the audit entry first: a head that is replaced without an entry would look like tampering.
  await recordAcceptance(config, { bankId, before, after, reason });
  await heads.accept({ bankId, acceptedAt: toWireTimestamp(systemClock.now()), reason, before, after });
  print(
    `bank ${bankId}: accepted, the stored head changes from ${formatHead(before)} to ${formatHead(after)}`,
  );
  return 0;
}

interface AcceptedHead {
  readonly bankId: string;
  readonly before: AuditHead | undefined;
  readonly after: AuditHead;
  readonly reason: string;
}

async function recordAcceptance(
  config: Config,
  { after, bankId, before, reason }: AcceptedHead,
): Promise<void> {
  await using app = openDatabase({ url: config.databaseUrl.reveal(), poolSize: 1 });
  await runCommand(commandContext(app, 'audit-heads accept', bankId), async (work) => {
    work.audit({
      aggregateKind: 'audit-chain',
      aggregateId: bankId,
      changes: [
        { field: 'head', before: formatHead(before), after: formatHead(after) },
        { field: 'reason', after: reason },
      ],
    });
  });
}

function formatHead(head: AuditHead | undefined): string {
  return head === undefined ? 'none' : `${head.entryNo} ${head.hash}`;
}
