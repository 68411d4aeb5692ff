/** What a command prints: lines for people, or JSON for scripts with `--json`. */
export interface Output {
  /** Prints the result: the lines, or one JSON document. */
  result(facts: unknown, lines: readonly string[]): void;
  /** Prints one step of a longer run: the line, or a JSON document on a line of its own. */
  progress(facts: unknown, line: string): void;
  /** Prints a line for people only. */
  hint(line: string): void;
}

/** Results may be edited and read again, such as signing rules. */
const resultIndent = 2;

/** Creates the output of one run. */
export function createOutput(form: 'text' | 'json', write: (text: string) => void): Output {
  const asJson = (facts: unknown, indent: number): void =>
    write(`${JSON.stringify(facts, plainNumbers, indent)}\n`);
  if (form === 'json')
    return {
      result: (facts) => asJson(facts, resultIndent),
      progress: (facts) => asJson(facts, 0),
      hint: () => undefined,
    };
  return {
    result(_facts, lines) {
      for (const line of lines) write(`${line}\n`);
    },
    progress: (_facts, line) => write(`${line}\n`),
    hint: (line) => write(`${line}\n`),
  };
}

/** Numbers of entries are bigint in the product; those beyond the safe range stay exact as text. */
function plainNumbers(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value);
}
