import { randomBytes } from 'node:crypto';
import { authorizationEventHandlers } from '#capabilities/authorization/index.ts';
import { followCore } from '#capabilities/core-banking/index.ts';
import {
  createMemoryCore,
  type MemoryCore,
} from '#capabilities/core-banking/testing/memory-core-bank.suite.ts';
import { correspondenceEventHandlers, correspondenceRoutes } from '#capabilities/correspondence/index.ts';
import { identityEventHandlers } from '#capabilities/identity/index.ts';
import {
  createIdentityTestApp,
  type IdentityTestApp,
} from '#capabilities/identity/testing/identity-test-app.suite.ts';
import {
  eraseEnded,
  markDormant,
  noScreening,
  type PartyPorts,
  partyRoutes,
} from '#capabilities/party/index.ts';
import { channel } from '#dialects/channel/channel.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { listEmittedEvents } from '#platform/testing/emitted-events.ts';
import { at, listAt } from '#platform/testing/json-at.ts';
import {
  createTestServer,
  type TestRequest,
  type TestServer,
  type TestServerResponse,
} from '#platform/testing/test-server.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import type { Context } from '#platform/work/context.ts';
import { type Outcome, runWith } from './commands/program.suite.ts';
import { customerProductsFrom } from './compose/core-banking.ts';

/** The interfaces, commands and timed work that one customer meets, on one database and with one clock. */
export interface CustomerLife {
  readonly identity: IdentityTestApp;
  readonly core: MemoryCore;
  /** Sends a request of a back end, or of another caller, to the party or correspondence interface. */
  send(
    method: TestRequest['method'],
    path: string,
    body?: unknown,
    as?: TokenRequest,
  ): Promise<TestServerResponse>;
  /** Runs a command of the program; the last argument may have blanks. */
  command(line: string, ...more: readonly string[]): Promise<void>;
  /** Returns what a command prints; undefined if it refuses. */
  output(line: string): Promise<string | undefined>;
  /** Has the handlers of all capabilities process the events, until there are none. */
  drain(): Promise<void>;
  /** Reads what changed in the core, as the worker does. */
  follow(): Promise<void>;
  /** Runs the nightly work of party. */
  night(): Promise<void>;
  advance(time: {
    readonly hours?: number;
    readonly days?: number;
    readonly months?: number;
    readonly years?: number;
  }): void;
  [Symbol.asyncDispose](): Promise<void>;
}

const backEnd: TokenRequest = {
  kind: 'application',
  id: 'back-end',
  banks: ['01'],
  scope: 'party.read party.register party.write party.sensitive correspondence.send correspondence.deliver',
};

export async function createCustomerLife(): Promise<CustomerLife> {
  const masterKey = randomBytes(32);
  const identity = await createIdentityTestApp({ masterKey });
  // Commands run at the time of the machine, so the life begins now.
  identity.clock.set(systemClock.now().toString());
  const { correspondence } = identity.ports.authorization;
  const party: PartyPorts = { ...correspondence.party, screening: noScreening };
  const ports = { ...correspondence, party, gateways: { mediaOf: () => ['email'] as const } };
  const services =
    identity.services.responseVault === undefined ? {} : { responseVault: identity.services.responseVault };
  const shared = {
    dialectFor: () => channel,
    services: { ...services, rateLimits: identity.services.rateLimits },
  };
  const parties = await createTestServer(
    { ...shared, routes: partyRoutes, ports: () => party },
    identity.services.database,
  );
  const messages = await createTestServer(
    { ...shared, routes: correspondenceRoutes, ports: () => ports },
    identity.services.database,
  );
  const core = createMemoryCore(identity.clock.now().toString());
  const context = (): Context & PartyPorts => ({ ...identity.context(), ...party });
  await addEmployees(identity);
  const run = (args: readonly string[]): Promise<Outcome> =>
    runWith(
      {
        PORTICO_DATABASE_URL: identity.database.appUrl,
        PORTICO_MASTER_KEYS: masterKey.toString('base64'),
      },
      args,
    );
  let keys = 0;
  return {
    identity,
    core,
    async send(method, path, body, as = backEnd) {
      keys += 1;
      const server: TestServer = path.startsWith('/v1/party') ? parties : messages;
      server.clock.set(identity.clock.now().toString());
      const headers =
        method === 'POST' ? { 'idempotency-key': `life-key-${String(keys).padStart(12, '0')}` } : {};
      const request = { method, path, as, headers, ...(body === undefined ? {} : { body }) };
      return server.call(request);
    },
    async command(line, ...more) {
      const { code, text } = await run([...line.split(' '), ...more]);
      if (code !== 0) throw new Error(`${line}: ${text}`);
    },
    async output(line) {
      const { code, out } = await run(line.split(' '));
      return code === 0 ? out : undefined;
    },
    drain: drainOf(identity),
    async follow() {
      const cores = { find: () => core.core, close: async () => undefined };
      await followCore({ ...context(), cores, customerProducts: customerProductsFrom(party) });
    },
    async night() {
      await markDormant(context());
      const erasureLedger = { append: async () => undefined, list: async () => [] };
      await eraseEnded({ ...context(), erasureLedger });
    },
    advance(time) {
      identity.clock.advance(time);
      core.clock.set(identity.clock.now().toString());
    },
    async [Symbol.asyncDispose]() {
      await messages[Symbol.asyncDispose]();
      await parties[Symbol.asyncDispose]();
      await identity[Symbol.asyncDispose]();
    },
  };
}

async function addEmployees({ database }: IdentityTestApp): Promise<void> {
  await database.query(
    `insert into oauth.employee (bank_id, employee_id, upstream_issuer, upstream_subject, unit, roles, signed_in_at)
     select '01', employee, 'https://staff.test', employee, null, '{}', now()
       from unnest(array['e-1', 'e-2']) as employee`,
  );
}

/** Delivers each event once to every handler, in the order in which they were emitted. */
function drainOf(identity: IdentityTestApp): () => Promise<void> {
  const handlers = [
    ...correspondenceEventHandlers,
    ...authorizationEventHandlers(identity.ports.authorization),
    ...identityEventHandlers(identity.ports),
  ];
  let [position, sequence] = ['0', 0];
  return async () => {
    for (;;) {
      const emitted = await listEmittedEvents(identity.database, { position, sequence: sequence + 1 });
      if (emitted.length === 0) return;
      for (const each of emitted) {
        ({ position } = each);
        ({ sequence } = each.event);
        for (const handler of handlers.filter(({ events }) => events.includes(each.event.name)))
          await handler.handle(identity.context(), each.event);
      }
    }
  };
}

/** What a step of the life is about: the subjects whose states are read before and after it. */
export interface Subjects {
  partyNumber?: string;
  username?: string;
  userId?: string;
  readonly communications: Set<string>;
}

/** The state of each subject, under the title of its diagram and its own name. */
export type Standing = ReadonlyMap<
  string,
  { readonly diagram: string; readonly state: string; readonly content: string }
>;

type Add = (diagram: string, name: string, state: unknown, content?: string) => void;

/** Reads the states over HTTP, as staff and the customer see them. */
export async function readStanding(life: CustomerLife, subjects: Subjects): Promise<Standing> {
  const { communications, partyNumber, userId, username } = subjects;
  const standing = new Map<string, { diagram: string; state: string; content: string }>();
  const add: Add = (diagram, name, state, content = '') => {
    if (typeof state === 'string') standing.set(`${diagram} ${name}`, { diagram, state, content });
  };
  if (partyNumber !== undefined) await addParty(life, partyNumber, add);
  if (username !== undefined) add('User status', 'it', await userStateOf(life, { username, userId }));
  for (const id of communications) {
    const { body } = await life.send('GET', `/v1/correspondence/communications/${id}`);
    add('Message status', id, at(body, 'status'));
  }
  if (userId !== undefined && partyNumber !== undefined) {
    const path = '/v1/correspondence/me/messages?statuses=unread,read,archived';
    const { body } = await life.send('GET', path, undefined, mailboxOwner(userId, partyNumber));
    for (const item of listAt(body, 'items'))
      add('Mailbox status', String(at(item, 'message-id')), at(item, 'status'));
  }
  return standing;
}

async function addParty(life: CustomerLife, partyNumber: string, add: Add): Promise<void> {
  const { body, status } = await life.send('GET', `/v1/party/parties/${partyNumber}`);
  add('Customer status', 'it', status === 410 ? '[*]' : at(body, 'customer', 'status'));
  add('Individual status', 'it', status === 410 ? '[*]' : at(body, 'individual-status'));
  const relationships = await life.send('GET', `/v1/party/parties/${partyNumber}/relationships`);
  for (const [kind, { content, state }] of relationshipStates(life, relationships.body))
    add('Relationships', kind, `${kind}_${state}`, content);
}

/** A closed user is not found by name any more; staff see the state by command. */
async function userStateOf(
  life: CustomerLife,
  { userId, username }: { readonly username: string; readonly userId: string | undefined },
): Promise<unknown> {
  const reader: TokenRequest = {
    kind: 'application',
    id: 'desk',
    banks: ['01'],
    scope: 'identity.users.read',
  };
  const { body, status } = await life.identity.get(`/users/${username}`, reader);
  return status === 404 ? stateByCommand(life, userId) : at(body, 'status');
}

async function stateByCommand(life: CustomerLife, userId: string | undefined): Promise<unknown> {
  if (userId === undefined) return undefined;
  const shown = await life.output(`users show --bank 01 --user ${userId} --json`);
  return shown === undefined ? undefined : at(JSON.parse(shown), 'state');
}

/** The signed-in customer. */
export function mailboxOwner(userId: string, partyNumber: string): TokenRequest {
  return {
    kind: 'customer',
    id: userId,
    banks: ['01'],
    scope: 'mailbox',
    assurance: 'sca',
    claims: { 'customer-number': partyNumber },
  };
}

/** A kind is current while one of its relationships is, and ended afterwards. */
function relationshipStates(
  { identity }: CustomerLife,
  body: unknown,
): ReadonlyMap<string, { readonly state: string; readonly content: string }> {
  const today = identity.clock.today('Europe/Berlin').toString();
  const byKind = Map.groupBy(listAt(body), (one) => String(at(one, 'kind')));
  return new Map(
    [...byKind].map(([kind, list]) => {
      const isCurrent = list.some((one) => (textAt(one, 'valid-until') ?? '9999-12-31') >= today);
      return [kind, { state: isCurrent ? 'current' : 'ended', content: JSON.stringify(list) }];
    }),
  );
}

function textAt(value: unknown, name: string): string | undefined {
  const found = at(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** An arrow of a diagram: the step that moved a subject from one state to another one, or changed it within one. */
export interface Arrow {
  readonly diagram: string;
  readonly from: string;
  readonly to: string;
  readonly step: string;
}

/** Returns what a step did. A subject that cannot be read any more keeps its last state. */
export function arrowsBetween(before: Standing, after: Standing, step: string): readonly Arrow[] {
  return [...after].flatMap(([name, { content, diagram, state }]) => {
    const earlier = before.get(name);
    const isSame = earlier?.state === state && earlier.content === content;
    return isSame ? [] : [{ diagram, from: earlier?.state ?? '[*]', to: state, step }];
  });
}
