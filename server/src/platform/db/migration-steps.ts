/** Part of a migration that is sent by itself. */
export interface Step {
  readonly sql: string;
  /** Whether it is repeated, each time in its own transaction, until it changes no row. */
  readonly isRepeated: boolean;
  /** Whether it builds or drops an index without blocking commands, which has no limit of time. */
  readonly isConcurrent: boolean;
  /** Names of the indexes that it builds concurrently. */
  readonly builtIndexes: readonly string[];
}

/**
 * A migration with this line is sent step by step, each step in its own transaction. It is for what must not hold locks
 * for long: an index created concurrently, rows copied in batches. If a step fails or the migrator dies, the next run
 * restarts at the first step, so every step must be repeatable.
 */
const inSteps = /^-- transaction: per step$/m;
const stepLine = /^-- step(| until no row changes): .*$/m;
const comment = /--.*$/gm;
const concurrentIndex = /\bindex\s+concurrently\b/i;
const builtIndex = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)\s+on\b/gi;

/** Returns the steps of a migration, or undefined if it is one transaction. */
export function parseSteps(sql: string): readonly Step[] | undefined {
  if (!inSteps.test(sql)) return undefined;
  const parts = sql.split(stepLine).slice(1);
  return parts.flatMap((part, index) => (index % 2 === 1 ? [parseStep(part, parts[index - 1] ?? '')] : []));
}

function parseStep(sql: string, kind: string): Step {
  const code = sql.replaceAll(comment, '');
  return {
    sql,
    isRepeated: kind !== '',
    isConcurrent: concurrentIndex.test(code),
    builtIndexes: [...code.matchAll(builtIndex)].map(([, name]) => name?.toLowerCase() ?? ''),
  };
}
