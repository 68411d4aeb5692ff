import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyContext, prepareSigning, recordSignature } from '#capabilities/authorization/index.ts';
import { runCommand } from '#platform/work/command.ts';
import type { DeliveredEvent } from '#platform/work/event-handler.ts';
import { codeContext } from '../../steps/code-context.ts';
import type { Mandates } from '../../store/users.read.ts';
import { createIdentityTestApp, type IdentityTestApp } from '../../testing/identity-test-app.suite.ts';
import { createPartyTestServer, type PartyTestServer } from '../../testing/party-test-server.suite.ts';
import { reactTo } from '../../testing/recovery-steps.suite.ts';

type Granted = Awaited<ReturnType<Mandates>>[number];

let app: IdentityTestApp;
let parties: PartyTestServer;
let granted: readonly Granted[] = [];
beforeAll(async () => {
  app = await createIdentityTestApp({ mandates: async () => granted });
  parties = await createPartyTestServer(app);
});
afterAll(async () => {
  await parties[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

let made = 0;

function mandateOf(customerNumber: string, more: Partial<Granted> = {}): Granted {
  return {
    customerNumber,
    scope: ['payment', 'document'],
    signingGroup: undefined,
    validFrom: Temporal.Instant.from('2026-01-01T00:00:00Z'),
    validUntil: undefined,
    ...more,
  };
}

/** Signs a payment of the principal; staff saw the signature, so that no second factor is needed. */
async function signed(principal: string, userId: string): Promise<string> {
  made += 1;
  const resourceId = `order-${made}`;
  const ctx = codeContext(app.context());
  const prepared = await prepareSigning(ctx, {
    resourceId,
    resourceKind: 'payment',
    payload: JSON.stringify({
      instructedAmount: { currency: 'EUR', amount: '10.00' },
      debtorAccount: { iban: 'DE40100100103307118608' },
      creditorAccount: { iban: 'NL91ABNA0417164300' },
      creditorName: 'Van den Berg',
    }),
    context: { ...emptyContext, customerNumber: principal },
  });
  await runCommand(ctx, async (work) => {
    const outcomes = await recordSignature(ctx, work, {
      prepared,
      userId,
      signedByDevice: undefined,
      needsProof: false,
    });
    expect(outcomes.some(({ success }) => success)).toBe(true);
  });
  return resourceId;
}

async function signatureOf(resourceId: string): Promise<string> {
  const [row] = await app.database.query<{ state: string }>(
    `select s.state from "authorization".signature s
       join "authorization".signature_collection c using (bank_id, collection_id) where c.resource_id = $1`,
    [resourceId],
  );
  return row?.state ?? 'none';
}

function happened(name: string, principal: string, proxy: string): DeliveredEvent {
  made += 1;
  return {
    id: `${name} ${made}`,
    name,
    version: 1,
    occurredAt: '2026-11-15T10:00:00+00:00',
    aggregateKind: 'party',
    aggregateId: principal,
    sequence: made,
    data: { 'party-number': principal, kind: 'organization', reference: proxy },
  };
}

test.each<[string, (proxy: string) => readonly Granted[], string]>([
  ['that ended', () => [], 'void'],
  ['that became narrower', (proxy) => [mandateOf(proxy, { scope: ['document'] })], 'void'],
  [
    'that ends in the future',
    (proxy) => [mandateOf(proxy, { validUntil: Temporal.Instant.from('2030-01-01T00:00:00Z') })],
    'valid',
  ],
])('a mandate %s decides about signatures that were not executed', async (_, after, state) => {
  const [principal, proxy] = [await parties.person(), await parties.customer()];
  app.clock.advance({ hours: 48 });
  granted = [mandateOf(proxy.customerNumber)];
  const resourceId = await signed(principal.customerNumber, proxy.userId);
  expect(await signatureOf(resourceId)).toBe('valid');
  granted = after(proxy.customerNumber);
  await reactTo(app, happened('mandate-changed', principal.customerNumber, proxy.customerNumber));
  expect(await signatureOf(resourceId)).toBe(state);
});

test('a mandate of somebody without users changes nothing', async () => {
  const [principal, proxy] = [await parties.person(), await parties.person()];
  granted = [];
  await reactTo(app, happened('mandate-ended', principal.customerNumber, proxy.customerNumber));
  expect(await signatureOf('none')).toBe('none');
});
