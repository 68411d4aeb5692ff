import pg from 'pg';
import { type Database, type Session, setBank } from '#platform/db/database.ts';
import { failureOf } from '#platform/db/failure.ts';
import type { Outcome } from '#platform/db/flush.ts';
import { coalescingReader, type StatementSender } from '#platform/db/reader.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import type { KeyRow } from './idempotency.ts';

/** Maximum number of members of one group. */
const sizeMaxDefault = 32;
/**
 * The server has cancelled every statement and every idle transaction long before this; a member that has not decided
 * is stuck.
 */
const decideTimeoutMsDefault = 30_000;

const begin = plainStatement('begin', 'control')([]);
const commit = plainStatement('commit', 'control')([]);
const rollback = plainStatement('rollback', 'control')([]);

/** The writes of one command of a group. */
export interface GroupedSave {
  readonly writes: readonly Statement[];
  /** Idempotency key, audit entry and events, collected so that those of many commands use one statement. */
  readonly trail: Trail;
}

/** Rows that every command has, by table; those of many commands use one statement. */
export interface Trail {
  /** Idempotency key with the response; undefined for a command without one. */
  readonly key: KeyRow | undefined;
  readonly audit: readonly unknown[];
  readonly events: readonly (readonly unknown[])[];
}

/** The membership of one command in a group. */
export interface GroupMembership {
  readonly sender: StatementSender;
  /** Resolves when the whole group is saved; from then on it cannot be undone. */
  save(saved: GroupedSave): Promise<void>;
  /** Leaves without saving anything; what its locking statements have changed is saved with the others. */
  leave(): void;
  /** Declares what else the command decides about; false if another member decides about the same. */
  claim(key: string): boolean;
  /** Ends the group for all members: each starts again, alone. */
  spoil(): void;
}

/** Thrown at members whose group failed. Nothing was saved, unless the outcome is unknown. */
export class GroupEnded extends Error {
  override readonly name = 'GroupEnded';
  readonly outcome: 'nothing-done' | 'unknown';

  constructor(outcome: 'nothing-done' | 'unknown', cause?: unknown) {
    super('the group of commands ended', { cause });
    this.outcome = outcome;
  }
}

/** Joins concurrent commands into one transaction. */
export interface CommandGroups {
  /** Two commands of one key are never in one group: each decides by what it read before the others saved. */
  join(bankId: string, keys: readonly string[]): Promise<GroupMembership>;
}

export interface CommandGroupOptions {
  readonly database: Database;
  /** Builds the statements for the idempotency keys of all members, which come first. */
  readonly keyStatements: (bankId: string, trails: readonly Trail[]) => readonly Statement[];
  /** Builds the statements for the rows of all members. */
  readonly trailStatements: (bankId: string, trails: readonly Trail[]) => readonly Statement[];
  readonly sizeMax?: number;
  /** How long the others wait for a member that does not decide. */
  readonly decideTimeoutMs?: number;
}

/**
 * A transaction costs about as much as a statement in it, and a round trip as much again. Commands that arrive while
 * others run share both: they read together, decide separately, and are saved together. Their statements stay the same.
 * Commands that decide about the same thing are in different groups, because each decides before the others have saved.
 * If one of them fails, none is saved, and each starts again alone.
 */
export function createCommandGroups(options: CommandGroupOptions): CommandGroups {
  const { sizeMax = sizeMaxDefault } = options;
  /**
   * The waiting groups of each bank; the last one still accepts members. One at a time runs, so none waits for another.
   */
  const waiting = new Map<string, Group[]>();
  const busy = new Set<string>();

  const start = (bankId: string): void => {
    if (busy.has(bankId)) return;
    const group = waiting.get(bankId)?.shift();
    if (group === undefined) return;
    busy.add(bankId);
    void group.run().finally(() => {
      busy.delete(bankId);
      start(bankId);
    });
  };

  return {
    join(bankId, keys) {
      const queue = waiting.get(bankId) ?? [];
      waiting.set(bankId, queue);
      const open = queue.find((group) => group.size < sizeMax && !group.hasAny(keys));
      if (open !== undefined) return open.add(keys);
      const group = new Group(options, bankId);
      queue.push(group);
      // Commands of the same tick join the group.
      setImmediate(() => start(bankId));
      return group.add(keys);
    },
  };
}

/** One transaction and its members. */
class Group {
  readonly #options: CommandGroupOptions;
  readonly #bankId: string;
  readonly #sender: StatementSender;
  readonly #open = Promise.withResolvers<void>();
  readonly #decided = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #saves: GroupedSave[] = [];
  readonly #keys = new Set<string>();
  #members = 0;
  #undecided = 0;
  #session: Promise<Session> | undefined;
  #asked: Promise<unknown> = Promise.resolve();
  #isSpoilt = false;
  /** A later read would use a connection that belongs to another command by then. */
  #isOver = false;

  constructor(options: CommandGroupOptions, bankId: string) {
    this.#options = options;
    this.#bankId = bankId;
    this.#sender = coalescingReader((statements) => this.#ask(statements));
    // A failure may occur before any listener is attached.
    this.#ended.promise.catch(() => undefined);
  }

  get size(): number {
    return this.#members;
  }

  hasAny(keys: readonly string[]): boolean {
    return keys.some((key) => this.#keys.has(key));
  }

  async add(keys: readonly string[]): Promise<GroupMembership> {
    const own = new Set(keys);
    for (const key of keys) this.#keys.add(key);
    this.#members += 1;
    this.#undecided += 1;
    await this.#open.promise;
    return {
      sender: this.#sender,
      save: (saved) => {
        this.#saves.push(saved);
        this.#countDecided();
        return this.#ended.promise;
      },
      leave: () => this.#countDecided(),
      claim: (other) => {
        if (own.has(other)) return true;
        if (this.#keys.has(other)) return false;
        own.add(other);
        this.#keys.add(other);
        return true;
      },
      spoil: () => this.#spoil(),
    };
  }

  #spoil(): void {
    this.#isSpoilt = true;
    this.#decided.resolve();
  }

  #countDecided(): void {
    this.#undecided -= 1;
    if (this.#undecided === 0) this.#decided.resolve();
  }

  /** Lets the members decide and saves their writes. */
  async run(): Promise<void> {
    const { decideTimeoutMs = decideTimeoutMsDefault } = this.#options;
    const deadline = setTimeout(() => this.#spoil(), decideTimeoutMs);
    this.#open.resolve();
    await this.#decided.promise;
    clearTimeout(deadline);
    if (this.#isSpoilt) return this.#end(new GroupEnded('nothing-done'));
    this.#isOver = true;
    let isSaving = false;
    try {
      const statements = this.#statements();
      this.#session ??= this.#options.database.session();
      const session = await this.#session;
      isSaving = true;
      await session.flush(statements);
      session.release('clean');
      this.#ended.resolve();
    } catch (error) {
      await this.#end(new GroupEnded(isSaving && !isRefused(error) ? 'unknown' : 'nothing-done', error));
    }
  }

  #statements(): readonly Statement[] {
    const opening = this.#session === undefined ? [begin, setBank([this.#bankId])] : [];
    const writes = this.#saves.flatMap((saved) => saved.writes);
    const trails = this.#saves.map((saved) => saved.trail);
    if (trails.length === 0) return [...opening, commit];
    const { keyStatements, trailStatements } = this.#options;
    const [keys, trail] = [keyStatements(this.#bankId, trails), trailStatements(this.#bankId, trails)];
    return [...opening, ...keys, ...writes, ...trail, commit];
  }

  /** Ends the transaction and rejects all members; a connection that does not even roll back is destroyed. */
  async #end(reason: GroupEnded): Promise<void> {
    this.#isOver = true;
    const session = await this.#session?.catch(() => undefined);
    try {
      if (reason.outcome === 'unknown') session?.release('unknown');
      else if (session !== undefined) {
        await session.flush([rollback]);
        session.release('clean');
      }
      // The cause is already on its way to the members.
    } catch {
      session?.release('unknown');
    }
    this.#ended.reject(reason);
  }

  /**
   * One read after the other: none may still wait for the connection when it returns to the pool, and none may be sent
   * after one that failed, because then there may be no transaction around it.
   */
  #ask(statements: readonly Statement[]): Promise<readonly Outcome[]> {
    const outcomes = this.#asked.then(() => this.#send(statements));
    this.#asked = outcomes.catch(() => this.#spoil());
    return outcomes;
  }

  async #send(statements: readonly Statement[]): Promise<readonly Outcome[]> {
    this.#assertOpen();
    const opening = this.#session === undefined ? [begin, setBank([this.#bankId])] : [];
    this.#session ??= this.#options.database.session();
    const session = await this.#session;
    this.#assertOpen();
    return session.flush([...opening, ...statements]);
  }

  #assertOpen(): void {
    if (this.#isOver || this.#isSpoilt) throw new GroupEnded('nothing-done');
  }
}

/** Whether the server refused, so that nothing is saved. Any other failure may come after COMMIT. */
function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && failureOf(error).kind !== 'lost';
}
