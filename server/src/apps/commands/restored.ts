import { stat } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { createFileLedger } from '#adapters/erasure-ledger/file-ledger.ts';
import {
  authorizationCapability,
  replayCounters,
  voidOpenFactors,
} from '#capabilities/authorization/index.ts';
import { endAllSignIns, identityCapability, replayIdentityEndings } from '#capabilities/identity/index.ts';
import { endAllGrants, replayOauthEndings } from '#capabilities/oauth/index.ts';
import { partyCapability, raiseSyncEpoch, replayErasures } from '#capabilities/party/index.ts';
import type { Config } from '#platform/config/load-config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { ifMissing } from '#platform/kernel/missing-file.ts';
import { Problem } from '#platform/kernel/problem.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';
import type { Context } from '#platform/work/context.ts';
import type { Ending, EndingLedger, RestoreStep } from '#platform/work/ending-ledger.ts';
import type { ProductPorts } from '../compose/build-ports.ts';
import { endingLedgerFrom } from '../restore-ledger.ts';
import { commandContext } from './command-context.ts';
import { openCommandPorts } from './command-ports.ts';
import type { Print } from './print.ts';

const usage = `usage: restored ACTION     after restoring a backup, before the api starts
  plan   compare the database with the ledger and print what would be ended again
  apply  end all sessions, grants and codes, advance the counters of tokens, end again what the ledger lists, and continue sync with a new epoch`;

/** Ledger lines about restores themselves. */
const started = 'restore-started';
const finished = 'restore-finished';
const everyBank = '*';

interface Run {
  readonly config: Config;
  readonly path: string;
  readonly ledger: EndingLedger;
  readonly endings: readonly Ending[];
  readonly ports: ProductPorts;
  readonly contextFor: (bankId: string) => Context;
  readonly print: Print;
}

/** Runs `restored plan` and `restored apply`, which end again what a backup has brought back. */
export async function restored(config: Config, action: string, print: Print): Promise<number> {
  const { erasureLedger: path } = config;
  const ledger = endingLedgerFrom(config);
  if (action !== 'plan' && action !== 'apply') {
    print(usage);
    return 2;
  }
  if (path === undefined || ledger === undefined) {
    print('This needs PORTICO_ERASURE_LEDGER: endings must be recorded outside the database.');
    return 2;
  }
  if (!(await isThere(path))) {
    print(
      `The file ${path} does not exist. Check PORTICO_ERASURE_LEDGER; create it empty only if nothing has ever ended.`,
    );
    return 2;
  }
  const url = config.databaseUrl.reveal();
  await using app = openDatabase({ url, poolSize: 2, applicationName: 'portico-restored' });
  await using opened = await openCommandPorts(config, app);
  const { ports } = opened;
  const contextFor = (bankId: string): Context => commandContext(app, 'restored', bankId);
  const run: Run = { config, path, ledger, endings: await ledger.list(), ports, contextFor, print };
  return action === 'plan' ? await plan(run) : await apply(run);
}

/** A mistyped path must not count as an empty ledger. */
async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(ifMissing)) !== undefined;
}

async function plan(run: Run): Promise<number> {
  const { config, path, print } = run;
  const erasures = await createFileLedger(path).list();
  for (const bankId of config.banks) {
    const count = erasures.filter((erasure) => erasure.bankId === bankId).length;
    print(`bank ${bankId}: ${count} erasures in the ledger`);
    for (const [what, steps] of grouped(await stepsFor(run, bankId)))
      print(`bank ${bankId}: ${steps.length} ${what}`);
  }
  print('All sessions, grants, codes and temporary passwords would end. Nothing was changed.');
  print('next: restored apply');
  return 0;
}

async function apply(run: Run): Promise<number> {
  const { config, contextFor, endings, ledger, print } = run;
  const startedAt = await startOf(endings, ledger);
  const [first] = config.banks;
  // First of all: erasures from now on must come after everything that sync has delivered before.
  if (first !== undefined) await raiseSyncEpoch(contextFor(first));
  print('sync continues with a new epoch');
  let left = 0;
  for (const bankId of config.banks) {
    await endEverything(run, bankId, startedAt);
    left += await replayEndings(run, bankId);
    left += await eraseAgain(run, bankId);
  }
  if (left > 0) {
    print(`${left} need a decision; run it again afterwards`);
    return 1;
  }
  await ledger.append(markOf(finished, systemClock.now()));
  print('next: audit-verify, then start the worker, then the api');
  return 0;
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
  { contextFor, ports, print }: Run,
  bankId: string,
  startedAt: Temporal.Instant,
): Promise<void> {
  const context = contextFor(bankId);
  const grants = await endAllGrants(context);
  const { sessions, signIns, temporaryPasswords, verifications } = await endAllSignIns(context);
  const { codes, tokens } = await voidOpenFactors(
    { ...context, ...ports.of(authorizationCapability) },
    { startedAt },
  );
  print(
    `bank ${bankId}: ended ${sessions} sessions, ${signIns} sign-ins, ${grants} grants and tokens, ${codes} codes and challenges, ${verifications} changes of contacts, ${temporaryPasswords} temporary passwords; advanced the counters of ${tokens} hardware and app tokens`,
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
  ];
}

/**
 * Applies the steps and returns how many failed; a failure does not stop the others. The steps run in order, user by
 * user, so that a new run after an interruption finds the rest.
 */
async function replayEndings(run: Run, bankId: string): Promise<number> {
  const { print } = run;
  const steps = await stepsFor(run, bankId);
  const refused = new Set<RestoreStep>();
  for (const step of steps) {
    const problem = await problemOf(step);
    if (problem === undefined) continue;
    refused.add(step);
    print(`bank ${bankId}: ${step.subject}: refused: ${problem.literal}. ${problem.message}`);
  }
  for (const [what, alike] of grouped(steps))
    print(`bank ${bankId}: ${alike.filter((step) => !refused.has(step)).length} ${what}`);
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

async function eraseAgain({ contextFor, path, ports, print }: Run, bankId: string): Promise<number> {
  const erasureLedger = createFileLedger(path);
  const outcome = await replayErasures({
    ...contextFor(bankId),
    ...ports.of(partyCapability),
    erasureLedger,
  });
  const { erased, onLegalHold: held = [], nothingToDo } = outcome;
  print(`bank ${bankId}: ${erased} erased again, ${nothingToDo} not found`);
  for (const number of held) print(`bank ${bankId}: ${number} is under a legal hold and was not erased`);
  return held.length;
}

function grouped(steps: readonly RestoreStep[]): ReadonlyMap<string, readonly RestoreStep[]> {
  return Map.groupBy(steps, ({ what }) => what);
}
