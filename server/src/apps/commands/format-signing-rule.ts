import type {
  Finding,
  ListedRule,
  SigningExplanation,
  SigningRule,
} from '#capabilities/authorization/index.ts';
import { formatMoney } from '#platform/kernel/money.ts';

/** Columns under each other, as wide as their widest word; the last may be as long as it likes. */
function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => (column === row.length - 1 ? text : text.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** What was found in rules, errors first. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return ['nothing was found'];
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

/** Rules that hold, one line each. */
export function ruleLines(rules: readonly ListedRule[]): readonly string[] {
  if (rules.length === 0) return ['no rules hold'];
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

/** Why a thing stands where it does, what is missing, and who may go on. */
export function explanationLines({ alternatives, sentences }: SigningExplanation): readonly string[] {
  return [
    ...sentences,
    ...alternatives.flatMap(({ maySign, sentence, success }) => {
      if (success) return [sentence];
      return [sentence, `  may sign now: ${maySign.length === 0 ? 'nobody' : maySign.join(', ')}`];
    }),
  ];
}
