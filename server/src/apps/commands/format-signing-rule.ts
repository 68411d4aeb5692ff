import type {
  Finding,
  ListedRule,
  ListedVersion,
  SigningExplanation,
  SigningRule,
} from '#capabilities/authorization/index.ts';
import { formatMoney } from '#platform/kernel/money.ts';
import { toWireTimestamp } from '#platform/kernel/timestamp.ts';

/** Formats a table with aligned columns; the last column is not padded. */
function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => (column === row.length - 1 ? text : text.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** Formats findings about rules, errors first. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return ['no findings'];
  return tableLines([
    ['SEVERITY', 'RULES', 'CODE', 'AT', 'MEANING'],
    ...findings.map(({ code, message, path, ruleIds, severity }) => [
      severity,
      ruleIds.join(', '),
      code,
      path,
      message,
    ]),
  ]);
}

/** Formats active rules, one line each. */
export function ruleLines(rules: readonly ListedRule[]): readonly string[] {
  if (rules.length === 0) return ['no active rules'];
  return tableLines([
    ['RULE', 'VERSION', 'OWNER', 'KIND', 'TYPES', 'ACCOUNT', 'AMOUNT', 'SIGNATURES'],
    ...rules.map(({ rule }) => [
      rule.ruleId,
      String(rule.version),
      rule.isMandatory ? `${rule.owner} mandatory` : rule.owner,
      rule.resourceKind,
      `${rule.authorizationType} ${rule.transactionType}`,
      rule.account,
      bandText(rule),
      rule.alternatives.map(alternativeText).join(' or '),
    ]),
  ]);
}

/** Formats versions of rules, with who activated them and until when they held. */
export function versionLines(versions: readonly ListedVersion[]): readonly string[] {
  if (versions.length === 0) return ['no versions'];
  return tableLines([
    ['RULE', 'VERSION', 'ACTIVATED', 'BY', 'RETIRED', 'SIGNATURES'],
    ...versions.map(({ activatedAt, activatedBy, retiredAt, rule, signedResourceId }) => [
      rule.ruleId,
      String(rule.version),
      toWireTimestamp(activatedAt),
      `${activatedBy.length === 0 ? 'not recorded' : activatedBy.join(' and ')}${signedResourceId === undefined ? '' : ' for the owner'}`,
      retiredAt === undefined ? '' : toWireTimestamp(retiredAt),
      rule.alternatives.map(alternativeText).join(' or '),
    ]),
  ]);
}

function bandText({ band, currency, referenceCurrency }: SigningRule): string {
  const bandCurrency = currency === '*' ? referenceCurrency : currency;
  if (bandCurrency === undefined) return '';
  const from = formatMoney({ minor: band.from, currency: bandCurrency });
  const to = band.to === undefined ? '' : ` to ${formatMoney({ minor: band.to, currency: bandCurrency })}`;
  return `${currency === '*' ? 'any, as ' : ''}${bandCurrency} from ${from}${to}`;
}

function alternativeText(alternative: SigningRule['alternatives'][number]): string {
  return alternative
    .map(
      ({ entityId, entityLevel, level, required }) =>
        `${required} of ${entityLevel}:${entityId} (level ${level})`,
    )
    .join(' and ');
}

/** Explains the state of a resource: what is missing, and who may sign. */
export function explanationLines({ alternatives, sentences }: SigningExplanation): readonly string[] {
  return [
    ...sentences,
    ...alternatives.flatMap(({ maySign, sentence, success }) => {
      if (success) return [sentence];
      return [sentence, `  may sign now: ${maySign.length === 0 ? 'no user' : maySign.join(', ')}`];
    }),
  ];
}
