import assert from 'node:assert/strict';
import { callerId } from '#platform/auth/caller.ts';
import { type Session, setBank } from '#platform/db/database.ts';
import type { Failure } from '#platform/db/failure.ts';
import type { Outcome } from '#platform/db/flush.ts';
import { coalescingReader, type StatementSender } from '#platform/db/reader.ts';
import { plainStatement, type Statement } from '#platform/db/statement.ts';
import { expectingRows, type WriteRules, type Writer } from '#platform/db/writer.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import type { CountedOutcome } from '#platform/log/outcome-metrics.ts';
import { shardOfAggregate } from './aggregate-shard.ts';
import { type AuditDetails, auditRecord } from './audit.ts';
import type { GroupMembership } from './command-groups.ts';
import type { Context } from './context.ts';
import type { NewEvent } from './event.ts';
import { idempotencyRecord, insertKey, type KeyRow, keyRow } from './idempotency.ts';
import { isPending } from './inbox-state.ts';
import { fewEvents, insertAudit, insertEvent, insertEvents } from './trail-statements.ts';

/** The two ways in which the database itself refuses a write. */
export type RefusedByDatabase = Extract<Failure, { kind: 'row-count' | 'constraint' }>;

/** A running command: it reads, collects its writes, and records what it did. */
export interface Work extends Writer {
  emit(event: NewEvent): void;
  audit(details: AuditDetails): void;
  /** Counts an outcome for the metrics, once everything collected has been saved. */
  count(counted: CountedOutcome): void;
  /**
   * Raises a problem after everything collected has been saved: a wrong code must be counted although it is refused.
   */
  rejectAfterCommit(problem: Problem): void;
}

const begin = plainStatement('begin', 'control')([]);
const commit = plainStatement('commit', 'control')([]);
const rollback = plainStatement('rollback', 'control')([]);
const markDone = plainStatement(
  `update platform.inbox_event set state = 'done', settled_at = $4
    where bank_id = $1 and consumer = $2 and event_id = $3 and ${isPending}`,
  'write',
);

/** Collects a command's writes and sends them in one flush. Closed by `save` or `abandon`. */
export class UnitOfWork implements Work {
  readonly #context: Context;
  readonly #writes: { readonly statement: Statement; readonly rules: WriteRules | undefined }[] = [];
  readonly #events: NewEvent[] = [];
  readonly #counted: CountedOutcome[] = [];
  readonly #sender: StatementSender;
  /** The group it is saved with; absent: it has its own transaction. */
  readonly #place: GroupMembership | undefined;
  #note: AuditDetails | undefined;
  #refusal: Problem | undefined;
  /** Acquired once, however many reads wait for it. */
  #session: Promise<Session> | undefined;
  #inTransaction = false;
  /** Saved or abandoned; a later read would open a transaction that never ends. */
  #isOver = false;
  /** Statements before the command's own writes in the last flush. */
  #offset = 0;
  /** Statements the server had finished when the last flush failed. */
  #completed = 0;
  #state: 'deciding' | 'saving' | 'saved' = 'deciding';

  constructor(context: Context, membership?: GroupMembership) {
    this.#context = context;
    this.#place = membership;
    this.#sender = membership?.sender ?? coalescingReader((statements) => this.#ask(statements));
  }

  get isSaving(): boolean {
    return this.#state === 'saving';
  }

  get isSaved(): boolean {
    return this.#state === 'saved';
  }

  rows<Row>(statement: Statement<Row, 'select'>): Promise<readonly Row[]> {
    return this.#sender.rows(statement);
  }

  first<Row>(statement: Statement<Row, 'select'>): Promise<Row | undefined> {
    return this.#sender.first(statement);
  }

  lock<Row>(statement: Statement<Row, 'lock'>): Promise<Row | undefined> {
    this.#inTransaction = true;
    return this.#sender.first(statement);
  }

  lockAll<Row>(statement: Statement<Row, 'lock'>): Promise<readonly Row[]> {
    this.#inTransaction = true;
    return this.#sender.rows(statement);
  }

  execute<Row>(statement: Statement<Row, 'write'>): Promise<Row | undefined> {
    this.#inTransaction = true;
    return this.#sender.first(statement);
  }

  executeAll<Row>(statement: Statement<Row, 'write'>): Promise<readonly Row[]> {
    this.#inTransaction = true;
    return this.#sender.rows(statement);
  }

  write(statement: Statement<unknown, 'write' | 'lock'>, rules?: WriteRules): void {
    const expected = rules?.rows;
    this.#writes.push({
      statement: expected === undefined ? statement : expectingRows(statement, expected.count),
      rules,
    });
  }

  emit(event: NewEvent): void {
    this.#events.push(event);
    if (event.counted !== undefined) this.#counted.push(event.counted);
  }

  count(counted: CountedOutcome): void {
    this.#counted.push(counted);
  }

  audit(details: AuditDetails): void {
    assert(this.#note === undefined, 'a command is audited once');
    this.#note = details;
  }

  rejectAfterCommit(problem: Problem): void {
    this.#refusal = problem;
  }

  throwRefusal(): void {
    if (this.#refusal !== undefined) throw this.#refusal;
  }

  async save(result: unknown): Promise<void> {
    if (this.#place !== undefined) return this.#saveTogether(this.#place, result);
    const opening = this.#session === undefined ? [begin, setBank([this.#context.bankId])] : [];
    const key = this.#keyRow(result);
    const before = key === undefined ? opening : [...opening, insertKey(key)];
    this.#offset = before.length;
    const statements = [
      ...before,
      ...this.#writes.map(({ statement }) => statement),
      this.#auditStatement(),
      ...this.#eventStatements(),
      ...this.#inboxStatement(),
      commit,
    ];
    this.#isOver = true;
    this.#session ??= this.#context.database.session();
    const session = await this.#session;
    this.#state = 'saving';
    await session.flush(statements);
    this.#setSaved();
    session.release('clean');
    this.#session = undefined;
  }

  async #saveTogether(membership: GroupMembership, result: unknown): Promise<void> {
    this.#isOver = true;
    this.#state = 'saving';
    await membership.save({
      writes: this.#writes.map(({ statement }) => statement),
      trail: {
        key: this.#keyRow(result),
        audit: this.#auditRow(),
        events: this.#events.map((event) => this.#eventRow(event)),
      },
    });
    this.#setSaved();
  }

  #setSaved(): void {
    this.#state = 'saved';
    const { bankId, metrics } = this.#context;
    for (const counted of this.#counted) metrics?.countOutcome(bankId, counted);
  }

  /** Ends the transaction, if one is open. A connection that does not even roll back is destroyed. */
  async abandon(connection: 'clean' | 'unknown'): Promise<void> {
    this.#isOver = true;
    // A session that was never acquired has nothing to end.
    const session = await this.#session?.catch(() => undefined);
    if (session === undefined) return;
    this.#session = undefined;
    this.#completed = session.completed;
    if (connection === 'unknown') return session.release('unknown');
    try {
      await session.flush([rollback]);
      session.release('clean');
      // The cause is already on its way to the caller.
    } catch {
      session.release('unknown');
    }
  }

  /** Returns the problem the store declared for the write that failed. */
  problemOf(failure: RefusedByDatabase): Problem | undefined {
    const failed = this.#writes[this.#completed - this.#offset];
    if (failure.kind === 'row-count') return failed?.rules?.rows?.otherwise();
    return failed?.rules?.constraints?.[failure.constraint]?.();
  }

  async #ask(statements: readonly Statement[]): Promise<readonly Outcome[]> {
    assert(!this.#isOver, `${this.#context.origin.operationId} reads after it is over`);
    const tenant = setBank([this.#context.bankId]);
    if (!this.#inTransaction) return this.#context.database.flush([tenant, ...statements]);
    if (this.#session !== undefined) return (await this.#session).flush(statements);
    this.#session = this.#context.database.session();
    return (await this.#session).flush([begin, tenant, ...statements]);
  }

  #keyRow(result: unknown): KeyRow | undefined {
    const { idempotency } = this.#context;
    if (idempotency === undefined) return undefined;
    return keyRow(this.#context, idempotency, idempotencyRecord(this.#context, result, this.#refusal));
  }

  #auditStatement(): Statement {
    return insertAudit(this.#auditRow());
  }

  #auditRow(): readonly unknown[] {
    const details = this.#note;
    assert(
      details !== undefined,
      `${this.#context.origin.operationId} changes something and must be audited`,
    );
    const { bankId, clock, ids, origin } = this.#context;
    return [
      bankId,
      ids.uuid(shardOfAggregate(bankId, details.aggregateKind, details.aggregateId)),
      clock.now(),
      origin.operationId,
      details.aggregateKind,
      details.aggregateId,
      auditRecord(this.#context, details),
    ];
  }

  /** Many events use one statement: a run over hundreds of messages emits one for each. */
  #eventStatements(): readonly Statement[] {
    if (this.#events.length <= fewEvents)
      return this.#events.map((event) => insertEvent(this.#eventRow(event)));
    const { bankId, caller, clock, ids } = this.#context;
    const column = <Value>(of: (event: NewEvent) => Value): readonly Value[] => this.#events.map(of);
    return [
      insertEvents([
        bankId,
        clock.now(),
        caller.kind,
        callerId(caller),
        column(({ aggregateId, kind }) =>
          ids.uuid(shardOfAggregate(bankId, kind.aggregateKind, aggregateId)),
        ),
        column(({ kind }) => kind.name),
        column(({ kind }) => kind.version),
        column(({ kind }) => kind.source),
        column(({ kind }) => kind.aggregateKind),
        column(({ aggregateId }) => aggregateId),
        column(({ data }) => JSON.stringify(data)),
      ]),
    ];
  }

  #eventRow({ kind, aggregateId, data }: NewEvent): readonly unknown[] {
    const { bankId, caller, clock, ids } = this.#context;
    return [
      bankId,
      ids.uuid(shardOfAggregate(bankId, kind.aggregateKind, aggregateId)),
      clock.now(),
      kind.name,
      kind.version,
      kind.source,
      kind.aggregateKind,
      aggregateId,
      caller.kind,
      callerId(caller),
      JSON.stringify(data),
    ];
  }

  #inboxStatement(): readonly Statement[] {
    const { bankId, clock, inbox } = this.#context;
    if (inbox === undefined) return [];
    return [expectingRows(markDone([bankId, inbox.consumer, inbox.eventId, clock.now()]), 1)];
  }
}
