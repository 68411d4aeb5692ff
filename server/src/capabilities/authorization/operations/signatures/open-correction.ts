import type { Temporal } from 'temporal-polyfill';
import { virtualShard } from '#platform/kernel/ids.ts';
import type { Context } from '#platform/work/context.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { correctionRule } from '../../domain/signing/correction-rule.ts';
import { effectiveRule } from '../../domain/signing/effective-rule.ts';
import type { AuthorizationPorts } from '../../ports/authorization-ports.ts';
import { payloadDigest } from '../../steps/payload-digest.ts';
import { insertOrLockCollection } from '../../store/collections.store.ts';
import { findRules } from '../../store/signing-rules.store.ts';

/** A correction of party data that employees sign. */
export interface SignedCorrection {
  readonly correctionId: string;
  /** The JSON body of the correction. */
  readonly payload: string;
}

const resourceKind = 'party-correction';
/** Corrections belong to the bank, so rules of customers do not apply to them. */
const owner = '*';

/**
 * Opens the collection of a correction in the command that is refused for it; returns until when signatures are
 * collected. Employees sign it by evaluate-user under the returned id. An employee who calls is its initiator. The caller
 * audits its own command.
 */
export async function openCorrection(
  ctx: Context & Pick<AuthorizationPorts, 'authorizationVault'>,
  work: Work,
  { correctionId, payload }: SignedCorrection,
): Promise<Temporal.Instant> {
  const { authorizationVault: vault, bankId, caller, clock, ids } = ctx;
  const now = clock.now();
  const rules = await findRules(work, {
    bankId,
    owner,
    resourceKinds: [resourceKind],
    accounts: [],
    amounts: [],
    referenceCurrency: '',
  });
  const facts = {
    bankId,
    owner,
    // The employee who asked may sign, unless a rule of the bank says otherwise.
    ownerKind: 'person',
    resourceKind,
    authorizationType: 'N/A',
    questions: [{ transactionType: 'N/A', amounts: [] }],
  } as const;
  const rule = correctionRule(effectiveRule(facts, { rules, now, midRates: [] }));
  const digest = payloadDigest(ctx, { resourceKind, payload });
  const collectionId = ids.uuid(virtualShard(bankId, owner));
  const { expiresAt } = await insertOrLockCollection(work, vault, {
    bankId,
    owner,
    resourceKind,
    resourceId: correctionId,
    collectionId,
    digest,
    decision: { rule, sentences: ['Two employees of the bank sign a correction.'] },
    sealedSignatureData: vault.sealSignatureData(bankId, collectionId, digest),
    initiator: caller.kind === 'employee' ? caller.employeeId : undefined,
    expiresAt: now.add({ hours: 72 }),
    now,
  });
  return expiresAt;
}
