import { type Contract, problemsBeforeOperation, problemsOf } from '#platform/http/contract.ts';
import type { Dialect, ErrorBody } from '#platform/http/dialect.ts';
import type { ProblemFactory } from '#platform/kernel/problem.ts';
import { componentRef, type Json } from './document.ts';
import { errorExample } from './error-examples.ts';
import { errorHeaders } from './response-headers.ts';

/** Returns the problems of an operation by their status in its dialect. */
export function problemsByStatus(contract: Contract): ReadonlyMap<number, readonly ProblemFactory[]> {
  const { describeProblem } = contract.interface.dialect;
  const sortedProblems = problemsOf(contract).toSorted((one, other) =>
    one.literal < other.literal ? -1 : 1,
  );
  return Map.groupBy(sortedProblems, ({ entry, literal }) => describeProblem(entry, literal).status);
}

/** Returns the responses for statuses that only problems have, and `default` for all others. */
export function errorResponsesOf(contract: Contract): Json {
  const own = [...problemsByStatus(contract)].filter(
    ([status]) => !Object.hasOwn(contract.responses, status),
  );
  const responses = own.map(([status, problems]): [string, Json] => {
    const name = sharedName(problems);
    return [
      String(status),
      name === undefined ? errorResponse(contract, problems) : componentRef('responses', name),
    ];
  });
  return { ...Object.fromEntries(responses), default: componentRef('responses', otherError) };
}

/** Returns the schemas and responses that the error responses of these contracts refer to. */
export function errorComponentsOf(contracts: readonly Contract[]): {
  readonly schemas: Json;
  readonly responses: Json;
} {
  const schemas = new Map<string, unknown>();
  const responses = new Map<string, unknown>();
  for (const contract of contracts) {
    const { dialect } = contract.interface;
    responses.set(otherError, otherErrorResponse(contract));
    for (const [status, problems] of problemsByStatus(contract)) {
      for (const { name, schema } of bodiesOf(dialect, problems)) schemas.set(name, schema);
      const name = sharedName(problems);
      if (name !== undefined && !Object.hasOwn(contract.responses, status))
        responses.set(name, errorResponse(contract, problems));
    }
    for (const { name, schema } of bodiesOf(dialect, problemsBeforeOperation)) schemas.set(name, schema);
  }
  return { schemas: sorted(schemas), responses: sorted(responses) };
}

const otherError = 'other-error';

/** Describes the errors of statuses that an operation does not list. */
function otherErrorResponse(contract: Contract): Json {
  const { dialect } = contract.interface;
  const described = problemsBeforeOperation.map((problem) => {
    const { status } = dialect.describeProblem(problem.entry, problem.literal);
    return `${status}: ${problem.entry.message}`;
  });
  return {
    description: `Any other error. ${described.join(' ')}`,
    ...errorContent(dialect, problemsBeforeOperation, 'any-code'),
  };
}

/** Operations share the responses that have no problem of a capability. */
function sharedName(problems: readonly ProblemFactory[]): string | undefined {
  const isShared = problems.every(({ owner }) => owner === 'platform');
  return isShared ? problems.map(({ literal }) => literal).join('.') : undefined;
}

function errorResponse(contract: Contract, problems: readonly ProblemFactory[]): Json {
  const { dialect } = contract.interface;
  return {
    description: descriptionOf(dialect, problems),
    headers: errorHeaders(contract, problems),
    ...errorContent(dialect, problems, 'listed-codes'),
  };
}

/** Lists each code with its meaning: what a client must handle. */
function descriptionOf(dialect: Dialect, problems: readonly ProblemFactory[]): string {
  const sentences = problems.map(({ entry, literal }) => {
    const { code } = dialect.describeProblem(entry, literal);
    return code === '' ? entry.message : `\`${code}\`: ${entry.message}`;
  });
  return [...new Set(sentences)].join(' ');
}

interface PossibleBody {
  readonly mediaType: string;
  readonly body: ErrorBody;
  readonly problem: ProblemFactory;
}

/** Returns the content of the problems by media type; none if no problem has a body. */
export function errorContent(
  dialect: Dialect,
  problems: readonly ProblemFactory[],
  codes: 'any-code' | 'listed-codes',
): { readonly content?: Json } {
  const possible = problems.flatMap((problem) =>
    Object.entries(dialect.errorBodies(problem.entry)).map(
      ([mediaType, body]): PossibleBody => ({ mediaType, body, problem }),
    ),
  );
  const shown = new Set<ErrorBody>();
  const content = [...Map.groupBy(possible, ({ mediaType }) => mediaType)].map(
    ([mediaType, its]): [string, Json] => {
      // Where two media types have the same bodies, the examples of one are sufficient.
      const isShown = its.every(({ body }) => shown.has(body));
      for (const { body } of its) shown.add(body);
      const schema = anyOf(
        [...Map.groupBy(its, ({ body }) => body)].map(([body, ofBody]) =>
          codes === 'any-code' ? componentRef('schemas', body.name) : schemaWithCodes(dialect, body, ofBody),
        ),
      );
      return [mediaType, isShown ? { schema } : { schema, examples: examplesOf(dialect, its) }];
    },
  );
  return content.length === 0 ? {} : { content: Object.fromEntries(content) };
}

function anyOf(schemas: readonly Json[]): Json {
  const [first] = schemas;
  return first !== undefined && schemas.length === 1 ? first : { anyOf: schemas };
}

function examplesOf(dialect: Dialect, bodies: readonly PossibleBody[]): Json {
  return Object.fromEntries(
    bodies.map(({ mediaType, problem }) => [
      problem.literal,
      { value: errorExample(dialect, problem, mediaType) },
    ]),
  );
}

/** Returns a reference to the body, narrowed to the codes of these problems. */
function schemaWithCodes(dialect: Dialect, body: ErrorBody, its: readonly PossibleBody[]): Json {
  const ref = componentRef('schemas', body.name);
  const codes = its.map(({ problem: { entry, literal } }) => dialect.describeProblem(entry, literal).code);
  if (body.withCodes === undefined || codes.includes('')) return ref;
  return { allOf: [ref, body.withCodes([...new Set(codes)])] };
}

function bodiesOf(dialect: Dialect, problems: readonly ProblemFactory[]): readonly ErrorBody[] {
  return problems.flatMap(({ entry }) => Object.values(dialect.errorBodies(entry)));
}

function sorted(components: ReadonlyMap<string, unknown>): Json {
  return Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
