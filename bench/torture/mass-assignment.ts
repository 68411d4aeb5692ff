import { contracts } from '../../server/src/apps/wiring.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import type { TestRequest, TestServerResponse } from '../../server/src/platform/testing/test-server.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { pathOf } from '../../tools/matrix/object-actors.ts';
import { type OwnedObject, objects, type PathValues } from '../../tools/matrix/objects.ts';
import { createProductTestApp } from '../../tools/product-test-app.ts';
import { chanceFrom } from '../harness/chance.ts';
import { type Figure, progress, table } from '../harness/report.ts';
import type { Scale } from '../harness/scale.ts';
import type { TortureOptions } from '../torture.ts';
import { bodies, ownPlaces } from './mass-assignment-bodies.ts';
import { columnsOf, createHarness, type Harness, rowsOf } from './mass-assignment-harness.ts';
import {
  harmful,
  type Intrusion,
  intruderNames,
  intrusions,
  marker,
  type Trial,
} from './mass-assignment-intruders.ts';
import { attackUnread } from './mass-assignment-unread.ts';

/** How many harmful values each name is tried with. */
const valuesEach: Readonly<Record<Scale, number>> = { ci: 1, night: 3, full: harmful.length };

const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** `npm run torture -- mass-assignment`: no request sets what it may not, by whatever name, wherever it stands. */
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
  const unread = contracts.filter((contract) => writing.has(contract.method) && !isRead(contract));
  const unreadFaults: string[] = [];
  for (const contract of unread) unreadFaults.push(...(await attackUnread(harness, contract, trial.names)));
  return [...told(results), unreadResponses(unread.length, unreadFaults)];
}

/** JSON that callers with tokens send. Forms of browsers and of OAuth clients may have any names. */
function isRead({ access, request }: Contract): boolean {
  return request.body !== undefined && access.kind === 'callers';
}

function isAttacked(contract: Contract, scale: Scale): boolean {
  const {
    access,
    interface: { name },
    operationId,
  } = contract;
  if (!isRead(contract) || access.kind !== 'callers') return false;
  if (scale !== 'ci') return true;
  const isOfContacts = /ContactPoint|ContactPreference|Individuals_Register/v.test(operationId);
  return name === 'identity' || access.customer !== undefined || isOfContacts;
}

interface Result {
  readonly contract: Contract;
  readonly sent: number;
  readonly faults: readonly string[];
  /** What the body gets when nothing is added to it. */
  readonly bare: number;
}

type Target = Pick<TestRequest, 'method' | 'path' | 'as' | 'headers'> & {
  readonly body: Readonly<Record<string, unknown>>;
};

/** Somebody who may use the operation: whoever owns its object, else customers rather than staff, staff rather than programs. */
function callerOf(
  { tokens }: Harness,
  { access, interface: { name }, operationId, path }: Contract,
): TokenRequest {
  if (access.kind !== 'callers') throw new Error('only callers with tokens come here');
  const object = objects[operationId];
  if (object?.kind === 'owned' && !path.includes('{username}')) return object.rightful;
  const kind = (['customer', 'employee', 'application'] as const).find((one) => access[one] !== undefined);
  const token = tokens[kind ?? 'application'];
  // The signing rules of a test world know no parties but their own.
  return name === 'authorization' ? { ...token, claims: {} } : token;
}

/** What the matrix sends to things of somebody's; nothing where there is no such thing. */
function sentTo(operationId: string): NonNullable<OwnedObject['sends']> {
  const object = objects[operationId];
  return (object?.kind === 'owned' ? object.sends : undefined) ?? {};
}

async function placesOf(
  { victim, app: world }: Harness,
  { operationId, path }: Contract,
): Promise<PathValues> {
  if (path.includes('{username}')) return ownPlaces(victim);
  const object = objects[operationId];
  return object?.kind === 'owned' ? object.make(world) : {};
}

async function targetOf(harness: Harness, contract: Contract): Promise<Target> {
  const { method, operationId } = contract;
  const sent = sentTo(operationId);
  const body = bodies[operationId]?.(harness) ?? Object(sent.body);
  if (Object.keys(body).length === 0) throw new Error(`${operationId}: no body to begin with`);
  return {
    method,
    path: pathOf(contract, await placesOf(harness, contract)),
    as: callerOf(harness, contract),
    headers: { 'x-human-check': 'a person', ...sent.headers },
    body,
  };
}

let keys = 0;

function send({ app: world }: Harness, target: Target, text: string): Promise<TestServerResponse> {
  keys += 1;
  const headers = {
    ...target.headers,
    'content-type': 'application/json',
    'idempotency-key': `mass-${String(keys).padStart(16, '0')}`,
  };
  return world.call({ ...target, headers, body: text });
}

async function attack(harness: Harness, contract: Contract, trial: Trial): Promise<Result> {
  const target = await targetOf(harness, contract);
  const tried = intrusions(contract, target.body, trial);
  const faults: string[] = [];
  for (const intrusion of tried) {
    const fault = await faultOf(harness, target, intrusion);
    if (fault !== undefined) faults.push(`${contract.operationId}: ${intrusion.what}: ${fault}`);
  }
  // Last, because it changes something: without what was added, the same body is not at fault.
  const before = await rowsOf(harness, 'bystander');
  const { status, text } = await send(harness, target, JSON.stringify(target.body));
  if ([400, 401, 403, 404, 413, 415].includes(status) || status >= 500)
    faults.push(`${contract.operationId}: the body alone: ${status} ${text.slice(0, 200)}`);
  if ((await rowsOf(harness, 'bystander')) !== before)
    faults.push(`${contract.operationId}: changed a bystander`);
  return { contract, sent: tried.length, faults, bare: status };
}

async function faultOf(
  harness: Harness,
  target: Target,
  { expected, text }: Intrusion,
): Promise<string | undefined> {
  const kept = { identity: await rowsOf(harness, 'identity'), party: await rowsOf(harness, 'party') };
  const answer = await send(harness, target, text);
  if (Reflect.get({}, 'polluted') !== undefined) return 'every object has a new member';
  if ((await rowsOf(harness, 'identity')) !== kept.identity)
    return `${answer.status}, and a row of a user has changed`;
  if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`;
  if (expected === 'ignored')
    return (await isTold(harness, target)) ? 'what we only tell was taken' : undefined;
  if (answer.status !== 400) return `${answer.status} where 400 was due`;
  return (await rowsOf(harness, 'party')) === kept.party ? undefined : 'refused, and a party has changed';
}

/** Whether the marker can be read anywhere at the party that the request was about. */
async function isTold({ tokens, app: world }: Harness, { path }: Target): Promise<boolean> {
  const number = /^\/v1\/party\/parties\/(?:individuals\/|organizations\/)?(?<number>[0-9]+)/v.exec(path)
    ?.groups?.['number'];
  if (number === undefined) return false;
  const texts = await Promise.all(
    ['?include=*', '/contact-points', '/id-documents'].map((rest) =>
      world.call({ method: 'GET', path: `/v1/party/parties/${number}${rest}`, as: tokens.employee }),
    ),
  );
  return texts.some(({ text }) => text.includes(marker));
}

function told(results: readonly Result[]): readonly Figure[] {
  const faults = results.flatMap((result) => result.faults);
  for (const fault of faults.slice(0, 60)) console.log(fault);
  console.log(
    table(
      ['operation', 'tried', 'faults', 'alone'],
      results.map(({ bare, contract, faults: own, sent }) => [contract.operationId, sent, own.length, bare]),
    ),
  );
  const sent = results.reduce((sum, result) => sum + result.sent, 0);
  const accepted = results.filter(({ bare }) => bare < 300).length;
  return [
    {
      name: 'members taken that nobody may set, or rows changed',
      figure: `${faults.length} of ${sent} requests to ${results.length} operations, ${accepted} of which take the body alone`,
      goal: '0',
      isReached: faults.length === 0 && sent > 0,
    },
  ];
}

function unreadResponses(count: number, faults: readonly string[]): Figure {
  for (const fault of faults) console.log(fault);
  return {
    name: 'rows changed by forms, and by bodies where none is read',
    figure: `${faults.length} of ${count} operations`,
    goal: '0',
    isReached: faults.length === 0 && count > 0,
  };
}
