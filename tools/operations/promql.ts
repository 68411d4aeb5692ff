/** A metric that an expression reads, with what it says about its labels. */
export interface MetricUse {
  readonly name: string;
  /** Label and value; for a pattern, each alternative. */
  readonly matchers: readonly (readonly [label: string, value: string])[];
}

/** What an expression of PromQL names. */
export interface PromqlNames {
  readonly metrics: readonly MetricUse[];
  /** Labels of `by` and `without`. */
  readonly grouped: readonly string[];
  /** Words that are neither a metric nor known to the language. */
  readonly unknown: readonly string[];
}

const known: ReadonlySet<string> = new Set(
  'absent and avg by clamp_min histogram_quantile increase max min on or rate sum time topk unless without'.split(
    ' ',
  ),
);
const metricName = /^portico_[a-z0-9_]+$/;
const token =
  /"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?[smhdw]?|[=!]~|[!=<>]=|[-+*\/<>=(){}[\],$:]|\s+/gy;
const pairs: ReadonlyMap<string, string> = new Map([
  [')', '('],
  ['}', '{'],
  [']', '['],
]);

/** Reads the part of PromQL that the rules and dashboards of this repository use. Throws for anything else. */
export function readPromql(expression: string): PromqlNames {
  const tokens = tokensOf(expression);
  checkBrackets(tokens, expression);
  const metrics: MetricUse[] = [];
  const grouped: string[] = [];
  const unknown: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at] ?? '';
    if (!/^[A-Za-z_]/.test(word)) continue;
    const next = tokens[at + 1];
    const end = tokens.indexOf(next === '{' ? '}' : ')', at);
    if (metricName.test(word)) {
      metrics.push({ name: word, matchers: next === '{' ? matchersIn(tokens.slice(at + 2, end)) : [] });
      if (next === '{') at = end;
    } else if ((word === 'by' || word === 'without') && next === '(') {
      grouped.push(...tokens.slice(at + 2, end).filter((one) => one !== ','));
      at = end;
    } else if (!known.has(word)) unknown.push(word);
  }
  return { metrics, grouped, unknown };
}

function tokensOf(expression: string): readonly string[] {
  const found: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < expression.length) {
    const at = token.lastIndex;
    const [text] = token.exec(expression) ?? [];
    if (text === undefined) throw new Error(`not PromQL at "${expression.slice(at, at + 20)}"`);
    if (text.trim() !== '') found.push(text);
  }
  return found;
}

function checkBrackets(tokens: readonly string[], expression: string): void {
  const open: string[] = [];
  for (const one of tokens) {
    if ('({['.includes(one)) open.push(one);
    const opening = pairs.get(one);
    if (opening !== undefined && open.pop() !== opening) throw new Error(`a bracket too many: ${expression}`);
  }
  if (open.length > 0) throw new Error(`a bracket is not closed: ${expression}`);
}

/** Reads `label="value"` and its variants, separated by commas. */
function matchersIn(tokens: readonly string[]): MetricUse['matchers'] {
  const found: (readonly [string, string])[] = [];
  for (let at = 0; at < tokens.length; at += 4) {
    const [label = '', operator = '', text = '', comma = ','] = tokens.slice(at, at + 4);
    if (!/^(?:=|!=|=~|!~)$/.test(operator) || !text.startsWith('"') || comma !== ',')
      throw new Error(`not a matcher: ${tokens.join(' ')}`);
    const value = text.slice(1, -1);
    for (const one of operator.endsWith('~') ? value.split('|') : [value]) found.push([label, one]);
  }
  return found;
}
