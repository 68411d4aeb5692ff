import { fieldOf } from '#dialects/field.ts';
import type { Contract, RequestOf } from '#platform/http/contract.ts';
import { compileRequest } from '#platform/http/validation.ts';
import { Problem } from '#platform/kernel/problem.ts';

/** A request as written in a test; parts that are absent are empty. */
export interface TestRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** Outcome of validating a request: a command, or the field errors in the response. */
export type ValidationOutcome<Command> =
  | { readonly command: Command }
  | { readonly errors: readonly string[] };

/**
 * Validates requests of one operation with its contract and its wire translation. Field errors are returned as `code
 * field`.
 */
export function validatorOf<C extends Contract, Command>(
  contract: C,
  translate: (request: RequestOf<C>) => Command,
): (sent: TestRequest) => ValidationOutcome<Command> {
  const validate = compileRequest(contract);
  return ({ body, headers = {}, params = { 'party-number': '1000000048' }, query = {} }) => {
    const validated = validate({ params, query, headers, body });
    if (validated.kind === 'invalid') return { errors: fieldErrorTexts(validated.fieldErrors) };
    try {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- validated against this very contract
      return { command: translate(validated.request as RequestOf<C>) };
    } catch (error) {
      // A rejected request is a result here; any other error fails the test.
      if (error instanceof Problem && error.literal === 'invalid')
        return { errors: fieldErrorTexts(error.more.fieldErrors ?? []) };
      throw error;
    }
  };
}

function fieldErrorTexts(fieldErrors: NonNullable<Problem['more']['fieldErrors']>): readonly string[] {
  return fieldErrors.map(({ code, path }) => `${code} ${fieldOf(path) ?? ''}`.trim()).toSorted();
}
