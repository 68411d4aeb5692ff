import type { Temporal } from 'temporal-polyfill';
import type { StatusFailure } from '#platform/auth/certificate-statuses.ts';
import type { ClientCertificate } from '#platform/auth/client-certificates.ts';
import type { Database } from '#platform/db/database.ts';
import { plainStatement } from '#platform/db/statement.ts';
import type { StatusAnswer, StatusSubject } from './status-answer.ts';

/** Issuer and serial number, in the form of `DatedCertificate`. */
export interface CertificateName {
  readonly issuer: string;
  readonly serialNumber: string;
}

/** What is stored about one certificate. */
export interface StoredStatus {
  readonly status: 'good' | 'revoked' | undefined;
  readonly answeredAt: Temporal.Instant | undefined;
  /** How often the worker has asked. */
  readonly attempts: number;
  readonly failure: StatusFailure | undefined;
}

interface StatusRow {
  readonly status: 'good' | 'revoked' | null;
  readonly answered_at: Temporal.Instant | null;
  readonly attempts: number;
  readonly failure: StatusFailure | null;
}

interface NameRow {
  readonly issuer: string;
  readonly serial_number: string;
}

const listAnswers = plainStatement<
  NameRow & { readonly status: 'good' | 'revoked'; readonly answered_at: Temporal.Instant }
>(
  `select issuer, serial_number, status, answered_at from platform.certificate_status
    where status is not null and answered_at is not null`,
);

/** Returns every answer that is stored. */
export async function listStatusAnswers(
  database: Database,
): Promise<readonly (CertificateName & Required<Pick<StoredStatus, 'answeredAt' | 'status'>>)[]> {
  const rows = await database.query(listAnswers([]));
  return rows.map((row) => ({
    issuer: row.issuer,
    serialNumber: row.serial_number,
    status: row.status,
    answeredAt: row.answered_at,
  }));
}

// An attempt that has just begun or failed is not repeated for every request.
const upsertRequest = plainStatement<{ readonly attempts: number }>(
  `insert into platform.certificate_status as s
          (issuer, serial_number, certificate, issuer_certificate, seen_at, due_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict on constraint certificate_status_pkey do update
      set seen_at = excluded.seen_at,
          due_at = case when s.attempted_at > excluded.seen_at - interval '5 seconds' then s.due_at
                        else least(s.due_at, excluded.due_at) end
   returning attempts`,
  'write',
);

/** Requests the status of a certificate from the worker; returns how often it has asked before. */
export async function upsertStatusRequest(
  database: Database,
  certificate: ClientCertificate,
  now: Temporal.Instant,
): Promise<number> {
  const { der, issuer, issuerDer, serialNumber } = certificate;
  const [row] = await database.execute(upsertRequest([issuer, serialNumber, der, issuerDer, now.toString()]));
  return row?.attempts ?? 0;
}

const find = plainStatement<StatusRow>(
  `select status, answered_at, attempts, failure from platform.certificate_status
    where issuer = $1 and serial_number = $2`,
);

export async function findStatus(
  database: Database,
  { issuer, serialNumber }: CertificateName,
): Promise<StoredStatus | undefined> {
  const [row] = await database.query(find([issuer, serialNumber]));
  return (
    row && {
      status: row.status ?? undefined,
      answeredAt: row.answered_at ?? undefined,
      attempts: row.attempts,
      failure: row.failure ?? undefined,
    }
  );
}

const updateSeen = plainStatement(
  `update platform.certificate_status s set seen_at = $1
     from unnest($2::text[], $3::text[]) as seen (issuer, serial_number)
    where s.issuer = seen.issuer and s.serial_number = seen.serial_number`,
  'write',
);

/** Notes that third parties still use these certificates, so that their status is kept current. */
export async function updateSeenCertificates(
  database: Database,
  names: readonly CertificateName[],
  now: Temporal.Instant,
): Promise<void> {
  const issuers = names.map(({ issuer }) => issuer);
  await database.execute(
    updateSeen([now.toString(), issuers, names.map(({ serialNumber }) => serialNumber)]),
  );
}

/** A certificate whose status the worker asks for now. */
export interface DueStatus extends CertificateName {
  readonly subject: StatusSubject;
  /** Attempts that have failed since the last answer. */
  readonly failures: number;
}

// Other workers skip what one has taken; if it dies, the certificate is due again at the end of the lease.
const takeDue = plainStatement<
  NameRow & { readonly certificate: Buffer; readonly issuer_certificate: Buffer; readonly failures: number }
>(
  `update platform.certificate_status s set attempted_at = $1, due_at = $2
     from (select issuer, serial_number from platform.certificate_status
            where due_at <= $1 and seen_at > $3 and issuer <> all($5::text[])
            order by due_at limit $4 for update skip locked) due
    where s.issuer = due.issuer and s.serial_number = due.serial_number
   returning s.issuer, s.serial_number, s.certificate, s.issuer_certificate, s.failures`,
  'write',
);

interface Taking {
  readonly now: Temporal.Instant;
  readonly leasedUntil: Temporal.Instant;
  readonly seenAfter: Temporal.Instant;
  readonly max: number;
  /** Issuers whose certificates stay due. */
  readonly otherThan: readonly string[];
}

/** Takes the certificates that are due. */
export async function takeDueStatuses(database: Database, taking: Taking): Promise<readonly DueStatus[]> {
  const { leasedUntil, max, now, otherThan, seenAfter } = taking;
  const rows = await database.execute(
    takeDue([now.toString(), leasedUntil.toString(), seenAfter.toString(), max, otherThan]),
  );
  return rows.map((row) => ({
    issuer: row.issuer,
    serialNumber: row.serial_number,
    subject: { certificate: row.certificate, issuer: row.issuer_certificate },
    failures: row.failures,
  }));
}

// Plain http: an older good answer could be sent again. Only a revocation may be older than what is stored, and it
// leaves the time: otherwise a good answer from between the two would count again.
const updateAnswer = plainStatement<{ readonly attempts: number }>(
  `update platform.certificate_status
      set status = $3, source = $4, this_update = greatest(this_update, $5), next_update = $6, revoked_at = $7, answered_at = $8,
          due_at = $9, attempts = attempts + 1, failures = 0, failure = null
    where issuer = $1 and serial_number = $2 and (this_update is null or this_update <= $5 or $3 = 'revoked')
   returning attempts`,
  'write',
);

/** Stores an answer. Returns false, and stores nothing, if a newer one is stored. */
export async function updateStatusAnswer(
  database: Database,
  { issuer, serialNumber }: CertificateName,
  answer: StatusAnswer,
  { answeredAt, dueAt }: { readonly answeredAt: Temporal.Instant; readonly dueAt: Temporal.Instant },
): Promise<boolean> {
  const rows = await database.execute(
    updateAnswer([
      issuer,
      serialNumber,
      answer.status,
      answer.source,
      answer.thisUpdate.toString(),
      answer.nextUpdate?.toString() ?? null,
      answer.revokedAt?.toString() ?? null,
      answeredAt.toString(),
      dueAt.toString(),
    ]),
  );
  return rows.length === 1;
}

const updateFailure = plainStatement(
  `update platform.certificate_status
      set failure = $3, due_at = $4, attempts = attempts + 1, failures = failures + 1
    where issuer = $1 and serial_number = $2`,
  'write',
);

/** Stores why there is no answer; the last one stays. */
export async function updateStatusFailure(
  database: Database,
  { issuer, serialNumber }: CertificateName,
  { dueAt, failure }: { readonly failure: StatusFailure; readonly dueAt: Temporal.Instant },
): Promise<void> {
  await database.execute(updateFailure([issuer, serialNumber, failure, dueAt.toString()]));
}

const deleteUnseen = plainStatement('delete from platform.certificate_status where seen_at < $1', 'write');

/** Deletes what is stored about certificates that are no longer used. */
export async function deleteUnseenStatuses(database: Database, before: Temporal.Instant): Promise<void> {
  await database.execute(deleteUnseen([before.toString()]));
}
