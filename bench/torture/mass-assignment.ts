import { contracts } from '../../server/src/apps/wiring.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { TestRequest, TestServerResponse } from '../../server/src/platform/testing/test-server.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { pathOf } from '../../tools/matrix/object-actors.ts';
import type { OwnedObject, PathValues } from '../../tools/matrix/object-entry.ts';
import { objects } from '../../tools/matrix/objects.ts';
import { createProductTestApp } from '../../tools/product-test-app.ts';
import { chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale, TortureOptions } from '../harness/scale.ts';
import { bodies, ownPathValues } from './mass-assignment-bodies.ts';
import { columnsOf, createHarness, type Harness, rowsOf } from './mass-assignment-harness.ts';
import {
  harmful,
  type Intrusion,
  intruderNames,
  intrusions,
  marker,
  readsJson,
  type Trial,
} from './mass-assignment-intruders.ts';
import { attackUnread } from './mass-assignment-unread.ts';

/** Number of harmful values per name. */
const valuesEach: Readonly<Record<Scale, number>> = { ci: 1, night: 3, full: harmful.length };

const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * `npm run torture -- mass-assignment`: no request sets a member that it may not set, under any name and at any
 * position.
 */
export async function tortureMassAssignment({ scale, seed }: TortureOptions): Promise<readonly Figure[]> {
  await using app = await createProductTestApp();
  const harness = await createHarness(app);
  const chance = chanceFrom(seed);
  const attacked = contracts.filter((contract) => isAttacked(contract, scale));
  const trial: Trial = {
    chance,
    names: intruderNames(await columnsOf(app)),
    valuesEach: valuesEach[scale],
  };
  const show = progress('mass-assignment', attacked.length);
  const results: Result[] = [];
  for (const contract of attacked) {
    results.push(await attack(harness, contract, trial));
    show(results.length, contract.operationId);
  }
  const unread = contracts.filter((contract) => writing.has(contract.method) && !readsJson(contract));
  const unreadErrors: string[] = [];
  for (const contract of unread) unreadErrors.push(...(await attackUnread(harness, contract, trial.names)));
  return [...figuresOf(results), unreadResponses(unread.length, unreadErrors)];
}

function isAttacked(contract: Contract, scale: Scale): boolean {
  const {
    access,
    interface: { name },
    operationId,
  } = contract;
  if (!readsJson(contract) || access.kind !== 'callers') return false;
  if (scale !== 'ci') return true;
  const isOfContacts = /ContactPoint|ContactPreference|Individuals_Register/v.test(operationId);
  return name === 'identity' || access.customer !== undefined || isOfContacts;
}

interface Result {
  readonly contract: Contract;
  readonly sent: number;
  readonly errors: readonly string[];
  /** Status of the unchanged body. */
  readonly bare: number;
}

type Target = Pick<TestRequest, 'method' | 'path' | 'as' | 'headers'> & {
  readonly body: Readonly<Record<string, unknown>>;
};

const unknownCustomer = '9999999990';

/**
 * Returns a caller that may use the operation: the owner of its object, else a customer, an employee or an
 * application.
 */
function callerOf(
  { tokens }: Harness,
  { access, interface: { name }, operationId, path }: Contract,
): TokenRequest {
  if (access.kind !== 'callers') throw new Error('the route has no callers with tokens');
  const object = objects[operationId];
  const rightful = object?.kind === 'owned' ? object.rightful : undefined;
  // Third parties have no token; their requests are made elsewhere.
  if (rightful !== undefined && rightful.kind !== 'tpp' && !isOfVictim({ operationId, path }))
    return rightful;
  const kind = (['customer', 'employee', 'application'] as const).find((one) => access[one] !== undefined);
  const token = tokens[kind ?? 'application'];
  // Ports of authorization have their own keys in the test app: the owner must be a party that is not stored.
  return name === 'authorization' ? { ...token, claims: { 'customer-number': unknownCustomer } } : token;
}

/** Whether a path names a user who sends the request; employees change users of their own, as in the matrix. */
function isOfVictim({ operationId, path }: Pick<Contract, 'operationId' | 'path'>): boolean {
  const object = objects[operationId];
  const isForStaff = object?.kind === 'owned' && object.rightful.kind === 'employee';
  return path.includes('{username}') && !isForStaff;
}

/** Returns the body and headers that the matrix sends for the object of the operation. */
function sentTo(operationId: string): NonNullable<OwnedObject['sends']> {
  const object = objects[operationId];
  return (object?.kind === 'owned' ? object.sends : undefined) ?? {};
}

async function placesOf({ victim, app }: Harness, { operationId, path }: Contract): Promise<PathValues> {
  if (isOfVictim({ operationId, path })) return ownPathValues(victim);
  const object = objects[operationId];
  return object?.kind === 'owned' ? object.make(app) : {};
}

async function targetOf(harness: Harness, contract: Contract): Promise<Target> {
  const { method, operationId } = contract;
  const sent = sentTo(operationId);
  const body = bodies[operationId]?.(harness) ?? Object(sent.body);
  if (Object.keys(body).length === 0) throw new Error(`${operationId}: the body is empty`);
  return {
    method,
    path: pathOf(contract, await placesOf(harness, contract)),
    as: callerOf(harness, contract),
    headers: { 'x-human-check': 'a person', ...sent.headers },
    body,
  };
}

let keys = 0;

function send({ app }: Harness, target: Target, text: string): Promise<TestServerResponse> {
  keys += 1;
  const headers = {
    ...target.headers,
    'content-type': 'application/json',
    'idempotency-key': `mass-${String(keys).padStart(16, '0')}`,
  };
  return app.call({ ...target, headers, body: text });
}

async function attack(harness: Harness, contract: Contract, trial: Trial): Promise<Result> {
  const target = await targetOf(harness, contract);
  const tried = intrusions(contract, target.body, trial);
  const errors: string[] = [];
  for (const intrusion of tried) {
    const error = await errorOf(harness, target, intrusion);
    if (error !== undefined) errors.push(`${contract.operationId}: ${intrusion.what}: ${error}`);
  }
  // Comes last, because it changes data: the body without the added members must be valid.
  const before = await rowsOf(harness, 'bystander');
  const { status, text } = await send(harness, target, JSON.stringify(target.body));
  if ([400, 401, 403, 404, 413, 415].includes(status) || status >= 500)
    errors.push(`${contract.operationId}: the body alone: ${status} ${text.slice(0, 200)}`);
  if ((await rowsOf(harness, 'bystander')) !== before)
    errors.push(`${contract.operationId}: changed a bystander`);
  return { contract, sent: tried.length, errors, bare: status };
}

async function errorOf(
  harness: Harness,
  target: Target,
  { expected, text }: Intrusion,
): Promise<string | undefined> {
  const stored = { identity: await rowsOf(harness, 'identity'), party: await rowsOf(harness, 'party') };
  const response = await send(harness, target, text);
  if (Reflect.get({}, 'polluted') !== undefined) return 'every object has a new member';
  if ((await rowsOf(harness, 'identity')) !== stored.identity)
    return `${response.status}, and a row of a user has changed`;
  if (response.status >= 500) return `${response.status} ${response.text.slice(0, 200)}`;
  if (expected === 'ignored')
    return (await isMarkerReadable(harness, target)) ? 'a read-only member was stored' : undefined;
  if (response.status !== 400) return `${response.status} where 400 is required`;
  return (await rowsOf(harness, 'party')) === stored.party ? undefined : 'refused, and a party has changed';
}

/** Tells whether the marker is readable at the party of the request. */
async function isMarkerReadable({ tokens, app }: Harness, { path }: Target): Promise<boolean> {
  const number = /^\/v1\/party\/parties\/(?:individuals\/|organizations\/)?(?<number>[0-9]+)/v.exec(path)
    ?.groups?.['number'];
  if (number === undefined) return false;
  const texts = await Promise.all(
    ['?include=*', '/contact-points', '/id-documents'].map((rest) =>
      app.call({ method: 'GET', path: `/v1/party/parties/${number}${rest}`, as: tokens.employee }),
    ),
  );
  return texts.some(({ text }) => text.includes(marker));
}

function figuresOf(results: readonly Result[]): readonly Figure[] {
  const errors = results.flatMap((result) => result.errors);
  for (const error of errors.slice(0, 60)) console.log(error);
  console.log(
    table(
      ['operation', 'tried', 'faults', 'alone'],
      results.map(({ bare, contract, errors: own, sent }) => [contract.operationId, sent, own.length, bare]),
    ),
  );
  const sent = results.reduce((sum, result) => sum + result.sent, 0);
  const accepted = results.filter(({ bare }) => bare < 300).length;
  return [
    {
      name: 'forbidden members stored, or rows changed',
      figure: `${errors.length} of ${sent} requests to ${results.length} operations, ${accepted} of which accept the body alone`,
      goal: '0',
      isReached: errors.length === 0 && sent > 0,
    },
  ];
}

function unreadResponses(count: number, errors: readonly string[]): Figure {
  for (const error of errors) console.log(error);
  return {
    name: 'rows changed by forms, and by bodies where none is read',
    figure: `${errors.length} of ${count} operations`,
    goal: '0',
    isReached: errors.length === 0 && count > 0,
  };
}
