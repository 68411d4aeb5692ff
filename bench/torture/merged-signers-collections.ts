import {
  closeCollection,
  emptyContext,
  prepareSigning,
  readRules,
} from '../../server/src/capabilities/authorization/index.ts';
import { evaluateSignatures } from '../../server/src/capabilities/authorization/operations/signatures/evaluate-signatures.ts';
import { recordSignature } from '../../server/src/capabilities/authorization/operations/signatures/record-signature.ts';
import type { AuthorizationPorts } from '../../server/src/capabilities/authorization/ports/authorization-ports.ts';
import { changeSigning } from '../../server/src/capabilities/authorization/testing/signing-changes.suite.ts';
import { payment } from '../../server/src/capabilities/authorization/testing/signing-steps.suite.ts';
import type { IdentityTestApp } from '../../server/src/capabilities/identity/testing/identity-test-app.suite.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import type { Context } from '../../server/src/platform/work/context.ts';

/** People who have to sign. */
export const required = 2;

/** A payment that two people of an owner have to sign. */
export interface MergedResource {
  readonly owner: string;
  readonly resourceId: string;
  /** May not sign. */
  readonly initiator: string | undefined;
}

function contextOf({ context, ports }: IdentityTestApp): Context & AuthorizationPorts {
  return { ...context(), ...ports.authorization };
}

/** Activates the rule of an owner; returns two payments under it. */
export async function openResources(
  identity: IdentityTestApp,
  { initiator, owner }: Pick<MergedResource, 'initiator' | 'owner'>,
): Promise<readonly MergedResource[]> {
  const read = readRules([
    {
      'rule-id': `${owner}-two`,
      version: 1,
      status: 'draft',
      'valid-from': '2020-01-01T00:00:00Z',
      'bank-id': '01',
      owner,
      'resource-kind': 'payment',
      'authorization-type': 'PAYMENT',
      currency: 'EUR',
      'amount-from': '0',
      'initiator-may-sign': false,
      alternatives: [[{ level: 1, 'entity-level': 'customer', 'entity-id': owner, required }]],
    },
  ]);
  if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
  const change = { kind: 'rules', ownerKind: 'person', rules: read.rules, retire: [] } as const;
  const outcome = await changeSigning(contextOf(identity), owner, change);
  if (outcome.kind !== 'approved') throw new Error(JSON.stringify(outcome));
  return ['first', 'second'].map((name) => ({ owner, resourceId: `${name} of ${owner}`, initiator }));
}

function requestOf({ initiator, owner, resourceId }: MergedResource) {
  const context = { ...emptyContext, actingFor: owner, initiator };
  return { resourceId, resourceKind: 'payment', payload: payment('50000'), context } as const;
}

/** Signs a payment; returns the reason of the outcome. */
export async function sign(
  identity: IdentityTestApp,
  resource: MergedResource,
  userId: string,
): Promise<string> {
  const ctx = contextOf(identity);
  const prepared = await prepareSigning(ctx, requestOf(resource));
  const outcomes = await runCommand(ctx, (work) =>
    recordSignature(ctx, work, { prepared, userId, signedByDevice: undefined, needsProof: false }),
  );
  return outcomes[0]?.reason ?? 'none';
}

/** What is stored and what counts of a payment. */
interface ResourceState {
  readonly state: string | undefined;
  readonly signers: readonly string[];
  readonly counted: number;
}

export async function stateOf(identity: IdentityTestApp, resource: MergedResource): Promise<ResourceState> {
  const { owner, resourceId } = resource;
  const rows = await identity.database.query<{ state: string; user_id: string | null }>(
    `select c.state, s.user_id from "authorization".signature_collection c
       left join "authorization".signature s on s.collection_id = c.collection_id and s.state = 'valid'
      where c.owner = $1 and c.resource_id = $2`,
    [owner, resourceId],
  );
  const [alternative] = await evaluateSignatures(contextOf(identity), requestOf(resource));
  const counted = alternative?.signatures.reduce((sum, { existing }) => sum + existing, 0) ?? 0;
  return { state: rows[0]?.state, signers: rows.flatMap(({ user_id: userId }) => userId ?? []), counted };
}

/** Executes a payment if its signatures suffice now. */
export async function use(
  identity: IdentityTestApp,
  { owner, resourceId }: MergedResource,
): Promise<'closed' | 'refused' | 'none'> {
  const ctx = contextOf(identity);
  const [row] = await identity.database.query<{ digest: string }>(
    `select digest from "authorization".signature_collection where owner = $1 and resource_id = $2`,
    [owner, resourceId],
  );
  if (row === undefined) return 'none';
  const closing = { as: 'used', digest: row.digest } as const;
  return runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'payment', aggregateId: resourceId, changes: [] });
    return closeCollection(ctx, work, { owner, resourceKind: 'payment', resourceId, closing });
  });
}
