import { type Fault, faults, isCommitCut } from '../harness/fault-proxy.ts';
import type { Instance } from '../harness/instance.ts';
import type { Program } from '../harness/processes.ts';

/** Shares of COMMITs and of other flushes with an injected fault. */
const commitFaultShare = 0.5;
const readFaultShare = 0.03;

/** Decides about faults by the seed; injects none before the processes are ready and after the last cut. */
export class FaultPlan {
  readonly counts = new Map<Fault, number>(faults.map((fault) => [fault, 0]));
  readonly #random: () => number;
  isOn = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Number of connections that were cut around a COMMIT. */
  get cuts(): number {
    return [...this.counts].reduce((sum, [fault, count]) => sum + (isCommitCut(fault) ? count : 0), 0);
  }

  faultFor(moment: 'commit' | 'read'): Fault | 'none' {
    if (!this.isOn || this.#random() >= (moment === 'commit' ? commitFaultShare : readFaultShare))
      return 'none';
    if (moment === 'read') return 'cut-read';
    const atCommit = faults.filter((fault) => fault !== 'cut-read');
    return atCommit[Math.floor(this.#random() * atCommit.length)] ?? 'none';
  }

  count(fault: Fault): void {
    this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
  }
}

/** Harness of the runs about commits. */
export interface CommitHarness {
  readonly instance: Instance;
  readonly plan: FaultPlan;
  readonly ports: readonly number[];
  readonly programs: readonly Program[];
  readonly random: () => number;
}

/** Tells whether a process still runs; without one the run would never end. */
export function isServed({ programs }: CommitHarness): boolean {
  return programs.some(({ child }) => child.exitCode === null && child.signalCode === null);
}
