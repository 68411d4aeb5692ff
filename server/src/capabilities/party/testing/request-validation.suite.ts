import { fieldOf } from '#dialects/field.ts';
import type { Contract, RequestOf } from '#platform/http/contract.ts';
import { compileRequest } from '#platform/http/validation.ts';
import { Problem } from '#platform/kernel/problem.ts';

/** A request as a test writes it down; what is not said is empty. */
export interface Sent {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** What became of a request at the edge: a command, or the faults that a caller would read. */
export type ValidationOutcome<Command> =
  | { readonly command: Command }
  | { readonly faults: readonly string[] };

/** The edge of one operation, contract and translation together. Faults are told as `code field`. */
export function validatorOf<C extends Contract, Command>(
  contract: C,
  translate: (request: RequestOf<C>) => Command,
): (sent: Sent) => ValidationOutcome<Command> {
  const validate = compileRequest(contract);
  return ({ body, headers = {}, params = { 'party-number': '1000000048' }, query = {} }) => {
    const validated = validate({ params, query, headers, body });
    if (validated.kind === 'invalid') return { faults: told(validated.faults) };
    try {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- validated against this very contract
      return { command: translate(validated.request as RequestOf<C>) };
    } catch (error) {
      // A refusal is a result here; anything else fails the test.
      if (error instanceof Problem && error.literal === 'invalid')
        return { faults: told(error.more.faults ?? []) };
      throw error;
    }
  };
}

function told(faults: NonNullable<Problem['more']['faults']>): readonly string[] {
  return faults.map(({ code, path }) => `${code} ${fieldOf(path) ?? ''}`.trim()).toSorted();
}
