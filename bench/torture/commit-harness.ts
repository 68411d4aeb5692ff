import { type Fault, faults, isCommitCut, isReadCut } from '../harness/fault-proxy.ts';
import type { Instance } from '../harness/instance.ts';
import type { Program } from '../harness/processes.ts';

/** Shares of COMMITs and of other flushes with an injected fault. */
export interface FaultShares {
  readonly commit: number;
  readonly read: number;
  /** Faults of other flushes; without a choice the connection is cut before they are complete. */
  readonly readFaults?: readonly Fault[];
}

const sharesDefault: FaultShares = { commit: 0.5, read: 0.03 };

/** Decides about faults by the seed; injects none before the processes are ready and after the last cut. */
export class FaultPlan {
  readonly counts = new Map<Fault, number>(faults.map((fault) => [fault, 0]));
  readonly #random: () => number;
  readonly #shares: FaultShares;
  isOn = false;

  constructor(random: () => number, shares: FaultShares = sharesDefault) {
    this.#random = random;
    this.#shares = shares;
  }

  /** Number of connections that were cut around a COMMIT. */
  get cuts(): number {
    return [...this.counts].reduce((sum, [fault, count]) => sum + (isCommitCut(fault) ? count : 0), 0);
  }

  faultFor(moment: 'commit' | 'read'): Fault | 'none' {
    if (!this.isOn || this.#random() >= this.#shares[moment]) return 'none';
    const { readFaults = ['cut-read'] } = this.#shares;
    const possible = moment === 'read' ? readFaults : faults.filter((fault) => !isReadCut(fault));
    // One fault needs no draw: the seed then repeats the runs of before.
    const drawn = possible.length > 1 ? Math.floor(this.#random() * possible.length) : 0;
    return possible[drawn] ?? 'none';
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
