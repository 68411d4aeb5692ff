import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { HotpState } from '../domain/oath/hotp.ts';
import type { RememberedResync } from '../domain/oath/outcome.ts';
import type { Lean, TotpState } from '../domain/oath/totp.ts';
import type { OathTokenTable } from './tables.generated.ts';
import { rawQuery, tables } from './tables.ts';

/** A token and its counter or clock state. */
export interface OathToken {
  readonly tokenId: string;
  readonly userId: string | undefined;
  readonly deviceId: string | undefined;
  /** Of a hardware token. */
  readonly serial: string | undefined;
  readonly kind: 'totp' | 'hotp' | 'ocra';
  /** `sha1`, `sha256`, `sha512`; for OCRA the whole suite. */
  readonly suite: string;
  readonly digits: number;
  readonly stepSeconds: number;
  readonly sealedSeed: Buffer;
  readonly status: string;
  readonly hotp: HotpState;
  readonly totp: TotpState;
}

function tokenOf(row: OathTokenTable): OathToken {
  const resync = resyncIn(row);
  const counter = row.counter === null ? undefined : Number(row.counter);
  return {
    tokenId: row.token_id,
    userId: row.user_id ?? undefined,
    deviceId: row.device_id ?? undefined,
    serial: row.serial ?? undefined,
    kind: kindOf(row.kind),
    suite: row.suite,
    digits: row.digits,
    stepSeconds: row.step_seconds,
    sealedSeed: row.sealed_seed,
    status: row.status,
    hotp: { next: counter ?? 0, resync },
    totp: { lastStep: counter, drift: row.drift, lean: leanOf(row.lean), resync },
  };
}

function resyncIn({ resync_counter, resync_until }: OathTokenTable): RememberedResync | undefined {
  if (resync_counter === null || resync_until === null) return undefined;
  return { counter: Number(resync_counter), until: resync_until };
}

function kindOf(kind: string): OathToken['kind'] {
  if (kind === 'totp' || kind === 'hotp') return kind;
  return 'ocra';
}

function leanOf(value: number): Lean {
  if (value === 0) return 0;
  return value < 0 ? -1 : 1;
}

interface TokenCriteria {
  readonly bankId: string;
  readonly userId: string;
  readonly statuses: readonly string[];
}

const find = statement<TokenCriteria>()(({ bankId, statuses, userId }) =>
  rawQuery(sql<OathTokenTable>`
    select * from "authorization".oath_token
     where bank_id = ${bankId} and user_id = ${userId} and status = any(${statuses}::text[])
     order by token_id`),
);

/** Lists the tokens of a user, always in the same order. */
export async function listTokens(db: Reader, criteria: TokenCriteria): Promise<readonly OathToken[]> {
  return (await db.rows(find(criteria))).map(tokenOf);
}

const lock = statement<TokenCriteria>('lock')(({ bankId, statuses, userId }) =>
  rawQuery(sql<OathTokenTable>`
    select * from "authorization".oath_token
     where bank_id = ${bankId} and user_id = ${userId} and status = any(${statuses}::text[])
     order by token_id for update`),
);

/** Locks and returns the tokens of a user: concurrent codes are verified one after the other. */
export async function lockTokens(work: Writer, criteria: TokenCriteria): Promise<readonly OathToken[]> {
  return (await work.lockAll(lock(criteria))).map(tokenOf);
}

/** State of a token after a verification. */
export interface TokenUpdate {
  readonly bankId: string;
  readonly tokenId: string;
  readonly counter: number | undefined;
  readonly drift: number;
  readonly lean: number;
  readonly resyncCounter: number | undefined;
  readonly resyncUntil: Temporal.Instant | undefined;
  readonly now: Temporal.Instant;
}

const update = statement<TokenUpdate>('write')((row) =>
  rawQuery(sql`
    update "authorization".oath_token
       set counter = ${row.counter}, drift = ${row.drift}, lean = ${row.lean}, resync_counter = ${row.resyncCounter},
           resync_until = ${row.resyncUntil}, row_version = row_version + 1, modified_at = ${row.now}
     where bank_id = ${row.bankId} and token_id = ${row.tokenId}`),
);

export function updateToken(work: Writer, tokenUpdate: TokenUpdate): void {
  work.write(update(tokenUpdate));
}

interface Success {
  readonly bankId: string;
  readonly tokenId: string;
  readonly clientId: string;
  /** Null: the success may prove something later. */
  readonly consumedAt: Temporal.Instant | null;
  readonly now: Temporal.Instant;
}

const succeed = statement<Success>('write')(({ bankId, clientId, consumedAt, now, tokenId }) =>
  rawQuery(sql`
    update "authorization".oath_token
       set status = 'active', last_success_at = ${now}, last_success_client = ${clientId},
           proof_consumed_at = ${consumedAt}::timestamptz
     where bank_id = ${bankId} and token_id = ${tokenId}`),
);

/** Records a success as proof for the client; the first one also confirms a new token. */
export function markSuccess(work: Writer, success: Success): void {
  work.write(succeed(success));
}

/** A token to insert: from a delivery, or created for a device. */
export interface NewToken {
  readonly bankId: string;
  readonly tokenId: string;
  readonly userId: string | undefined;
  readonly deviceId: string | undefined;
  readonly serial: string | undefined;
  readonly kind: OathToken['kind'];
  readonly suite: string;
  readonly digits: number;
  readonly stepSeconds: number;
  readonly sealedSeed: Buffer;
  readonly status: 'stock' | 'awaiting-confirmation' | 'active';
  readonly counter: number | undefined;
  readonly drift: number;
  readonly now: Temporal.Instant;
}

const insert = statement<NewToken>('write')((row) =>
  rawQuery(sql`
    insert into "authorization".oath_token (bank_id, token_id, user_id, device_id, serial, kind, suite, digits,
      step_seconds, sealed_seed, status, counter, drift, lean, row_version, created_at, modified_at)
    values (${row.bankId}, ${row.tokenId}, ${row.userId}, ${row.deviceId}, ${row.serial}, ${row.kind}, ${row.suite},
      ${row.digits}, ${row.stepSeconds}, ${row.sealedSeed}, ${row.status}, ${row.counter}, ${row.drift}, 0, 1,
      ${row.now}, ${row.now})`),
);

export function insertToken(work: Writer, token: NewToken): void {
  work.write(insert(token));
}

const findSerials = statement<{ readonly bankId: string; readonly serials: readonly string[] }>()(
  ({ bankId, serials }) =>
    tables
      .selectFrom('oath_token')
      .select('serial')
      .where('bank_id', '=', bankId)
      .where(sql<boolean>`serial = any(${serials}::text[])`),
);

/** Lists the existing ones of these serial numbers. */
export async function listKnownSerials(
  db: Reader,
  criteria: { readonly bankId: string; readonly serials: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db.rows(findSerials(criteria));
  return new Set(rows.flatMap(({ serial }) => (serial === null ? [] : [serial])));
}

const lockSerial = statement<{ readonly bankId: string; readonly serial: string }>('lock')(
  ({ bankId, serial }) =>
    tables
      .selectFrom('oath_token')
      .selectAll()
      .where('bank_id', '=', bankId)
      .where('serial', '=', serial)
      .forUpdate(),
);

const bySerial = statement<{ readonly bankId: string; readonly serial: string }>()(({ bankId, serial }) =>
  tables.selectFrom('oath_token').selectAll().where('bank_id', '=', bankId).where('serial', '=', serial),
);

export async function findBySerial(
  db: Reader,
  criteria: { readonly bankId: string; readonly serial: string },
): Promise<OathToken | undefined> {
  const row = await db.first(bySerial(criteria));
  return row && tokenOf(row);
}

export async function lockBySerial(
  work: Writer,
  criteria: { readonly bankId: string; readonly serial: string },
): Promise<OathToken | undefined> {
  const row = await work.lock(lockSerial(criteria));
  return row && tokenOf(row);
}

interface TokenChange {
  readonly bankId: string;
  readonly tokenId: string;
  readonly userId: string | undefined;
  readonly status: 'active' | 'blocked' | 'ended';
  readonly now: Temporal.Instant;
}

const assign = statement<TokenChange>('write')(({ bankId, now, status, tokenId, userId }) =>
  rawQuery(sql`
    update "authorization".oath_token
       set user_id = coalesce(${userId}, user_id), status = ${status}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and token_id = ${tokenId}`),
);

/** Assigns or ends a token. */
export function updateTokenAssignment(work: Writer, change: TokenChange): void {
  work.write(assign(change));
}

const destroy = statement<{ readonly bankId: string; readonly tokenId: string }>('write')(
  ({ bankId, tokenId }) =>
    rawQuery(sql`
    update "authorization".oath_token set sealed_seed = '' where bank_id = ${bankId} and token_id = ${tokenId}`),
);

/** Destroys the seed of an ended token: no code of it can be computed any more. */
export function destroySeed(work: Writer, key: { readonly bankId: string; readonly tokenId: string }): void {
  work.write(destroy(key));
}

interface OfDevice {
  readonly bankId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly now: Temporal.Instant;
}

const activate = statement<OfDevice>('write')(({ bankId, deviceId, now, userId }) =>
  rawQuery(sql`
    update "authorization".oath_token
       set status = 'active', row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and user_id = ${userId} and device_id = ${deviceId}
       and status = 'awaiting-confirmation'`),
);

/** Activates the tokens of a device whose pairing is confirmed. */
export function activateDeviceTokens(work: Writer, device: OfDevice): void {
  work.write(activate(device));
}

interface SeedPage {
  readonly bankId: string;
  readonly after: string | undefined;
  readonly listMax: number;
}

const sealedSeeds = statement<Omit<SeedPage, 'after'> & { readonly after: string | null }>()(
  ({ after, bankId, listMax }) =>
    rawQuery(sql<Pick<OathTokenTable, 'token_id' | 'serial' | 'sealed_seed'>>`
      select token_id, serial, sealed_seed from "authorization".oath_token
       where bank_id = ${bankId} and serial is not null and (${after}::uuid is null or token_id > ${after}::uuid)
       order by token_id limit ${listMax}`),
);

/** Lists a page of the encrypted seeds of deliveries, in the order of token ids. */
export async function listSealedSeeds(
  db: Reader,
  { after, ...page }: SeedPage,
): Promise<
  readonly { readonly tokenId: string; readonly serial: string | null; readonly sealedSeed: Buffer }[]
> {
  const rows = await db.rows(sealedSeeds({ ...page, after: after ?? null }));
  return rows.map(({ sealed_seed, serial, token_id }) => ({
    tokenId: token_id,
    serial,
    sealedSeed: sealed_seed,
  }));
}
