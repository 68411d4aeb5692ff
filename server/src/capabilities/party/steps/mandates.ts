import type { AuditedChange } from '#platform/work/audit.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { type MandateTerms, termsFault } from '../domain/mandates.ts';
import { partyEvent } from '../events.ts';
import type { PartyPorts } from '../ports/party-ports.ts';
import { problems } from '../problems.ts';
import { touchParties } from '../store/parties.store.ts';
import { listLiveNumbers } from '../store/party-rows.read.ts';
import { visibilityOf } from '../store/party-visibility.ts';
import { insertRelationship } from '../store/relationships.store.ts';
import type { LoadedParty } from './load-party.ts';
import { ruleContextOf } from './rule-context.ts';
import { saveParty } from './save-party.ts';

/** Who acts for whom, and which employee says so. */
export interface MandateChange {
  readonly principal: string;
  readonly proxy: string;
  /** The caller is a command, which acts for an employee. */
  readonly employeeId: string;
  readonly reason: string;
}

/** Records the terms of a mandate of a locked principal. */
export async function writeMandate(
  ctx: Context & PartyPorts,
  work: Work,
  { principal, proxy, terms }: Pick<MandateChange, 'principal' | 'proxy'> & { readonly terms: MandateTerms },
): Promise<void> {
  const { bankId, caller, clock } = ctx;
  const { nextId, today } = ruleContextOf(ctx, principal);
  if (termsFault(terms, today) !== undefined) throw problems['mandate-terms-invalid']();
  const known = await listLiveNumbers(work, { bankId, today, numbers: [proxy], ...visibilityOf(caller) });
  if (proxy === principal || !known.has(proxy)) throw problems['mandate-proxy-unknown']();
  const { validFrom, validUntil, ...mandate } = terms;
  insertRelationship(
    work,
    { bankId, now: clock.now() },
    {
      id: nextId(),
      fromParty: principal,
      toParty: proxy,
      kind: 'mandate',
      role: 'principal',
      mandate,
      validFrom,
      ...(validUntil === undefined ? {} : { validUntil }),
    },
  );
}

/**
 * Reports a change of a mandate to those who act on it, and to the audit trail. The reason is free text, which may be
 * about a person: it is encrypted with the key of the principal.
 */
export function reportMandate(
  ctx: Context & PartyPorts,
  work: Work,
  report: {
    readonly event: 'mandateGranted' | 'mandateChanged' | 'mandateEnded';
    readonly before: LoadedParty;
    readonly change: MandateChange;
    readonly changes: readonly AuditedChange[];
  },
): void {
  const { before, change, changes, event } = report;
  const { employeeId, proxy, reason } = change;
  work.emit(partyEvent(event, before.party, proxy));
  saveParty(ctx, work, {
    before,
    decision: {
      facts: before.party,
      events: [],
      audited: {
        changes: [
          { field: 'mandate-proxy', after: proxy },
          ...changes,
          { field: 'employee', after: employeeId },
        ],
        sealed: { fact: 'mandate', before: null, after: { proxy, reason } },
      },
    },
  });
  touchParties(work, { bankId: ctx.bankId, numbers: [before.party.partyNumber, proxy] });
}

/** Returns the audited terms of a mandate. */
export function auditedTerms({
  scope,
  signingGroup,
  validFrom,
  validUntil,
}: MandateTerms): readonly AuditedChange[] {
  return [
    { field: 'mandate-scope', after: scope.join(' ') },
    ...(signingGroup === undefined ? [] : [{ field: 'mandate-signing-group', after: signingGroup }]),
    { field: 'mandate-valid-from', after: validFrom },
    ...(validUntil === undefined ? [] : [{ field: 'mandate-valid-until', after: validUntil }]),
  ];
}
