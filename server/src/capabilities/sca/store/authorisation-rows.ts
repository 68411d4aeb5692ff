import type { Selectable } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { omitUndefined } from '#platform/kernel/members.ts';
import { type Authorisation, type Failure, failures } from '../domain/authorisation.ts';
import { type Deadlines, endOf } from '../domain/deadlines.ts';
import type { AuthorisationDetails } from '../domain/details.ts';
import { type ExemptionKind, exemptionKinds } from '../domain/exemptions.ts';
import { type Approach, approaches, isFinal, type ScaStatus, scaStatuses } from '../domain/status.ts';
import { type SubjectKind, type SubjectRef, subjectKinds } from '../domain/subject.ts';
import type { ScaVault } from './sca-vault.ts';
import type { AuthorisationTable } from './tables.generated.ts';

type Row = Selectable<AuthorisationTable>;

/** A stored authorisation. */
export interface StoredAuthorisation extends Authorisation, Deadlines {
  readonly authorisationId: string;
  readonly subject: SubjectRef;
  /** The third party that asks. */
  readonly organisationId: string;
  readonly userId: string | undefined;
  /** The customer whose device was asked, or a keyed hash of a name that no user has. */
  readonly askedCustomer: string | undefined;
  readonly details: AuthorisationDetails;
  readonly handleHash: Buffer | undefined;
  readonly confirmationHash: Buffer | undefined;
  readonly createdAt: Temporal.Instant;
  readonly rowVersion: bigint;
}

/** An authorisation that is saved. */
export interface SavedAuthorisation {
  readonly bankId: string;
  readonly authorisation: StoredAuthorisation;
  readonly now: Temporal.Instant;
}

/** Returns the row of an authorisation; what names the customer is sealed. */
export function toRow(
  vault: ScaVault,
  { authorisation, bankId, now }: SavedAuthorisation,
): AuthorisationTable {
  const { authorisationId, details, subject } = authorisation;
  return {
    bank_id: bankId,
    authorisation_id: authorisationId,
    subject_kind: subject.kind,
    subject_id: subject.id,
    organisation_id: authorisation.organisationId,
    approach: authorisation.approach,
    status: authorisation.status,
    failure: authorisation.failure ?? null,
    exemption: authorisation.exemption ?? null,
    user_id: authorisation.userId ?? null,
    asked_customer: authorisation.askedCustomer ?? null,
    device_request_id: details.awaited?.kind === 'device' ? details.awaited.requestId : null,
    wrong_passwords: authorisation.wrongPasswords,
    wrong_codes: authorisation.wrongCodes,
    sealed_details: vault.sealDetails(bankId, authorisationId, details),
    handle_hash: authorisation.handleHash ?? null,
    confirmation_hash: authorisation.confirmationHash ?? null,
    ...timesOf(authorisation, now),
    row_version: authorisation.rowVersion,
    created_at: authorisation.createdAt,
    modified_at: now,
  };
}

function timesOf(
  authorisation: StoredAuthorisation,
  now: Temporal.Instant,
): Pick<
  AuthorisationTable,
  'expires_at' | 'link_expires_at' | 'arrived_at' | 'active_at' | 'asked_at' | 'ends_at' | 'ended_at'
> {
  return {
    expires_at: authorisation.expiresAt,
    link_expires_at: authorisation.linkExpiresAt ?? null,
    arrived_at: authorisation.arrivedAt ?? null,
    active_at: authorisation.activeAt ?? null,
    asked_at: authorisation.askedAt ?? null,
    ends_at: endOf(authorisation) ?? null,
    ended_at: isFinal(authorisation.status) ? now : null,
  };
}

/** Reads a row. */
export function toStored(row: Row, vault: ScaVault): StoredAuthorisation {
  return {
    authorisationId: row.authorisation_id,
    subject: { kind: oneOf<SubjectKind>(subjectKinds, row.subject_kind), id: row.subject_id },
    organisationId: row.organisation_id,
    approach: oneOf<Approach>(approaches, row.approach),
    status: oneOf<ScaStatus>(scaStatuses, row.status),
    ...outcomeIn(row),
    userId: row.user_id ?? undefined,
    askedCustomer: row.asked_customer ?? undefined,
    wrongPasswords: row.wrong_passwords,
    wrongCodes: row.wrong_codes,
    details: vault.openDetails(row.bank_id, row.authorisation_id, row.sealed_details),
    handleHash: row.handle_hash ?? undefined,
    confirmationHash: row.confirmation_hash ?? undefined,
    ...deadlinesIn(row),
    createdAt: row.created_at,
    rowVersion: row.row_version,
  };
}

function outcomeIn({ exemption, failure }: Row): Pick<Authorisation, 'exemption' | 'failure'> {
  return omitUndefined({
    failure: failure === null ? undefined : oneOf<Failure>(failures, failure),
    exemption: exemption === null ? undefined : oneOf<ExemptionKind>(exemptionKinds, exemption),
  });
}

function deadlinesIn(row: Row): Deadlines {
  return {
    expiresAt: row.expires_at,
    linkExpiresAt: row.link_expires_at ?? undefined,
    arrivedAt: row.arrived_at ?? undefined,
    activeAt: row.active_at ?? undefined,
    askedAt: row.asked_at ?? undefined,
  };
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw new Error(`authorisation row has the unknown value ${text}`);
  return found;
}
