import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import type { Money } from '#platform/kernel/money.ts';
import type { SigningRule } from '../domain/signing/rule.ts';
import { documentOf, ruleIn } from './rule-document.ts';
import { rawQuery, tables } from './tables.ts';

interface RuleRow {
  readonly document: unknown;
  readonly status: string;
}

/** Criteria of a rule; the database evaluates everything that can prevent a match. */
export interface RuleQuery {
  readonly bankId: string;
  readonly owner: string;
  /** The kind that is asked about, and those whose rules may govern it as well. */
  readonly resourceKinds: readonly string[];
  readonly accounts: readonly string[];
  /** Empty: bands are ignored. */
  readonly amounts: readonly Money[];
  /** Rules in it stand in for currencies without a band, at a rate that the database does not know. */
  readonly referenceCurrency: string;
}

interface RuleCriteria extends Omit<RuleQuery, 'amounts'> {
  /** Whether any is not in the home currency; its band is then known by its rate only. */
  readonly hasForeign: boolean;
  readonly currencies: readonly string[];
  readonly minors: readonly bigint[];
}

const find = statement<RuleCriteria>()(
  ({ accounts, bankId, currencies, hasForeign, minors, owner, referenceCurrency, resourceKinds }) =>
    rawQuery(sql<RuleRow>`
    select document, status from "authorization".signing_rule r
     where bank_id = ${bankId} and owner in (${owner}, '*') and resource_kind = any(${resourceKinds}::text[])
       and account = any(${accounts}::text[]) and status = 'active'
       and (currency = '*' or within_days is not null or is_mandatory or (${hasForeign}::boolean and currency = ${referenceCurrency}) or cardinality(${currencies}::text[]) = 0 or exists (
         select from unnest(${currencies}::text[], ${minors}::bigint[]) as a (currency, minor)
          where a.currency = r.currency and a.minor >= r.amount_from
            and (r.amount_to is null or a.minor < r.amount_to)))`),
);

/** Finds the rules of an owner and of the bank that may apply to a resource. */
export async function findRules(db: Reader, query: RuleQuery): Promise<readonly SigningRule[]> {
  const { amounts, ...criteria } = query;
  const rows = await db.rows(
    find({
      ...criteria,
      accounts: ['*', ...query.accounts],
      resourceKinds: ['*', ...query.resourceKinds],
      currencies: amounts.map(({ currency }) => currency),
      minors: amounts.map(({ minor }) => minor),
      hasForeign: amounts.some(({ currency }) => currency !== query.referenceCurrency),
    }),
  );
  return rows.map(ruleIn);
}

interface OwnersKinds {
  readonly bankId: string;
  readonly owner: string;
  readonly resourceKinds: readonly string[];
}

const some = statement<OwnersKinds>()(({ bankId, owner, resourceKinds }) =>
  rawQuery(sql<{ is_any: boolean }>`
    select exists (select from "authorization".signing_rule
      where bank_id = ${bankId} and owner = ${owner} and resource_kind = any(${resourceKinds}::text[])
        and status = 'active') as is_any`),
);

/** Returns whether an owner has rules for any of some kinds, whatever account or amount they are for. */
export async function hasOwnRules(db: Reader, { resourceKinds, ...scope }: OwnersKinds): Promise<boolean> {
  const row = await db.first(some({ ...scope, resourceKinds: ['*', ...resourceKinds] }));
  return row?.is_any === true;
}

const list = statement<{ readonly bankId: string; readonly owner: string }>()(({ bankId, owner }) =>
  rawQuery(sql<RuleRow>`
    select document, status from "authorization".signing_rule
     where bank_id = ${bankId} and owner in (${owner}, '*') and status = 'active'
     order by owner, rule_id`),
);

/** Lists all active rules of an owner, and those of the bank. */
export async function listActiveRules(
  db: Reader,
  scope: { readonly bankId: string; readonly owner: string },
): Promise<readonly SigningRule[]> {
  return (await db.rows(list(scope))).map(ruleIn);
}

interface RuleIds {
  readonly bankId: string;
  readonly ruleIds: readonly string[];
  readonly now: Temporal.Instant;
}

const newest = statement<RuleIds>()(({ bankId, ruleIds }) =>
  rawQuery(sql<{ rule_id: string; version: number; owner: string; status: string }>`
    select distinct on (rule_id) rule_id, version, owner, status from "authorization".signing_rule
     where bank_id = ${bankId} and rule_id = any(${ruleIds}::text[])
     order by rule_id, version desc`),
);

/** Lists the latest version of each of these rules, whatever its status, and its owner. */
export async function listNewestVersions(
  db: Reader,
  named: RuleIds,
): Promise<ReadonlyMap<string, { readonly version: number; readonly owner: string }>> {
  const rows = await db.rows(newest(named));
  return new Map(rows.map(({ owner, rule_id, version }) => [rule_id, { version, owner }]));
}

interface Retirement extends RuleIds {
  readonly changeId: string;
}

const retire = statement<Retirement>('write')(({ bankId, changeId, now, ruleIds }) =>
  rawQuery(sql<{ rule_id: string; version: number; owner: string }>`
    update "authorization".signing_rule
       set status = 'retired', retired_change_id = ${changeId}, row_version = row_version + 1, modified_at = ${now}
     where bank_id = ${bankId} and rule_id = any(${ruleIds}::text[]) and status = 'active'
    returning rule_id, version, owner`),
);

/** A rule to retire. */
export interface RetiredRule {
  readonly ruleId: string;
  readonly version: number;
  readonly owner: string;
}

export async function retireRules(work: Writer, named: Retirement): Promise<readonly RetiredRule[]> {
  const rows = await work.executeAll(retire(named));
  return rows.map(({ owner, rule_id, version }) => ({ ruleId: rule_id, version, owner }));
}

interface NewRow {
  readonly bankId: string;
  readonly rule: SigningRule;
  readonly activatedBy: string;
  /** The change that activates it. */
  readonly changeId: string;
  readonly now: Temporal.Instant;
}

interface RuleColumns {
  readonly bankId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly owner: string;
  readonly isMandatory: boolean;
  readonly resourceKind: string;
  readonly authorizationType: string;
  readonly transactionType: string;
  readonly account: string;
  readonly currency: string;
  readonly amountFrom: bigint;
  readonly amountTo: bigint | null;
  readonly withinDays: number | null;
  readonly document: string;
  readonly validFrom: Temporal.Instant;
  readonly validUntil: Temporal.Instant | null;
  readonly activatedBy: string;
  readonly changeId: string;
  readonly now: Temporal.Instant;
}

const insert = statement<RuleColumns>('write')((row) =>
  tables.insertInto('signing_rule').values({
    bank_id: row.bankId,
    rule_id: row.ruleId,
    version: row.version,
    status: 'active',
    owner: row.owner,
    is_mandatory: row.isMandatory,
    resource_kind: row.resourceKind,
    authorization_type: row.authorizationType,
    transaction_type: row.transactionType,
    account: row.account,
    currency: row.currency,
    amount_from: row.amountFrom,
    amount_to: row.amountTo,
    within_days: row.withinDays,
    document: row.document,
    valid_from: row.validFrom,
    valid_until: row.validUntil,
    activated_by: row.activatedBy,
    change_id: row.changeId,
    row_version: 1n,
    created_at: row.now,
    modified_at: row.now,
  }),
);

/** Inserts a version of a rule that is active from its start time on. */
export function insertActiveRule(work: Writer, { activatedBy, bankId, changeId, now, rule }: NewRow): void {
  const { account, authorizationType, band, currency, isMandatory, owner, resourceKind, ruleId } = rule;
  work.write(
    insert({
      bankId,
      ruleId,
      version: rule.version,
      owner,
      isMandatory,
      resourceKind,
      authorizationType,
      transactionType: rule.transactionType,
      account,
      currency,
      amountFrom: band.from,
      amountTo: band.to ?? null,
      withinDays: rule.withinDays ?? null,
      document: JSON.stringify(documentOf(rule)),
      validFrom: rule.validFrom,
      validUntil: rule.validUntil ?? null,
      activatedBy,
      changeId,
      now,
    }),
  );
}
