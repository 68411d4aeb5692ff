import type { Temporal } from 'temporal-polyfill';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { decideSigningChange } from '../operations/signing-rules/decide-signing-change.ts';
import { proposeSigningChange } from '../operations/signing-rules/propose-signing-change.ts';
import type { AuthorizationTestApp } from './authorization-test-app.suite.ts';
import { saveSigningGroup } from './signing-changes.suite.ts';

/** An event about a party or a user. */
export function eventAbout(app: AuthorizationTestApp, name: string, aggregateId: string): DeliveredEvent {
  return {
    id: '019c0000-0000-7000-8000-000000000001',
    name,
    version: 1,
    occurredAt: app.clock.now().toString(),
    aggregateKind: name.startsWith('user') ? 'user' : 'party',
    aggregateId,
    sequence: 1,
    data: {},
  };
}

interface OfAbsence {
  readonly owner: string;
  readonly userId: string;
  readonly delegateId: string;
  readonly reason: string;
}

/** Records an absence of two hours for a reason, and proposes to end it for the same reason. */
export async function explainedAbsence(
  app: AuthorizationTestApp,
  { delegateId, owner, reason, userId }: OfAbsence,
): Promise<void> {
  const from: Temporal.Instant = app.clock.now();
  const said = { owner, reason, employeeId: 'e-1', knownStaff: [] };
  const content = { kind: 'absence', userId, delegateId, from, until: from.add({ hours: 2 }) } as const;
  const proposed = await proposeSigningChange(app.context(), { ...said, content });
  if (proposed.kind !== 'proposed') throw new Error(proposed.kind);
  const { changeId } = proposed;
  await decideSigningChange(app.context(), { changeId, verdict: 'approve', employeeId: 'e-2' });
  const end = { kind: 'absence-end', absenceId: changeId } as const;
  await proposeSigningChange(app.context(), { ...said, content: end });
}

/** Gives an owner a group with these members in turn: at the end, the last one is its only member. */
export async function formerMembers(
  app: AuthorizationTestApp,
  owner: string,
  userIds: readonly string[],
): Promise<void> {
  for (const userId of userIds) {
    app.clock.advance({ minutes: 1 });
    const members = [{ userId, validFrom: app.clock.now(), validUntil: undefined }];
    await saveSigningGroup(app.context(), { owner, groupId: 'board', members });
  }
}

/** All rows of the history of signing rules, as texts by their table. */
export async function signingHistory(
  app: AuthorizationTestApp,
  owner: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = ['signing_change', 'signing_group_past', 'signing_group_member', 'signing_absence'];
  const rows = await Promise.all(
    tables.map((table) =>
      app.database.query<{ text: string }>(
        `select row_to_json(t)::text as text from "authorization".${table} t where owner = $1`,
        [owner],
      ),
    ),
  );
  return Object.fromEntries(
    tables.map((table, index) => [table, (rows[index] ?? []).map(({ text }) => text)]),
  );
}
