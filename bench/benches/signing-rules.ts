import { randomUUID } from 'node:crypto';
import type { SigningRule } from '../../server/src/capabilities/authorization/domain/signing/rule.ts';
import { readRules } from '../../server/src/capabilities/authorization/engine/signing-rules/read-rules.ts';
import { createAuthorizationVault } from '../../server/src/capabilities/authorization/store/authorization-vault.ts';
import { insertOrLockCollection } from '../../server/src/capabilities/authorization/store/collections.store.ts';
import { insertSignature } from '../../server/src/capabilities/authorization/store/signatures.store.ts';
import { insertActiveRule } from '../../server/src/capabilities/authorization/store/signing-rules.store.ts';
import { effectiveOf } from '../../server/src/capabilities/authorization/testing/signing-rule-steps.suite.ts';
import {
  of,
  payment,
  ruleFields,
} from '../../server/src/capabilities/authorization/testing/signing-steps.suite.ts';
import { createLocalKeys } from '../../server/src/platform/crypto/local-keys.ts';
import { checkDigitsMod97 } from '../../server/src/platform/kernel/check-digits.ts';
import { systemClock } from '../../server/src/platform/kernel/clock.ts';
import type { TestDatabase } from '../../server/src/platform/testing/database.ts';
import { runCommand } from '../../server/src/platform/work/command.ts';
import { commandContext } from '../harness/command-context.ts';
import type { Instance } from '../harness/instance.ts';
import { sha256Hex } from '../torture/linking-mutations.ts';

export const largeOwner = 'LARGE';
const bankId = '01';
const bandsPerAccount = 10;
/** Bank code of the German account numbers. */
const bankCode = '1203';
/** Width of an amount band; ten bands cover amounts up to a million. */
const bandWidth = 100_000;

/**
 * Inserts this number of rules of one owner, for many accounts in ten bands each; and as many owners with one rule
 * each.
 */
export async function insertRules(database: TestDatabase, count: number): Promise<void> {
  const bands = Array.from({ length: bandsPerAccount }, (_, band) =>
    ruleFields({
      'rule-id': `large-${band}`,
      owner: largeOwner,
      account: accountOf(0),
      'amount-from': String(band * bandWidth),
      ...(band === bandsPerAccount - 1 ? {} : { 'amount-to': String((band + 1) * bandWidth) }),
      alternatives: [[of('A', 2)], [of('A', 1), of('B', 1)]],
    }),
  );
  const single = ruleFields({ 'rule-id': 'spread', owner: 'S0', alternatives: [[of('A', 2)]] });
  await insertSome(database, [...bands, single].flatMap(read));
  await copyRules(database, {
    like: 'large-%',
    copies: count / bandsPerAccount - 1,
    changed: { column: 'account', value: accountSql },
  });
  await copyRules(database, {
    like: 'spread',
    copies: count - 1,
    changed: { column: 'owner', value: `'S' || n` },
  });
  await database.query('analyze "authorization".signing_rule');
}

interface Copying {
  readonly like: string;
  readonly copies: number;
  readonly changed: { readonly column: 'account' | 'owner'; readonly value: string };
}

/** Copies a rule that the product wrote, in the database. */
async function copyRules(database: TestDatabase, { changed, copies, like }: Copying): Promise<void> {
  const { column, value } = changed;
  const columns = ['owner', 'account'].map((name) => (name === column ? value : name));
  await database.query(
    `insert into "authorization".signing_rule (bank_id, rule_id, version, status, owner, account, is_mandatory,
       resource_kind, authorization_type, transaction_type, currency, amount_from, amount_to, document, valid_from,
       valid_until, activated_by, row_version, created_at, modified_at)
     select bank_id, rule_id || '-' || n, version, status, ${columns.join(', ')}, is_mandatory, resource_kind,
       authorization_type, transaction_type, currency, amount_from, amount_to,
       document || jsonb_build_object('rule-id', rule_id || '-' || n, '${column}', ${value}), valid_from,
       valid_until, activated_by, row_version, created_at, modified_at
       from "authorization".signing_rule, generate_series(1, $1::int) as n where rule_id like $2`,
    [copies, like],
  );
}

function read(document: unknown): readonly SigningRule[] {
  const found = readRules([document]);
  if (found.kind === 'errors') throw new Error(JSON.stringify(found.errors));
  return found.rules.map((rule) => ({ ...rule, status: 'active' }));
}

async function insertSome(database: TestDatabase, rules: readonly SigningRule[]): Promise<void> {
  const ctx = commandContext({ database: database.app, bankId, clock: systemClock, operationId: 'bench' });
  const now = systemClock.now();
  await runCommand(ctx, async (work) => {
    work.audit({ aggregateKind: 'signing-rules', aggregateId: 'bench', changes: [] });
    const changeId = randomUUID();
    for (const rule of rules) insertActiveRule(work, { bankId, changeId, rule, activatedBy: 'bench', now });
  });
}

function accountOf(index: number): string {
  const bban = `${bankCode}${String(index).padStart(14, '0')}`;
  return `DE${checkDigitsMod97(`${bban}DE`)}${bban}`;
}

/** The same for the number `n`; D and E count 13 and 14. */
const bbanSql = `'${bankCode}' || lpad(n::text, 14, '0')`;
const accountSql = `'DE' || lpad((98 - mod((${bbanSql} || '131400')::numeric, 97))::text, 2, '0') || ${bbanSql}`;

/** Returns a payment of an owner that matches one of the rules. */
export function paymentOf(owner: string, index: number, rules: number): string {
  const debtor = owner === largeOwner ? accountOf(index % Math.floor(rules / bandsPerAccount)) : accountOf(0);
  return payment(String(1 + ((index * 7_919) % 999_999)), { debtorAccount: { iban: debtor } });
}

/** Inserts collections with two signatures each, in the stored form. */
export async function insertCollections(
  { database, env }: Instance,
  payments: readonly { readonly owner: string; readonly resourceId: string; readonly payload: string }[],
): Promise<void> {
  const masterKey = Buffer.from(env['PORTICO_MASTER_KEYS'] ?? '', 'base64');
  const vault = createAuthorizationVault(createLocalKeys([masterKey]));
  const now = systemClock.now();
  const decision = {
    rule: effectiveOf({}),
    sentences: ['The rule of the owner for this account and amount.'],
  };
  for (const { owner, payload, resourceId } of payments) {
    const ctx = commandContext({ database: database.app, bankId, clock: systemClock, operationId: 'bench' });
    const collectionId = randomUUID();
    const digest = `sha-256:${sha256Hex(payload)}`;
    await runCommand(ctx, async (work) => {
      work.audit({ aggregateKind: 'signature-collection', aggregateId: collectionId, changes: [] });
      await insertOrLockCollection(work, vault, {
        bankId,
        owner,
        resourceKind: 'payment',
        resourceId,
        collectionId,
        digest,
        decision,
        sealedSignatureData: vault.sealSignatureData(bankId, collectionId, 'EUR 1.00 NL91ABNA0417164300'),
        initiator: undefined,
        expiresAt: now.add({ hours: 24 * 14 }),
        now,
      });
      for (const position of [1, 2]) {
        insertSignature(work, vault, {
          bankId,
          collectionId,
          digest,
          userId: `user-${position}`,
          position,
          onBehalfOf: undefined,
          proofKind: 'ocra',
          proofId: `proof-${position}`,
          deviceId: undefined,
          signedAt: now,
          counted: ['customer-group:A'],
          kind: 'first',
        });
      }
    });
  }
  await database.query('analyze "authorization".signature_collection');
  await database.query('analyze "authorization".signature');
}
