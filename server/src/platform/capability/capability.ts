import type { Context } from '#platform/work/context.ts';
import type { EventKind } from '#platform/work/event.ts';
import type { EventHandler } from '#platform/work/event-handler.ts';
import type { Dialect } from '../http/dialect.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { ClassificationSchema } from '../kernel/classification.ts';
import type { Policy } from '../kernel/policy.ts';
import type { ProblemFactory } from '../kernel/problem.ts';
import type { KeyClass } from '../key-ring/key-class.ts';

/** Timed work, run once per bank. Work that needs no ports also runs where no master key is configured. */
export type BankJob<Ports extends object = object> = {
  /** Stable: the queue, metrics and the audit trail carry it. */
  readonly name: string;
  readonly cron: string;
} & (
  | { readonly needs: 'context'; run(context: Context): Promise<unknown> }
  | { readonly needs: 'ports'; run(context: Context & Ports): Promise<unknown> }
);

/**
 * One interface of the product: everything the apps, the documents, the metrics and the tests derive from it. The
 * members are methods where they take ports, so that a list can hold capabilities of different ports.
 */
export interface Capability<Ports extends object = object> {
  /** The name of its folder. */
  readonly name: string;
  readonly routes: readonly Endpoint<Ports>[];
  readonly events: Readonly<Record<string, EventKind>>;
  readonly problems: Readonly<Record<string, ProblemFactory>>;
  /** The dialect of each path prefix, which also answers requests for unknown paths below it. */
  readonly paths: readonly (readonly [prefix: string, dialect: Dialect])[];
  readonly jobs: readonly BankJob<Ports>[];
  /** Keys of a bank that its vaults use. */
  readonly keyClasses: readonly KeyClass[];
  /** Names of events that a restored backup must not undo. */
  readonly endings: readonly string[];
  /** Numbers that each bank may choose. */
  readonly policies: readonly Policy[];
  /** Its classifications, those of kind "class" with what each bank may change. */
  readonly classifications: readonly ClassificationSchema[];
  /** Handlers of events. Those that need ports are left out where there are none. */
  handlers(ports: Ports | undefined): readonly EventHandler[];
}

/** Fills in the members that a capability does not have. */
export function defineCapability<Ports extends object>(
  members: Pick<Capability<Ports>, 'name' | 'routes'> & Partial<Capability<Ports>>,
): Capability<Ports> {
  return {
    events: {},
    problems: {},
    paths: [],
    jobs: [],
    keyClasses: [],
    endings: [],
    policies: [],
    classifications: [],
    handlers: () => [],
    ...members,
  };
}
