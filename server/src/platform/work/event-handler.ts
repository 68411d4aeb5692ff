import type { Context } from './context.ts';

/** An event as a consumer inside this cell sees it. */
export interface DeliveredEvent {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly occurredAt: string;
  readonly aggregateKind: string;
  readonly aggregateId: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * What a capability does after an event. It may be called twice; its effect, saved by `runCommand`, and the record that
 * it happened commit together, so the effect happens once. Events of one aggregate are processed in order.
 */
export interface EventHandler {
  /** Stable: stored in the rows of the inbox. */
  readonly consumer: string;
  readonly events: readonly string[];
  handle(context: Context, event: DeliveredEvent): Promise<void>;
}
