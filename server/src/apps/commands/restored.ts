import { stat } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { createEndingLedger, createFileLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import {
  authorizationCapability,
  replayCounters,
  voidOpenFactors,
} from '#capabilities/authorization/index.ts';
import { clientCapability, replayDeviceEndings, replayRestrictions } from '#capabilities/client/index.ts';
import { replayConsentEndings } from '#capabilities/consents/index.ts';
import { coreBankingCapability } from '#capabilities/core-banking/index.ts';
import { replayFundsConsentEndings } from '#capabilities/funds-confirmations/index.ts';
import { endAllSignIns, identityCapability, replayIdentityEndings } from '#capabilities/identity/index.ts';
import { endAllGrants, replayOauthEndings } from '#capabilities/oauth/index.ts';
import {
  partyCapability,
  raiseSyncEpoch,
  replayErasures,
  replayNameSecrecy,
} from '#capabilities/party/index.ts';
import { askAboutPayments, replayPaymentEndings } from '#capabilities/payments/index.ts';
import { endAllApprovals } from '#capabilities/sca/index.ts';
import { replayBasketEndings } from '#capabilities/signing-baskets/index.ts';
import { replayBlocks } from '#capabilities/tpp/index.ts';
import { giveUpRestoredNotifications } from '#capabilities/tpp-notifications/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { ifMissing } from '#platform/kernel/missing-file.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { Ending, EndingLedger, RestoreStep } from '#platform/work/ending-ledger.ts';
import type { BuiltPorts } from '../compose/built-ports.ts';
import { type Command, type CommandGroup, defineCommand } from '../program/command.ts';
import { type ExitCode, exitCodes, settingsError } from '../program/failure.ts';
import { portsOfSeveral, settingOf } from '../program/need.ts';
import type { Output } from '../program/output.ts';

const needs = portsOfSeveral([
  partyCapability,
  authorizationCapability,
  identityCapability,
  coreBankingCapability,
  clientCapability,
]);
const settings = [['erasureLedger']] as const;

const plan = defineCommand({
  name: 'plan',
  summary: 'compare the database with the ledger and print what would be ended again',
  examples: ['restored plan'],
  needs,
  settings,
  async run(call) {
    const banks = await planOf(await runOf(call));
    call.out.result({ banks }, [...planLines(banks), 'Nothing was changed.', 'next: restored apply']);
  },
});

const applyCommand = (name: string, summary: string): Command =>
  defineCommand({
    name,
    summary,
    examples: ['restored apply --yes'],
    needs,
    settings,
    preview: async (call) => planLines(await planOf(await runOf(call))),
    run: async (call) => apply(await runOf(call)),
  });

/** Commands that end again what a restored backup has brought back. */
export const restoredCommands: CommandGroup = {
  name: 'restored',
  summary: 'end again what a restored backup has brought back, before the api starts',
  commands: [
    plan,
    applyCommand(
      'apply',
      'end all sessions, grants, codes and approvals, advance the counters of tokens, end again what the ledger lists, ask the core about payments, and continue sync with a new epoch',
    ),
  ],
};

/** Earlier name of `restored apply`, from before it replayed other endings as well. */
export const partiesRestored: CommandGroup = {
  name: 'parties',
  summary: 'administer parties',
  commands: [applyCommand('restored', 'earlier name of restored apply')],
};

/** Ledger lines about restores themselves. */
const started = 'restore-started';
const finished = 'restore-finished';
const everyBank = '*';

interface Run {
  readonly config: Config;
  readonly path: string;
  readonly ledger: EndingLedger;
  readonly endings: readonly Ending[];
  readonly ports: BuiltPorts;
  readonly contextFor: (bankId: string) => Context;
  readonly out: Output;
}

async function runOf(call: Pick<Run, 'config' | 'contextFor' | 'out' | 'ports'>): Promise<Run> {
  const { config, contextFor, out, ports } = call;
  const path = settingOf(config, 'erasureLedger');
  const ledger = createEndingLedger(path);
  if (!(await isThere(path)))
    throw settingsError(
      `The file ${path} does not exist. Check PORTICO_ERASURE_LEDGER; create it empty only if nothing has ever ended.`,
    );
  return { config, path, ledger, endings: await ledger.list(), ports, contextFor, out };
}

/** A mistyped path must not count as an empty ledger. */
async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(ifMissing)) !== undefined;
}

interface BankPlan {
  readonly bank: string;
  readonly erasures: number;
  /** How many of each kind would be ended again. */
  readonly steps: Readonly<Record<string, number>>;
}

async function planOf(run: Run): Promise<readonly BankPlan[]> {
  const erasures = await createFileLedger(run.path).list();
  const banks: BankPlan[] = [];
  for (const bankId of run.config.banks) {
    const groups = [...grouped(await stepsFor(run, bankId))];
    banks.push({
      bank: bankId,
      erasures: erasures.filter((erasure) => erasure.bankId === bankId).length,
      steps: Object.fromEntries(groups.map(([what, alike]): [string, number] => [what, alike.length])),
    });
  }
  return banks;
}

function planLines(banks: readonly BankPlan[]): readonly string[] {
  return [
    ...banks.flatMap(({ bank, erasures, steps }) => [
      `bank ${bank}: ${erasures} erasures in the ledger`,
      ...Object.entries(steps).map(([what, count]) => `bank ${bank}: ${count} ${what}`),
    ]),
    'All sessions, grants, codes, temporary passwords and approvals would end. The core would be asked about payments.',
  ];
}

async function apply(run: Run): Promise<ExitCode> {
  const { config, contextFor, endings, ledger, out } = run;
  const startedAt = await startOf(endings, ledger);
  const [first] = config.banks;
  // First of all: erasures from now on must come after everything that sync has delivered before.
  if (first !== undefined) await raiseSyncEpoch(contextFor(first));
  out.progress({ sync: 'new epoch' }, 'sync continues with a new epoch');
  let left = 0;
  for (const bankId of config.banks) {
    await endEverything(run, bankId, startedAt);
    left += await replayEndings(run, bankId);
    left += await askCore(run, bankId);
    left += await eraseAgain(run, bankId);
  }
  if (left > 0) {
    out.result({ left }, [`${left} need a decision; run it again afterwards`]);
    return exitCodes.refused;
  }
  await ledger.append(markOf(finished, systemClock.now()));
  out.result({ left }, ['next: audit-verify, then start the worker, then the api']);
  return exitCodes.done;
}

/**
 * Returns the start of this restore. A run that was interrupted continues: counters that it advanced are not advanced
 * again. If the worker has written to the ledger since, that run counts as over although it did not finish: codes may
 * have been used after it, so this is another restore.
 */
async function startOf(endings: readonly Ending[], ledger: EndingLedger): Promise<Temporal.Instant> {
  const last = endings.at(-1);
  if (last?.event === started) return Temporal.Instant.from(last.at);
  const now = systemClock.now();
  await ledger.append(markOf(started, now));
  return now;
}

function markOf(event: string, now: Temporal.Instant): Ending {
  return { event, bankId: everyBank, subject: everyBank, at: toWireTimestamp(now) };
}

async function endEverything(
  { contextFor, out, ports }: Run,
  bankId: string,
  startedAt: Temporal.Instant,
): Promise<void> {
  const context = contextFor(bankId);
  const grants = await endAllGrants(context);
  const { passkeyProofs, sessions, signIns, temporaryPasswords, verifications } =
    await endAllSignIns(context);
  const { codes, tokens } = await voidOpenFactors(
    { ...context, ...ports.of(authorizationCapability) },
    { startedAt },
  );
  const { approvals, exemptions } = await endAllApprovals(context);
  const notifications = await giveUpRestoredNotifications(context, { startedAt });
  out.progress(
    {
      bank: bankId,
      ended: {
        sessions,
        signIns,
        passkeyProofs,
        grants,
        codes,
        verifications,
        temporaryPasswords,
        approvals,
        exemptions,
        notifications,
      },
      tokens,
    },
    `bank ${bankId}: ended ${sessions} sessions, ${signIns} sign-ins, ${passkeyProofs} passkey proofs, ${grants} grants and tokens, ${codes} codes and challenges, ${verifications} changes of contacts, ${temporaryPasswords} temporary passwords, ${approvals} approvals, ${exemptions} counts for exemptions, ${notifications} messages to third parties; advanced the counters of ${tokens} hardware and app tokens`,
  );
}

/**
 * Returns the steps to replay. Counters are read after they were advanced: only those that used more codes are raised
 * further.
 */
async function stepsFor(
  { contextFor, endings, ports }: Run,
  bankId: string,
): Promise<readonly RestoreStep[]> {
  const context = contextFor(bankId);
  return [
    ...(await replayOauthEndings(context, endings)),
    ...(await replayIdentityEndings({ ...context, ...ports.of(identityCapability) }, endings)),
    ...(await replayCounters(context, endings)),
    ...(await replayNameSecrecy({ ...context, ...ports.of(partyCapability) }, endings)),
    ...(await replayBlocks(context, endings)),
    ...(await replayPaymentEndings(context, endings)),
    ...(await replayConsentEndings(context, endings)),
    ...(await replayFundsConsentEndings(context, endings)),
    ...(await replayBasketEndings(context, endings)),
    ...(await replayRestrictions({ ...context, ...ports.of(clientCapability) }, endings)),
    ...(await replayDeviceEndings({ ...context, ...ports.of(clientCapability) }, endings)),
  ];
}

/**
 * Applies the steps and returns how many failed; a failure does not stop the others. The steps run in order, user by
 * user, so that a new run after an interruption finds the rest.
 */
async function replayEndings(run: Run, bankId: string): Promise<number> {
  const { out } = run;
  const steps = await stepsFor(run, bankId);
  const refused = new Set<RestoreStep>();
  for (const step of steps) {
    const problem = await problemOf(step);
    if (problem === undefined) continue;
    refused.add(step);
    out.progress(
      { bank: bankId, subject: step.subject, problem: problem.literal },
      `bank ${bankId}: ${step.subject}: refused: ${problem.literal}. ${problem.message}`,
    );
  }
  for (const [what, alike] of grouped(steps)) {
    const count = alike.filter((step) => !refused.has(step)).length;
    out.progress({ bank: bankId, [what]: count }, `bank ${bankId}: ${count} ${what}`);
  }
  return refused.size;
}

async function problemOf(step: RestoreStep): Promise<Problem | undefined> {
  try {
    await step.apply();
    return undefined;
    // Problems are left to an operator; other errors are failures.
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error;
  }
}

/** Records what the core did after the backup; returns how many payments it gave no answer about. */
async function askCore({ contextFor, out, ports }: Run, bankId: string): Promise<number> {
  const { cores } = ports.of(coreBankingCapability);
  const { asked, known, undecided } = await askAboutPayments({ ...contextFor(bankId), cores });
  out.progress(
    { bank: bankId, payments: { asked, known, undecided } },
    `bank ${bankId}: asked the core about ${asked} payments, ${known} of them it has`,
  );
  for (const paymentId of undecided)
    out.hint(`bank ${bankId}: payment ${paymentId}: the core gave no answer, or the payment has no account`);
  return undecided.length;
}

async function eraseAgain({ contextFor, out, path, ports }: Run, bankId: string): Promise<number> {
  const erasureLedger = createFileLedger(path);
  const outcome = await replayErasures({
    ...contextFor(bankId),
    ...ports.of(partyCapability),
    erasureLedger,
  });
  const { erased, onLegalHold: held = [], nothingToDo } = outcome;
  out.progress(
    { bank: bankId, erased, notFound: nothingToDo, onLegalHold: held },
    `bank ${bankId}: ${erased} erased again, ${nothingToDo} not found`,
  );
  for (const number of held) out.hint(`bank ${bankId}: ${number} is under a legal hold and was not erased`);
  return held.length;
}

function grouped(steps: readonly RestoreStep[]): ReadonlyMap<string, readonly RestoreStep[]> {
  return Map.groupBy(steps, ({ what }) => what);
}
