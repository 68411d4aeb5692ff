import { identityProblems, probeContact } from '#capabilities/identity/index.ts';
import {
  changeOwnData,
  checkOwnData,
  type LockedProfile,
  lockProfile,
  type OwnChange,
} from '#capabilities/party/index.ts';
import { lockName } from '#platform/db/named-lock.ts';
import type { Problem } from '#platform/kernel/problem.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { AuditDetails } from '#platform/work/audit.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type ChangeRequestKind, stateAt } from '../../domain/change-request.ts';
import { dataUpdated } from '../../events/own-data-events.ts';
import type { ClientPorts } from '../../ports/client-ports.ts';
import { problems } from '../../problems.ts';
import {
  type AppliedContact,
  applyContact,
  applyRequestEvent,
  contactOf,
  createRequest,
  verifyRequestCode,
} from '../../steps/change-requests.ts';
import type { Client } from '../../steps/client.ts';
import { clientOf, loadClientRows } from '../../steps/load-client.ts';
import { type OwnClient, ownClient, partyContext } from '../../steps/own-client.ts';
import { requireChangeable, type ShownClient, shownClient } from '../../steps/shown-client.ts';
import { type ChangeRequest, lockOpenRequests } from '../../store/change-requests.store.ts';

type Ctx = Context & ClientPorts;
type ReviewedKind = Exclude<ChangeRequestKind, 'email' | 'mobile-phone'>;

/** Changes by what they need: nothing, a review, or a code. */
export interface SecureChanges {
  readonly applied: readonly OwnChange[];
  readonly reviewed: { readonly [Kind in ReviewedKind]?: OwnChange };
  /** Proves a new surname. */
  readonly documentUrl: string | undefined;
  readonly phone: string | undefined;
  /** With the code of a request. */
  readonly email:
    | { readonly value: string; readonly changeRequestId: string; readonly code: string }
    | undefined;
}

export interface SecureUpdate {
  readonly isCurrent: (client: Client) => boolean;
  readonly changesOf: (client: Client) => SecureChanges;
}

/** The client, and the requests that wait for a proof or a review. */
export interface SecureUpdated extends ShownClient {
  readonly requests: readonly ChangeRequest[];
}

/**
 * Changes own data that needs strong authentication, in one transaction: what can be applied is, the rest becomes change
 * requests. A wrong code, or a number of another user, is counted and changes nothing else.
 */
export async function secureUpdateClient(ctx: Ctx, command: SecureUpdate): Promise<SecureUpdated> {
  const { bankId } = ctx;
  return runCommand(ctx, async (work) => {
    const own = await ownClient(ctx, work);
    const { customerNumber } = own;
    await lockName(work, 'client', bankId, customerNumber);
    const locked = await lockProfile(partyContext(ctx, own), work, customerNumber);
    const rows = await loadClientRows(ctx, work, own);
    const before = clientOf(ctx, rows);
    if (!command.isCurrent(before)) throw standardProblems['precondition-failed']();
    refuseRestricted(before);
    const changes = command.changesOf(before);
    const open = await openRequests(ctx, work, customerNumber);
    const requested = requestedBy(changes);
    if (open.some(({ kind }) => requested.some((one) => one.kind === kind)))
      throw problems['change-request-pending']();
    checkReviewed(ctx, own, locked, changes);
    const proof = await proveContacts(ctx, work, { own, changes, open });
    if (proof.kind === 'refused') {
      work.audit({ ...noChange(customerNumber), problem: proof.problem.literal });
      work.rejectAfterCommit(proof.problem);
      return { ...shownClient(ctx, rows, own), requests: [] };
    }
    const requests = await Promise.all(requested.map((one) => createRequest(ctx, work, own, one)));
    const { email } = proof;
    const profile = apply(ctx, work, { own, locked, changes, email, requests });
    const after = {
      ...rows,
      profile,
      user: email === undefined ? rows.user : withEmail(rows.user, email),
      requests: [...requests, ...rows.requests.map((one) => newestOf(one, email))],
    };
    return { ...shownClient(ctx, after, own), requests };
  });
}

interface AppliedChanges {
  readonly own: OwnClient;
  readonly locked: LockedProfile;
  readonly changes: SecureChanges;
  readonly email: AppliedContact | undefined;
  readonly requests: readonly ChangeRequest[];
}

/** Applies what needs no further proof, and audits the command. Returns the record afterwards. */
function apply(ctx: Ctx, work: Work, applied: AppliedChanges): LockedProfile['profile'] {
  const { changes, email, locked, own, requests } = applied;
  const { customerNumber } = own;
  const now = [...changes.applied, ...(email === undefined ? [] : [email.change])];
  if (now.length === 0) {
    audit(work, noChange(customerNumber), { email, requests });
    return locked.profile;
  }
  const changed = changeOwnData(partyContext(ctx, own), work, locked, { changes: now });
  work.emit(dataUpdated(customerNumber));
  audit(work, changed.audit, { email, requests });
  return changed.profile;
}

/** A request as it is after this command. */
function newestOf(request: ChangeRequest, email: AppliedContact | undefined): ChangeRequest {
  return request.changeRequestId === email?.request.changeRequestId ? email.request : request;
}

function audit(
  work: Work,
  details: AuditDetails,
  {
    email,
    requests,
  }: { readonly email: AppliedContact | undefined; readonly requests: readonly ChangeRequest[] },
): void {
  const created = requests.map(({ kind }) => ({ field: `change-request-${kind}`, after: 'created' }));
  work.audit({ ...details, changes: [...details.changes, ...(email?.audited ?? []), ...created] });
}

/** A person who has died is restricted as well: SPEC 4.3 has one literal. */
function refuseRestricted(client: Client): void {
  if (client.profile.isDeceased) throw problems['client-restricted']();
  requireChangeable(client);
}

function noChange(aggregateId: string): AuditDetails {
  return { aggregateKind: 'party', aggregateId, changes: [] };
}

/** Locks the open requests; those whose time is over are ended here, so that another can take their place. */
async function openRequests(ctx: Ctx, work: Work, customerNumber: string): Promise<readonly ChangeRequest[]> {
  const all = await lockOpenRequests(work, { bankId: ctx.bankId, customerNumber });
  const now = ctx.clock.now();
  const isOver = (request: ChangeRequest): boolean => stateAt(request, now) === 'expired';
  for (const request of all)
    if (isOver(request)) applyRequestEvent(ctx, work, { request, event: 'time-over' });
  return all.filter((request) => !isOver(request));
}

function requestedBy({ documentUrl, phone, reviewed }: SecureChanges): readonly {
  readonly kind: ChangeRequestKind;
  readonly value: unknown;
}[] {
  const review = (
    kind: ReviewedKind,
  ): readonly { readonly kind: ReviewedKind; readonly value: unknown }[] => {
    const change = reviewed[kind];
    return change === undefined ? [] : [{ kind, value: { change, documentUrl } }];
  };
  return [
    ...(phone === undefined ? [] : [{ kind: 'mobile-phone', value: phone } as const]),
    ...review('legal-address'),
    ...review('surname'),
    ...review('tax-residency'),
    ...review('id-document'),
  ];
}

/** A change that the rules of the party refuse would be refused after the review as well. */
function checkReviewed(
  ctx: Ctx,
  own: OwnClient,
  locked: LockedProfile,
  { documentUrl, reviewed }: SecureChanges,
): void {
  const { surname } = reviewed;
  if (surname !== undefined && documentUrl === undefined) throw problems['document-required']();
  const changes = Object.values(reviewed).filter((change) => change !== undefined);
  checkOwnData(partyContext(ctx, own), locked, { changes, documentUrl });
}

/** Counts a request for a number, because the response shows whether another user has it. */
async function refuseContact(
  ctx: Ctx,
  work: Work,
  { customer: { userId } }: OwnClient,
  { phone }: SecureChanges,
): Promise<Problem | undefined> {
  if (phone === undefined) return undefined;
  const contact = { kind: 'phone', value: phone, userId } as const;
  const isTaken = (await probeContact({ ...ctx, ...ctx.identity }, work, contact)) === 'taken';
  return isTaken ? identityProblems['phone-number-already-used']() : undefined;
}

type ContactProof =
  | { readonly kind: 'proven'; readonly email: AppliedContact | undefined }
  | { readonly kind: 'refused'; readonly problem: Problem };

interface ProvenContacts {
  readonly own: OwnClient;
  readonly changes: SecureChanges;
  readonly open: readonly ChangeRequest[];
}

/** Checks a new number and the code of a new address. A refusal is saved, because it is counted. */
async function proveContacts(
  ctx: Ctx,
  work: Work,
  { changes, open, own }: ProvenContacts,
): Promise<ContactProof> {
  const problem = await refuseContact(ctx, work, own, changes);
  if (problem !== undefined) return { kind: 'refused', problem };
  const { email } = changes;
  return email === undefined ? { kind: 'proven', email } : confirmEmail(ctx, work, { email, open });
}

async function confirmEmail(
  ctx: Ctx,
  work: Work,
  {
    email,
    open,
  }: { readonly email: NonNullable<SecureChanges['email']>; readonly open: readonly ChangeRequest[] },
): Promise<ContactProof> {
  const { changeRequestId, code, value } = email;
  const request = open.find((one) => one.changeRequestId === changeRequestId && one.kind === 'email');
  if (request?.state !== 'code-sent' || contactOf(ctx, request).toLowerCase() !== value.toLowerCase())
    return { kind: 'refused', problem: problems['code-not-valid']() };
  const verdict = await verifyRequestCode(ctx, work, { request, code });
  if (verdict.kind === 'right') return { kind: 'proven', email: await applyContact(ctx, work, request) };
  const { attemptsLeft } = verdict;
  return { kind: 'refused', problem: problems['code-not-valid']({ details: { attemptsLeft } }) };
}

function withEmail<User extends { readonly version: bigint }>(user: User, { change }: AppliedContact): User {
  const value = change.kind === 'contact' ? change.value : '';
  return { ...user, email: { value, isVerified: true }, version: user.version + 1n };
}
