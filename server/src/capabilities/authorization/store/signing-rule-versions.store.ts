import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { SigningRule } from '../domain/signing/rule.ts';
import { ruleIn } from './rule-document.ts';
import type { SigningChangeTable, SigningRuleTable } from './tables.generated.ts';
import { rawQuery } from './tables.ts';

/** A version of a rule, from when to when it was active, and who activated it. */
export interface RuleVersion {
  readonly rule: SigningRule;
  readonly activatedAt: Temporal.Instant;
  /** Employees who proposed and approved it; none for versions from before changes were recorded. */
  readonly activatedBy: readonly string[];
  /** The resource that the owner signed, if it decided the change itself. */
  readonly signedResourceId: string | undefined;
  readonly retiredAt: Temporal.Instant | undefined;
}

interface VersionScope {
  readonly bankId: string;
  readonly owner: string;
  /** Absent: all versions. */
  readonly at: Temporal.Instant | undefined;
  readonly listMax: number;
}

type VersionRow = Pick<SigningRuleTable, 'document' | 'status' | 'created_at' | 'modified_at'> & {
  readonly [Column in 'proposed_by' | 'decided_by' | 'signed_resource_id']: SigningChangeTable[Column] | null;
};

const versions = statement<VersionScope>()(({ at, bankId, listMax, owner }) =>
  rawQuery(sql<VersionRow>`
    select r.document, r.status, r.created_at, r.modified_at, c.proposed_by, c.decided_by, c.signed_resource_id
      from "authorization".signing_rule r
      left join "authorization".signing_change c on c.bank_id = r.bank_id and c.change_id = r.change_id
     where r.bank_id = ${bankId} and r.owner = ${owner} and r.status in ('active', 'retired')
       and (${at}::timestamptz is null or (r.created_at <= ${at} and (r.status = 'active' or r.modified_at > ${at})
         and r.valid_from <= ${at} and (r.valid_until is null or r.valid_until > ${at})))
     order by r.created_at, r.rule_id, r.version limit ${listMax}`),
);

/** Lists versions of rules of an owner in the order of their activation. A retired version was active until its last change. */
export async function listVersions(db: Reader, scope: VersionScope): Promise<readonly RuleVersion[]> {
  return (await db.rows(versions(scope))).map((row) => ({
    rule: ruleIn(row),
    activatedAt: row.created_at,
    activatedBy: [...new Set([row.proposed_by, row.decided_by])].filter((employee) => employee !== null),
    signedResourceId: row.signed_resource_id ?? undefined,
    retiredAt: row.status === 'retired' ? row.modified_at : undefined,
  }));
}
