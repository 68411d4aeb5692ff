import { at, listAt } from '#platform/testing/json-at.ts';
import type { TestResponse } from '#platform/testing/test-app.ts';
import { back, base, type PartyTestApp } from './party-test-app.suite.ts';

/** Returns status and literal of a problem: `440 party-deceased`. */
export function refusalOf({ body, status }: TestResponse): string {
  return `${status} ${String(at(body, 'problem'))}`;
}

/** Returns the text at a path; empty where there is none. */
function wordAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Returns every field error of a response as `field code`. */
export function errorsOf({ body, status }: TestResponse): readonly string[] {
  return listAt(body, 'errors').map(
    (error) => `${status} ${wordAt(error, 'field')} ${wordAt(error, 'code')}`,
  );
}

/** An application that reads no sensitive data, so that its reads are not audited. */
const onlooker = back('01', ['party.read']);

/** Returns the ETag of a party. */
export async function tagOf(app: PartyTestApp, number: string): Promise<string> {
  const { headers, status, text } = await app.get(`/parties/${number}`, onlooker);
  if (status !== 200) throw new Error(`not read: ${status} ${text}`);
  return String(headers['etag']);
}

/** Returns the version in the ETag of a party. */
export async function versionOf(app: PartyTestApp, number: string): Promise<number> {
  return Number.parseInt((await tagOf(app, number)).slice(1), 10);
}

/** Returns the record as an application with all scopes reads it. */
export async function recordOf(app: PartyTestApp, number: string): Promise<unknown> {
  const response = await app.get(`/parties/${number}`);
  if (response.status !== 200) throw new Error(`not read: ${response.status} ${response.text}`);
  return response.body;
}

/** Returns the ids of the contact points of a party, by method and usage. */
export async function pointOf(
  app: PartyTestApp,
  number: string,
  method: string,
  usage = 'primary',
): Promise<string> {
  const { body } = await app.get(`/parties/${number}/contact-points?method=${method}&usage=${usage}`);
  return String(at(body, 0, 'id'));
}

/** Returns the events of a party in order: the name of each, and its reference where it has one. */
export async function eventsOf(app: PartyTestApp, number: string): Promise<readonly string[]> {
  const rows = await app.database.query<{ name: string; data: string }>(
    `select name, data from platform.outbox_event where aggregate_kind = 'party' and aggregate_id = $1 order by position`,
    [number],
  );
  return rows.map(({ data, name }) => {
    const emitted: unknown = JSON.parse(data);
    return `${name} ${wordAt(emitted, 'reference')}`.trim();
  });
}

/** An audit entry in short form. */
export interface Audited {
  readonly operation: string;
  readonly actor: string;
  readonly fields: readonly string[];
  readonly outcome: string;
}

/** Returns the audit entries of a party; entries of the same time are in any order. */
export async function auditOf(app: PartyTestApp, number: string): Promise<readonly Audited[]> {
  return [...(await trailOf(app, number)).values()];
}

/** Returns the audit trail by the ids of its entries. */
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
        // The id of a contact point or document is irrelevant here.
        fields: listAt(entry, 'changes').map((change) => String(at(change, 'field')).replace(/:.*/, '')),
        outcome: String(at(entry, 'problem') ?? at(entry, 'outcome')),
      };
      return [id, audited];
    }),
  );
}

/** What a request changed about a party. */
export interface RequestEffects {
  readonly response: TestResponse;
  /** By how much the version increased. */
  readonly versions: number;
  readonly events: readonly string[];
  readonly audited: readonly Audited[];
}

/** Runs a request on a party and returns what it changed. */
export async function effectsOf(
  app: PartyTestApp,
  number: string,
  act: () => Promise<TestResponse>,
): Promise<RequestEffects> {
  const version = await versionOf(app, number);
  const emitted = (await eventsOf(app, number)).length;
  const trail = await trailOf(app, number);
  const response = await act();
  return {
    response,
    versions: (await versionOf(app, number)) - version,
    events: (await eventsOf(app, number)).slice(emitted),
    audited: [...(await trailOf(app, number))].filter(([id]) => !trail.has(id)).map(([, entry]) => entry),
  };
}

/** Sends a change with a condition on the version. */
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
