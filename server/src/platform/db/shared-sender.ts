import pg from 'pg';
import { compareText } from '#platform/kernel/compare-text.ts';
import { failureOf } from './failure.ts';
import type { Outcome } from './flush.ts';
import type { StatementSender } from './reader.ts';
import type { Statement } from './statement.ts';

/** How statements of concurrent requests share round trips. */
export interface Sharing {
  /** Round trips at a time. While fewer are under way, a statement is sent at once. */
  readonly tripsMax: number;
  /** A round trip that takes longer is slow, and others no longer wait for it. */
  readonly slowAfterMs: number;
  /** Statements of one round trip. */
  readonly statementsMax: number;
  /** Whether the statements may be repeated although it is not known that they had no effect. */
  readonly areReads: boolean;
  /**
   * Sends statements as one implicit transaction; the last outcomes belong to them. Several have little time each, so
   * that a slow one does not delay the others for long.
   */
  readonly send: (statements: readonly Statement[]) => Promise<readonly Outcome[]>;
}

/** Sends statements of any kind; those of one round trip in the order of `order`. */
export interface SharedSender {
  readonly run: (statement: Statement, order?: string) => Promise<Outcome>;
}

interface Pending {
  readonly statement: Statement;
  readonly order: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A round trip costs both sides more than most statements in it. Statements that are issued while others are under way
 * wait for one of these to return, but not for a slow one, and then leave together; without others under way none waits.
 * If the server refuses one of them, it has done none, and each is sent again by itself.
 */
export function sharedSender(sharing: Sharing): SharedSender {
  const { slowAfterMs, statementsMax, tripsMax } = sharing;
  let waiting: Pending[] = [];
  let trips = 0;

  const sendNext = async (): Promise<void> => {
    if (trips >= tripsMax || waiting.length === 0) return;
    const taken = waiting.slice(0, statementsMax);
    waiting = waiting.slice(statementsMax);
    const end = begin();
    const sent = sendTogether(
      sharing,
      taken.toSorted((one, other) => compareText(one.order, other.order)),
    );
    // What is left has a trip of its own, if one is free.
    void sendNext();
    await sent;
    end();
  };

  /** Counts a trip until it ends, or is known to be slow: a few slow ones would otherwise stop all others. */
  const begin = (): (() => void) => {
    trips += 1;
    const end = (): void => {
      clearTimeout(timer);
      if (isOver) return;
      isOver = true;
      trips -= 1;
      void sendNext();
    };
    let isOver = false;
    const timer = setTimeout(end, slowAfterMs);
    return end;
  };

  return {
    run: (statement, order = '') =>
      new Promise((resolve, reject) => {
        waiting.push({ statement, order, resolve, reject });
        if (waiting.length === 1) queueMicrotask(() => void sendNext());
      }),
  };
}

async function sendTogether(sharing: Sharing, pending: readonly Pending[]): Promise<void> {
  try {
    const outcomes = (await sharing.send(pending.map(({ statement }) => statement))).slice(-pending.length);
    pending.forEach(({ resolve }, index) => resolve(outcomes[index] ?? { rows: [], rowCount: 0 }));
  } catch (error) {
    if (pending.length > 1 && mayRepeat(sharing, error))
      await Promise.all(pending.map((one) => sendTogether(sharing, [one])));
    else for (const { reject } of pending) reject(error);
  }
}

/** Of a lost connection it is unknown what was done, and a server without resources has none for repeats. */
const finalKinds: ReadonlySet<string> = new Set(['lost', 'exhausted']);

/** Only a refusal of the server says that it did nothing; a row that cannot be parsed comes from a write that was done. */
function mayRepeat({ areReads }: Sharing, error: unknown): boolean {
  return (areReads || error instanceof pg.DatabaseError) && !finalKinds.has(failureOf(error).kind);
}

/** Returns a sender for readers. */
export function senderOf({ run }: SharedSender): StatementSender {
  return {
    async rows<Row>(statement: Statement<Row>) {
      const { rows } = await run(statement);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
      return rows as readonly Row[];
    },
    async first<Row>(statement: Statement<Row>) {
      const { rows } = await run(statement);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the row type was compiled with the statement
      return rows[0] as Row | undefined;
    },
  };
}
