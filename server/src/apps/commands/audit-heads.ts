import { createFileHeads } from '#adapters/audit-heads/file-heads.ts';
import type { Config } from '#platform/config/load-config.ts';
import type { Database } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import { chainStart } from '#platform/work/audit-chain.ts';
import type { AuditHead, AuditHeads } from '#platform/work/audit-heads.ts';
import { continuesHead, findAuditHead } from '#platform/work/audit-sealer.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type CommandGroup, defineCommand } from '../program/command.ts';
import { exitCodes, refusal, usageError } from '../program/failure.ts';
import { bothDatabases, settingOf, workerDatabase } from '../program/need.ts';
import { bank, required, textLike, texts } from '../program/option.ts';

const settings = [['auditHeads']] as const;

const show = defineCommand({
  name: 'show',
  summary: 'show the head of each audit chain, in the database and as stored outside',
  examples: ['audit-heads show'],
  needs: workerDatabase,
  settings,
  async run({ config, out, worker }) {
    const heads = headsFrom(config);
    const rows: { bank: string; stored?: AuditHead; database?: AuditHead; isContinued: boolean }[] = [];
    for (const bankId of config.banks) {
      const [stored, found] = [await heads.find(bankId), await findAuditHead(worker, bankId)];
      rows.push({
        bank: bankId,
        ...(stored && { stored }),
        ...(found && { database: found }),
        isContinued: await continuesHead(worker, bankId, stored),
      });
    }
    const lines = rows.map(
      ({ bank: bankId, database, isContinued, stored }) =>
        `bank ${bankId}: stored ${formatHead(stored)}, database ${formatHead(database)}${isContinued ? '' : '  NOT CONTINUED'}`,
    );
    out.result({ heads: rows }, lines);
    return rows.every(({ isContinued }) => isContinued) ? exitCodes.done : exitCodes.refused;
  },
});

const entryNo = required(
  textLike('ENTRY-NO', 'number of the head in the database, as show prints it; 0 for none', {
    expected: 'the number of an entry',
    isValid: (given) => /^\d{1,18}$/.test(given),
  }),
);

const accept = defineCommand({
  name: 'accept',
  summary: 'continue sealing from the head in the database, after a restore',
  operands: {
    bank,
    'entry-no': entryNo,
    reason: texts('REASON', 'why, for the audit trail', { min: 1 }),
  },
  examples: ['audit-heads accept 01 4711 "restored the backup of Sunday, ticket 42"'],
  needs: bothDatabases,
  settings,
  async preview({ config, operands, worker }) {
    const { after, before, bankId } = await acceptanceOf(config, worker, operands);
    return [`bank ${bankId}: replaces the stored head ${formatHead(before)} by ${formatHead(after)}`];
  },
  async run({ config, contextFor, operands, out, worker }) {
    const acceptance = await acceptanceOf(config, worker, operands);
    const { after, bankId, before, reason } = acceptance;
    // Write the audit entry first: a head that is replaced without an entry would look like tampering.
    await recordAcceptance(contextFor(bankId), acceptance);
    const acceptedAt = toWireTimestamp(systemClock.now());
    await headsFrom(config).accept({ bankId, acceptedAt, reason, before, after });
    out.result({ bank: bankId, before, after }, [
      `bank ${bankId}: accepted, the stored head changes from ${formatHead(before)} to ${formatHead(after)}`,
    ]);
  },
});

/** Commands about the position of the audit sealer. */
export const auditHeadCommands: CommandGroup = {
  name: 'audit-heads',
  summary: "show the sealer's position, accept it after a restore",
  commands: [show, accept],
};

function headsFrom(config: Config): AuditHeads {
  return createFileHeads(settingOf(config, 'auditHeads'));
}

interface AcceptedHead {
  readonly bankId: string;
  readonly before: AuditHead | undefined;
  readonly after: AuditHead;
  readonly reason: string;
}

/** Compares what the operator read with what is there now. */
async function acceptanceOf(
  config: Config,
  worker: Database,
  wanted: { readonly bank: string; readonly 'entry-no': string; readonly reason: readonly string[] },
): Promise<AcceptedHead> {
  const { bank: bankId } = wanted;
  const before = await headsFrom(config).find(bankId);
  const after = (await findAuditHead(worker, bankId)) ?? { entryNo: 0n, hash: chainStart };
  if (after.entryNo !== BigInt(wanted['entry-no']))
    throw refusal(`bank ${bankId}: the head in the database is ${formatHead(after)}; nothing was accepted`);
  if (await continuesHead(worker, bankId, before))
    throw refusal(`bank ${bankId}: the chain continues the stored head; there is nothing to accept`);
  const reason = wanted.reason.join(' ').trim();
  if (reason === '') throw usageError('REASON must not be empty');
  return { bankId, before, after, reason };
}

async function recordAcceptance(
  context: Context,
  { after, bankId, before, reason }: AcceptedHead,
): Promise<void> {
  await runCommand(context, async (work) => {
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
