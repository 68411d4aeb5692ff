import type { BrowserHarness } from './browser-harness.ts';
import type { Customer } from './customers.ts';

/** Something that must be so, seen through a browser. */
export interface Check {
  readonly name: string;
  /** Who is needed for it; registered before any check begins, for text messages must lie some time apart. */
  readonly cast: readonly ('app' | 'texts')[];
  /** What else is worth saying when it went well. */
  readonly run: (stage: BrowserHarness, ...cast: readonly Customer[]) => Promise<string | undefined>;
}
