import type { BrowserHarness } from './browser-harness.ts';
import type { Customer } from './customers.ts';

/** A check in a browser. */
export interface Check {
  readonly name: string;
  /** Second factors of the customers of the check. All customers register before the first check, because a number gets its next SMS only after a wait. */
  readonly customers: readonly ('app' | 'texts')[];
  /** Runs the check; returns a remark for the report. */
  readonly run: (harness: BrowserHarness, ...customers: readonly Customer[]) => Promise<string | undefined>;
}
