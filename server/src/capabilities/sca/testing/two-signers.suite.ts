import { type AuthorizationPorts, readRules } from '#capabilities/authorization/index.ts';
import { changeSigning } from '#capabilities/authorization/testing/signing-changes.suite.ts';
import type { Context } from '#platform/work/context.ts';
import type { ResourceTestApp, TestCustomer } from './resource-test-app.suite.ts';

/** What is signed, and how long the rule gives for it. */
interface Signatures {
  readonly resourceKind:
    | 'payment'
    | 'bulk-payment'
    | 'periodic-payment'
    | 'payment-cancellation'
    | 'consent'
    | 'funds-confirmation-consent';
  readonly validity?: string | undefined;
}

const authorizationTypes: Readonly<Record<Signatures['resourceKind'], string>> = {
  payment: 'PAYMENT',
  'bulk-payment': 'PAYMENT',
  'periodic-payment': 'PAYMENT',
  'payment-cancellation': 'CANCELLATION',
  consent: 'CONSENT',
  'funds-confirmation-consent': 'CONSENT',
};

/** Makes every resource of a kind need the signatures of a customer and of a proxy, who gets a mandate. */
export async function requireTwoSignatures(
  app: Pick<ResourceTestApp<unknown>, 'grantMandate' | 'identity'>,
  [{ customerNumber, userId }, second]: readonly [TestCustomer, TestCustomer],
  signatures: Signatures,
): Promise<void> {
  await app.grantMandate(customerNumber, second.customerNumber);
  await activateSigners(
    { ...app.identity.context(), ...app.identity.ports.authorization },
    { ...signatures, owner: customerNumber, userIds: [userId, second.userId] },
  );
}

/** Activates the rule that every resource of a kind needs the signatures of all these users. */
export function activateSigners(
  ctx: Context & AuthorizationPorts,
  { userIds, ...signatures }: Signatures & { readonly owner: string; readonly userIds: readonly string[] },
): Promise<void> {
  const signers = userIds.map((id, index) => ({
    level: index + 1,
    'entity-level': 'user-id',
    'entity-id': id,
    required: 1,
  }));
  return activateRule(ctx, signatures, signers);
}

/** Activates the rule that every resource of a kind needs the signatures of any two people with a mandate. */
export function activateAnyTwo(
  ctx: Context & AuthorizationPorts,
  signatures: Signatures & { readonly owner: string },
): Promise<void> {
  const any = { level: 1, 'entity-level': 'customer', 'entity-id': signatures.owner, required: 2 };
  return activateRule(ctx, signatures, [any]);
}

function activateRule(
  ctx: Context & AuthorizationPorts,
  { owner, resourceKind, validity }: Signatures & { readonly owner: string },
  alternative: readonly unknown[],
): Promise<void> {
  return activateRules(ctx, owner, [
    {
      'rule-id': `${owner}-${resourceKind}`,
      'resource-kind': resourceKind,
      'authorization-type': authorizationTypes[resourceKind],
      ...(validity === undefined ? {} : { 'collection-validity': validity }),
      alternatives: [alternative],
    },
  ]);
}

/** Activates rules of an owner; each is for all amounts in euros, where it says nothing else. */
export async function activateRules(
  ctx: Context & AuthorizationPorts,
  owner: string,
  rules: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const read = readRules(
    rules.map((rule, index) => ({
      'rule-id': `${owner}-${index}`,
      version: 1,
      status: 'draft',
      'valid-from': '2020-01-01T00:00:00Z',
      'bank-id': '01',
      owner,
      currency: 'EUR',
      'amount-from': '0',
      ...rule,
    })),
  );
  if (read.kind === 'errors') throw new Error(JSON.stringify(read.errors));
  const outcome = await changeSigning(ctx, owner, {
    kind: 'rules',
    ownerKind: 'person',
    rules: read.rules,
    retire: [],
  });
  if (outcome.kind !== 'approved') throw new Error(JSON.stringify(outcome));
}
