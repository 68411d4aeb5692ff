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
const groupers: ReadonlySet<string> = new Set(['by', 'without']);
const matchOperators: ReadonlySet<string> = new Set(['=', '!=', '=~', '!~']);
const metricName = /^portico_[a-z0-9_]+$/;
const token =
  /"(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?[smhdw]?|[=!]~|[!=<>]=|[-+*/<>=(){}[\],$:]|\s+/gy;
const pairs: ReadonlyMap<string, string> = new Map([
  [')', '('],
  ['}', '{'],
  [']', '['],
]);

/** Reads the part of PromQL that the rules and dashboards of this repository use. Throws for anything else. */
export function readPromql(expression: string): PromqlNames {
  const tokens = tokensOf(expression);
  checkBrackets(tokens, expression);
  const read: { metrics: MetricUse[]; grouped: string[]; unknown: string[] } = {
    metrics: [],
    grouped: [],
    unknown: [],
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at] ?? '';
    if (!/^[A-Za-z_]/.test(word)) continue;
    const { inBraces, inParentheses } = argumentsAfter(tokens, at);
    if (metricName.test(word)) {
      read.metrics.push({ name: word, matchers: matchersIn(inBraces) });
      if (inBraces.length > 0) at += inBraces.length + 2;
    } else if (groupers.has(word) && inParentheses.length > 0) {
      read.grouped.push(...inParentheses.filter((one) => one !== ','));
      at += inParentheses.length + 2;
    } else if (!known.has(word)) read.unknown.push(word);
  }
  return read;
}

/** Returns the tokens between the brackets that follow a token. */
function argumentsAfter(
  tokens: readonly string[],
  at: number,
): { readonly inBraces: readonly string[]; readonly inParentheses: readonly string[] } {
  const between = (opening: string, closing: string): readonly string[] =>
    tokens[at + 1] === opening ? tokens.slice(at + 2, tokens.indexOf(closing, at)) : [];
  return { inBraces: between('{', '}'), inParentheses: between('(', ')') };
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
    if (!matchOperators.has(operator) || !text.startsWith('"') || comma !== ',')
      throw new Error(`not a matcher: ${tokens.join(' ')}`);
    for (const value of valuesOf(operator, text.slice(1, -1))) found.push([label, value]);
  }
  return found;
}

function valuesOf(operator: string, text: string): readonly string[] {
  return operator.endsWith('~') ? text.split('|') : [text];
}
