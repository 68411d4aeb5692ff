import { setTimeout as pause } from 'node:timers/promises';
import type { CertificateStatus, CertificateStatuses } from '#platform/auth/certificate-statuses.ts';
import type { ClientCertificate } from '#platform/auth/client-certificates.ts';
import type { Database } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import {
  type CertificateName,
  findStatus,
  listStatusAnswers,
  type StoredStatus,
  updateSeenCertificates,
  upsertStatusRequest,
} from './statuses.store.ts';

export interface CertificateStatusCache extends CertificateStatuses {
  /** Reloads the cache and notes which certificates were used; the process repeats this every few seconds. */
  refresh(): Promise<void>;
}

interface CacheOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** How long a request waits for the worker. */
  readonly waitMs?: number;
}

interface KnownStatus extends CertificateName {
  status: 'good' | 'revoked';
  goodUntilMs: number;
  /** When use of the certificate was last noted in the database, and when it was last used. */
  notedAtMs: number;
  usedAtMs: number;
}

const waitMsDefault = 2_000;
const pollMs = 50;
/** XS2A: the last good answer counts for this long when the issuer does not respond. */
const goodForMs = 24 * 3_600_000;
/** After a wait in vain, further requests are decided at once for this long. */
const retryAfterMs = 5_000;
const noteEveryMs = 3_600_000;
/** Certificates whose status is awaited at the same time; only proven ones get here, so more is a fault or an attack. */
const waitsMax = 256;

const good: CertificateStatus = { kind: 'good' };
const revoked: CertificateStatus = { kind: 'revoked' };
const pending: CertificateStatus = { kind: 'unknown', failure: 'pending' };

/** Caches in memory what issuers say about certificates. The first use of a certificate waits for the worker. */
export function createCertificateStatusCache(options: CacheOptions): CertificateStatusCache {
  const { clock, database } = options;
  let known = new Map<string, KnownStatus>();
  const waits = new Map<string, Promise<CertificateStatus>>();
  const unknown = new Map<string, { readonly status: CertificateStatus; readonly untilMs: number }>();

  const nowMs = (): number => clock.now().epochMilliseconds;

  async function ask(certificate: ClientCertificate, key: string): Promise<CertificateStatus> {
    const before = await upsertStatusRequest(database, certificate, clock.now());
    const stored = await awaitAttempt(database, certificate, before, options.waitMs ?? waitMsDefault);
    const status = statusIn(stored, nowMs());
    if (status.kind === 'unknown') {
      unknown.set(key, { status, untilMs: nowMs() + retryAfterMs });
      return status;
    }
    unknown.delete(key);
    known.set(key, toKnown(certificate, stored, nowMs()));
    return status;
  }

  function wait(certificate: ClientCertificate, key: string): CertificateStatus | Promise<CertificateStatus> {
    const recent = unknown.get(key);
    if (recent !== undefined && nowMs() < recent.untilMs) return recent.status;
    const running = waits.get(key);
    if (running !== undefined) return running;
    if (waits.size >= waitsMax) return pending;
    const asking = ask(certificate, key).finally(() => waits.delete(key));
    waits.set(key, asking);
    return asking;
  }

  return {
    statusOf(certificate) {
      const key = keyOf(certificate);
      const found = known.get(key);
      if (found === undefined) return wait(certificate, key);
      const atMs = nowMs();
      found.usedAtMs = atMs;
      if (found.status === 'revoked') return revoked;
      return atMs <= found.goodUntilMs ? good : wait(certificate, key);
    },
    async refresh() {
      const atMs = nowMs();
      const answers = await listStatusAnswers(database);
      const next = new Map<string, KnownStatus>();
      for (const answer of answers) {
        const key = keyOf(answer);
        const old = known.get(key);
        next.set(key, { ...toKnown(answer, answer, atMs), ...(old && usesOf(old)) });
      }
      known = next;
      for (const [key, { untilMs }] of unknown) if (untilMs < atMs || known.has(key)) unknown.delete(key);
      await noteUses([...known.values()], { database, clock });
    },
  };
}

function keyOf({ issuer, serialNumber }: CertificateName): string {
  return `${serialNumber} ${issuer}`;
}

function usesOf({ notedAtMs, usedAtMs }: KnownStatus): Pick<KnownStatus, 'notedAtMs' | 'usedAtMs'> {
  return { notedAtMs, usedAtMs };
}

function toKnown(
  { issuer, serialNumber }: CertificateName,
  stored: Pick<StoredStatus, 'answeredAt' | 'status'> | undefined,
  atMs: number,
): KnownStatus {
  return {
    issuer,
    serialNumber,
    status: stored?.status ?? 'good',
    goodUntilMs: (stored?.answeredAt?.epochMilliseconds ?? 0) + goodForMs,
    notedAtMs: atMs,
    usedAtMs: 0,
  };
}

function statusIn(stored: StoredStatus | undefined, atMs: number): CertificateStatus {
  if (stored === undefined) return pending;
  const { answeredAt, failure, status } = stored;
  if (status === 'revoked') return revoked;
  const isGood = answeredAt !== undefined && atMs <= answeredAt.epochMilliseconds + goodForMs;
  if (isGood) return good;
  return failure === undefined ? pending : { kind: 'unknown', failure };
}

/** Reads the row until the worker has asked once more, or the time is over. */
async function awaitAttempt(
  database: Database,
  name: CertificateName,
  before: number,
  waitMs: number,
): Promise<StoredStatus | undefined> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const stored = await findStatus(database, name);
    if (performance.now() >= endMs || (stored?.attempts ?? 0) > before) return stored;
    await pause(pollMs);
  }
}

async function noteUses(
  entries: readonly KnownStatus[],
  { clock, database }: Pick<CacheOptions, 'clock' | 'database'>,
): Promise<void> {
  const used = entries.filter(({ notedAtMs, usedAtMs }) => usedAtMs > notedAtMs + noteEveryMs);
  if (used.length === 0) return;
  const now = clock.now();
  await updateSeenCertificates(database, used, now);
  for (const entry of used) entry.notedAtMs = now.epochMilliseconds;
}
