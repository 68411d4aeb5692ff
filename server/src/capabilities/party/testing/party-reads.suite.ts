import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { back, base, type PartyTestApp } from './party-test-app.suite.ts';

/** Status and literal of a refusal: `440 party-deceased`. */
export function refusalOf({ body, status }: TestResponse): string {
  return `${status} ${String(at(body, 'problem'))}`;
}

/** The text that stands there; empty where there is none. */
function wordAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Every fault of a request as `field code`. */
export function faultsOf({ body, status }: TestResponse): readonly string[] {
  return listAt(body, 'errors').map(
    (fault) => `${status} ${wordAt(fault, 'field')} ${wordAt(fault, 'code')}`,
  );
}

/** An application that reads without seeing anything sensitive, so that its looks leave no trace. */
const onlooker = back('01', ['party.read']);

/** The ETag of a party. */
export async function tagOf(app: PartyTestApp, number: string): Promise<string> {
  const { headers, status, text } = await app.get(`/parties/${number}`, onlooker);
  if (status !== 200) throw new Error(`not read: ${status} ${text}`);
  return String(headers['etag']);
}

/** The version in the ETag of a party. */
export async function versionOf(app: PartyTestApp, number: string): Promise<number> {
  return Number.parseInt((await tagOf(app, number)).slice(1), 10);
}

/** The record as an application sees that may see everything. */
export async function recordOf(app: PartyTestApp, number: string): Promise<unknown> {
  const answer = await app.get(`/parties/${number}`);
  if (answer.status !== 200) throw new Error(`not read: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Ids of the contact points of a party, by method and usage. */
export async function pointOf(
  app: PartyTestApp,
  number: string,
  method: string,
  usage = 'primary',
): Promise<string> {
  const { body } = await app.get(`/parties/${number}/contact-points?method=${method}&usage=${usage}`);
  return String(at(body, 0, 'id'));
}

/** What was told of a party, in order: the name of each event, and its reference where it has one. */
export async function eventsOf(app: PartyTestApp, number: string): Promise<readonly string[]> {
  const rows = await app.database.query<{ name: string; data: string }>(
    `select name, data from platform.outbox_event where aggregate_kind = 'party' and aggregate_id = $1 order by position`,
    [number],
  );
  return rows.map(({ data, name }) => {
    const told: unknown = JSON.parse(data);
    return `${name} ${wordAt(told, 'reference')}`.trim();
  });
}

/** One entry of the audit trail, in short. */
export interface Audited {
  readonly operation: string;
  readonly actor: string;
  readonly fields: readonly string[];
  readonly outcome: string;
}

/** What the audit trail says of a party; entries of one moment come in any order. */
export async function auditOf(app: PartyTestApp, number: string): Promise<readonly Audited[]> {
  return [...(await trailOf(app, number)).values()];
}

/** The trail by the ids of its entries. */
async function trailOf(app: PartyTestApp, number: string): Promise<ReadonlyMap<string, Audited>> {
  const rows = await app.database.query<{ audit_id: string; operation: string; record: string }>(
    `select audit_id, operation, record from platform.audit_entry
      where aggregate_kind = 'party' and aggregate_id = $1 order by occurred_at, audit_id`,
    [number],
  );
  return new Map(
    rows.map(({ audit_id: id, operation, record }) => {
      const entry: unknown = JSON.parse(record);
      const audited = {
        operation,
        actor: `${String(at(entry, 'actor', 'kind'))} ${String(at(entry, 'actor', 'id'))}`,
        // The id of a contact point or document tells nothing here.
        fields: listAt(entry, 'changes').map((change) => String(at(change, 'field')).replace(/:.*/, '')),
        outcome: String(at(entry, 'problem') ?? at(entry, 'outcome')),
      };
      return [id, audited];
    }),
  );
}

/** What was different after something was done to a party. */
export interface Happened {
  readonly answer: TestResponse;
  /** By how many the version rose. */
  readonly versions: number;
  readonly events: readonly string[];
  readonly audited: readonly Audited[];
}

/** Does something to a party and tells what came of it. */
export async function whatHappens(
  app: PartyTestApp,
  number: string,
  act: () => Promise<TestResponse>,
): Promise<Happened> {
  const version = await versionOf(app, number);
  const told = (await eventsOf(app, number)).length;
  const trail = await trailOf(app, number);
  const answer = await act();
  return {
    answer,
    versions: (await versionOf(app, number)) - version,
    events: (await eventsOf(app, number)).slice(told),
    audited: [...(await trailOf(app, number))].filter(([id]) => !trail.has(id)).map(([, entry]) => entry),
  };
}

/** A change with a condition on the version. */
export async function patchIfMatch(
  app: PartyTestApp,
  path: string,
  { body, tag }: { readonly body: unknown; readonly tag: string },
): Promise<TestResponse> {
  return app.call({
    method: 'PATCH',
    path: `${base}${path}`,
    as: back(),
    headers: { 'if-match': tag },
    body,
  });
}
