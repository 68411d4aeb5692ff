import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { createCoreServer } from '../../examples/core/core-server.ts';
import {
  type CoreOperation,
  coreOperations,
} from '../../server/src/adapters/core-http/contract/operations.ts';
import {
  type CoreIdentities,
  createCoreIdentities,
} from '../../server/src/adapters/core-http/core-identities.suite.ts';
import { createMemoryCore } from '../../server/src/capabilities/core-banking/testing/memory-core-bank.suite.ts';
import type { Example, Examples } from '../../server/src/platform/openapi/example.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import { createSettled } from './volatile.ts';

/** One request to the core. */
interface CoreCall {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The status, if the operation should not succeed. */
  readonly fails?: number;
}

type CallCore = (operationId: string, call?: CoreCall) => Promise<unknown>;

const owner = '1000000048';
const iban = 'DE02120300000000202051';
const euros = (amount: bigint) => ({ minor: amount * 100n, currency: 'EUR' }) as const;

/**
 * Sends the requests of a history to the server of the example core, with a certificate, and returns the exchanges by
 * operation. Behind the server is the core in memory, whose clock is fixed.
 */
export async function runCoreHistory(): Promise<Examples> {
  using identities = await createCoreIdentities();
  await using core = createMemoryCore();
  const { authority, server: certificate } = identities;
  const server = createCoreServer({ ...certificate, clientAuthorityPem: authority.caPem }, () => core.core);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const recorded = new Map<string, Example[]>();
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'the server listens on a port');
  try {
    await coreHistory(core, createCall({ identities, port: address.port, recorded }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return Object.fromEntries(recorded);
}

async function coreHistory(core: ReturnType<typeof createMemoryCore>, call: CallCore): Promise<void> {
  const accountId = await core.openAccount({ iban, owner, coHolders: ['1000000055'] });
  await core.receive(accountId, euros(1_000n));
  await core.setRate('EUR', 'USD', 108n, 100n);
  await core.enterStandingOrder(accountId, {
    iban: 'DE89370400440532013000',
    amount: euros(600n),
    frequency: 'monthly',
    firstOn: core.clock.today(core.zone).with({ day: 1 }).add({ months: 1 }),
  });
  const cardId = await core.openAccount({
    kind: 'card',
    maskedPan: '525412******3241',
    owner,
    creditLimit: 50_000n,
  });
  await core.reserveCard(cardId, euros(42n));
  await reads(call, { accountId, cardId });
  await orders(call, accountId);
  await call('Core_ListChanges', { query: { max: '100' } });
  await call('Core_ListChanges', { query: { max: '100', cursor: 'of-another-core' }, fails: 400 });
}

interface CoreAccounts {
  readonly accountId: string;
  readonly cardId: string;
}

async function reads(call: CallCore, { accountId, cardId }: CoreAccounts): Promise<void> {
  await call('Core_GetProfile');
  const path = { customerNumber: owner };
  for (const what of ['Accounts', 'CardAccounts', 'JointHoldings']) await call(`Core_List${what}`, { path });
  await call('Core_SearchAccounts', { body: { references: [] }, fails: 400 });
  await call('Core_SearchAccounts', { body: { references: [{ scheme: 'iban', id: iban }] } });
  await call('Core_ListRates');
  const account = { path: { accountId } };
  await call('Core_ListBalances', { path: { accountId: 'no-such-account' }, fails: 404 });
  await call('Core_ListBalances', account);
  const query = { status: 'both', max: '20' };
  const page = await call('Core_ListEntries', { ...account, query });
  const entryReference = String(at(page, 'items', 0, 'entryReference'));
  await call('Core_GetEntry', { path: { accountId, entryReference } });
  await call('Core_ListStandingOrders', account);
  await call('Core_ListCardEntries', { path: { accountId: cardId }, query });
  await call('Core_CheckFunds', { ...account, body: { amount: { amount: '123.45', currency: 'EUR' } } });
  await call('Core_GetCalendar', {
    query: { product: 'sepa-credit-transfers', from: '2026-11-16', to: '2026-11-18' },
  });
}

async function orders(call: CallCore, accountId: string): Promise<void> {
  const path = { instructionId: '0199f2c4-1f2e-4c3b-9d52-4f6b8e0a1c2d' };
  const instruction = {
    product: 'sepa-credit-transfers',
    debtorAccountId: accountId,
    amount: { amount: '12.50', currency: 'EUR' },
    creditor: { account: { scheme: 'iban', id: 'DE89370400440532013000' }, name: 'Acme GmbH' },
    requestedDate: '2026-11-20',
    endToEndId: 'invoice-4711',
    remittance: 'Invoice 4711',
  };
  await call('Core_GetInstruction', { path, fails: 404 });
  await call('Core_PutInstruction', { path, body: instruction });
  await call('Core_PutInstruction', { path, body: { ...instruction, endToEndId: 'other' }, fails: 409 });
  await call('Core_GetInstruction', { path });
  const cancellationId = '0199f2c4-1f2e-4c3b-9d52-4f6b8e0a1c2e';
  await call('Core_PutCancellation', { path: { ...path, cancellationId } });
}

interface CallParts {
  readonly identities: CoreIdentities;
  readonly port: number;
  readonly recorded: Map<string, Example[]>;
}

function createCall({ identities, port, recorded }: CallParts): CallCore {
  const { settle } = createSettled();
  return async (operationId, { body, fails = 200, path = {}, query = {} } = {}) => {
    const operation = coreOperations.find((one) => one.operationId === operationId);
    assert(operation, `${operationId} is no operation`);
    const target = targetOf(operation, path, query);
    const response = await send({ identities, port }, { method: operation.method, path: target, body });
    assert(response.status === fails, `${operationId}: ${response.status} ${JSON.stringify(response.body)}`);
    const sent = { method: operation.method, path: target, ...(body === undefined ? {} : { body }) };
    // oxlint-disable-next-line typescript/consistent-type-assertions -- settling keeps all members
    const example = settle({ request: sent, response }) as Example;
    recorded.set(operationId, [...(recorded.get(operationId) ?? []), example]);
    return response.body;
  };
}

function targetOf(
  { path: template }: CoreOperation,
  values: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): string {
  const filled = template.replaceAll(/\{([^}]+)\}/gu, (_all, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Sends a request with the certificate of the connector. */
async function send(
  { identities: { authority, client }, port }: Omit<CallParts, 'recorded'>,
  { body, method, path }: { readonly method: string; readonly path: string; readonly body: unknown },
): Promise<{ readonly status: number; readonly contentType: string; readonly body: unknown }> {
  const tls = { ca: authority.caPem, cert: client.certificatePem, key: client.keyPem };
  const headers = body === undefined ? {} : { 'content-type': 'application/json' };
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false, ...tls });
  const { promise: answered, reject, resolve } = Promise.withResolvers<IncomingMessage>();
  outgoing.once('response', resolve).once('error', reject);
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const incoming = await answered;
  const contentType = String(incoming.headers['content-type']);
  return { status: Number(incoming.statusCode), contentType, body: JSON.parse(await text(incoming)) };
}
