import type { Temporal } from 'temporal-polyfill';
import { publishTestTemplate } from '#capabilities/correspondence/testing/publish-test-template.suite.ts';
import type { IdentityPorts } from '#capabilities/identity/index.ts';
import type { TestDatabase } from '#platform/testing/database.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { type RestrictionKind, wholeClient } from '../domain/restrictions/restriction.ts';
import { reportSuspectedFraud as report } from '../operations/restrictions/report-suspected-fraud.ts';
import { setRestriction as set } from '../operations/restrictions/set-restriction.ts';
import type { ClientPorts } from '../ports/client-ports.ts';
import { putRestriction } from '../steps/restrictions/put-restriction.ts';
import type { ClientVault } from '../store/client-vault.ts';
import { testClientPorts } from './client-test-ports.suite.ts';

type Ctx = Context & { readonly clientVault: ClientVault; readonly identity: IdentityPorts };

/** The fraud engine of the bank. */
function asEngine(ctx: Ctx): Context & ClientPorts {
  return {
    ...testClientPorts({ app: ctx.database, clock: ctx.clock, identity: ctx.identity }),
    ...ctx,
    caller: {
      kind: 'application',
      clientId: 'fraud-engine',
      bankId: ctx.bankId,
      scopes: new Set(['restriction', 'fraud.report']),
      binding: 'none',
    },
  };
}

/** Sets a restriction as the bank does, for tests of what obeys it; returns its id. */
export async function setRestriction(
  ctx: Ctx,
  clientNumber: string,
  wanted: {
    readonly kind: RestrictionKind;
    readonly expiresAt?: Temporal.Instant;
    readonly accounts?: readonly string[];
  },
): Promise<string> {
  const { restriction } = await set(asEngine(ctx), {
    kind: wanted.kind,
    scope: { accounts: wanted.accounts ?? [], cards: [], devices: [] },
    reason: 'suspected-fraud',
    note: undefined,
    expiresAt: wanted.expiresAt,
    clientNumber,
  });
  return restriction.restrictionId;
}

/** Reports suspected fraud about a client and blocks; returns the id of the report. */
export async function reportSuspectedFraud(ctx: Ctx, clientNumber: string): Promise<string> {
  const { reportId } = await report(asEngine(ctx), {
    category: 'account-takeover',
    description: undefined,
    transactionReferences: [],
    occurredAt: undefined,
    contactPhone: undefined,
    isBlocking: true,
    clientNumber,
  });
  return reportId;
}

/** Writes what staff and customers may write about a client: the note of a restriction, and a fraud report. */
export async function writeAboutFraud(
  ctx: Ctx,
  clientNumber: string,
  { description, note }: { readonly note: string; readonly description: string },
): Promise<void> {
  await set(asEngine(ctx), {
    kind: 'card-block',
    scope: wholeClient,
    reason: 'lost',
    note,
    expiresAt: undefined,
    clientNumber,
  });
  await report(asEngine(ctx), {
    category: 'other',
    description,
    transactionReferences: [],
    occurredAt: undefined,
    contactPhone: undefined,
    isBlocking: false,
    clientNumber,
  });
}

/** Publishes the template of notices about restrictions. */
export async function publishRestrictionTemplate(ctx: Ctx): Promise<void> {
  await publishTestTemplate(
    { ...ctx, ...ctx.identity.authorization.correspondence },
    {
      templateId: 'restriction-changed',
      messageKind: 'security-notice',
      messageCategory: 'security',
      text: '{{ what }}',
    },
  );
}

/** Restricts a user who has no party, and therefore no command that locks the client; returns what ends it. */
export async function restrictUser(
  ctx: Context & ClientPorts & { readonly rows: Pick<TestDatabase, 'query'> },
  { userId }: { readonly userId: string },
  kind: RestrictionKind,
): Promise<() => Promise<void>> {
  const { rows } = ctx;
  const clientNumber = userId.slice(-12);
  await rows.query('update identity.user_account set customer_number = $2 where user_id = $1', [
    userId,
    clientNumber,
  ]);
  const { restrictionId } = await runCommand(ctx, async (work) => {
    const client = { clientNumber, numbers: [clientNumber], userIds: [userId] };
    const { restriction } = await putRestriction(ctx, work, client, {
      kind,
      scope: wholeClient,
      reason: 'suspected-fraud',
      note: undefined,
      setterKind: 'product',
      setterId: 'test',
      expiresAt: undefined,
    });
    work.audit({ aggregateKind: 'client', aggregateId: clientNumber, changes: [] });
    return restriction;
  });
  return async () => {
    await rows.query('delete from client.restriction where restriction_id = $1', [restrictionId]);
  };
}
