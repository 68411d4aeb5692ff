import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Parse } from 'typebox/value';
import { repositoryRoot } from '../repository.ts';
import { type Report, reportMark, reportSchema } from './job.ts';
import type { Result } from './results.ts';
import type { Target } from './targets.ts';

/** Reading the modules and running the tests once without mutants takes less than this. */
const idleMaxMs = 180_000;

/** A file whose tests spoil the process every time would never end. */
const restartsMax = 200;

export interface MutantRun {
  readonly ids: readonly number[];
  /** Epoch milliseconds after which no mutant is tried any more. */
  readonly deadlineMs: number;
  readonly propertyMaxMs: number;
  readonly keep: (result: Result) => Promise<void>;
  /** A test that fails without any mutant. */
  readonly onBroken: (test: string, error: string) => void;
}

/** Tries mutants of one file; a worker that hangs, crashes or is spoilt is replaced by another one. */
export async function runMutants(target: Target, run: MutantRun): Promise<void> {
  const left = new Set(run.ids);
  const spoilt = new Set<number>();
  for (let restarts = 0; left.size > 0 && restarts < restartsMax; restarts += 1) {
    if (Date.now() >= run.deadlineMs) return;
    const { active, end } = await runWorker(
      target,
      [...left],
      async (report) => {
        const result = resultOf(report, spoilt);
        if (result === undefined) {
          if (report.kind === 'broken') run.onBroken(report.test, report.error);
          return;
        }
        left.delete(result.id);
        await run.keep(result);
      },
      run,
    );
    if (end === 'deadline') return;
    if (end === 'ended' && left.size === 0) return;
    if (active === undefined) {
      if (end === 'ended' || spoilt.size > 0) continue;
      throw new Error(`${target.file}: the worker stopped without a mutant (${end})`);
    }
    left.delete(active);
    await run.keep({ id: active, status: 'hung', by: end });
  }
}

function resultOf(report: Report, spoilt: Set<number>): Result | undefined {
  switch (report.kind) {
    case 'killed':
      return { id: report.id, status: 'killed', by: report.by };
    case 'survived':
      return { id: report.id, status: report.isReached ? 'survived' : 'unreached' };
    case 'spoilt': {
      // Once in a new process, where nothing ran before it.
      if (spoilt.has(report.id)) return { id: report.id, status: 'killed', by: 'also fails afterwards' };
      spoilt.add(report.id);
      return undefined;
    }
    case 'broken':
    case 'ended':
    case 'idle':
    case 'started':
      return undefined;
  }
}

interface WorkerEnd {
  /** The mutant that was active when the worker stopped. */
  readonly active: number | undefined;
  readonly end: 'ended' | 'crashed' | 'hung' | 'deadline';
}

async function runWorker(
  { dependents, file, testFiles }: Target,
  ids: readonly number[],
  onReport: (report: Report) => Promise<void>,
  { deadlineMs, propertyMaxMs }: Pick<MutantRun, 'deadlineMs' | 'propertyMaxMs'>,
): Promise<WorkerEnd> {
  const job = JSON.stringify({
    root: repositoryRoot,
    target: file,
    dependents,
    testFiles,
    ids,
    propertyMaxMs,
  });
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'worker.ts')],
    { cwd: repositoryRoot, stdio: ['pipe', 'pipe', 'ignore'] },
  );
  child.stdin.end(job);
  const closed = endOf(child);
  let active: number | undefined;
  let end: WorkerEnd['end'] = 'crashed';
  const stop = (why: WorkerEnd['end']) => (): void => {
    end = why;
    child.kill('SIGKILL');
  };
  const deadline = setTimeout(stop('deadline'), Math.max(0, deadlineMs - Date.now()));
  let limit = setTimeout(stop('hung'), idleMaxMs);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith(reportMark)) continue;
    const report = Parse(reportSchema, JSON.parse(line.slice(reportMark.length)));
    clearTimeout(limit);
    limit = setTimeout(stop('hung'), report.kind === 'started' ? report.limitMs : idleMaxMs);
    active = report.kind === 'started' ? report.id : undefined;
    if (report.kind === 'ended' || report.kind === 'spoilt') end = 'ended';
    await onReport(report);
  }
  clearTimeout(limit);
  clearTimeout(deadline);
  await closed;
  return { active, end };
}

async function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      resolve();
    });
  });
}
