import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import type { Contract, HttpResponse } from './contract.ts';
import { formats } from './formats.ts';

/** An answer that its contract does not allow. In tests and development it is an error; in production it is mended. */
export class ContractViolation extends Error {
  override readonly name = 'Undeclared';
  readonly what: 'status' | 'member' | 'problem';

  constructor(what: 'status' | 'member' | 'problem', message: string) {
    super(message);
    this.what = what;
  }
}

export interface ResponseGuard {
  /** The answer as it may leave. Throws `Undeclared`, or strips and reports, as the mode says. */
  check(answer: HttpResponse): HttpResponse;
}

export interface GuardOptions {
  readonly mode: 'refuse' | 'strip';
  readonly onUndeclared: (operationId: string, what: ContractViolation['what']) => void;
}

const judge = new Ajv2020({ strict: true, strictTypes: false, formats });
const strip = new Ajv2020({ strict: true, strictTypes: false, formats, removeAdditional: true });

/** Compiles the contract's responses; a member that no schema names does not leave the house. */
export function compileGuard(contract: Contract, options: GuardOptions): ResponseGuard {
  const bodies = new Map<number, { isFine: ValidateFunction; mend: ValidateFunction }>();
  for (const [status, { body }] of Object.entries(contract.responses)) {
    if (body === undefined) continue;
    const closed = closeObjects(body);
    bodies.set(Number(status), { isFine: judge.compile(closed), mend: strip.compile(closed) });
  }

  const report = (what: ContractViolation['what'], message: string): void => {
    options.onUndeclared(contract.operationId, what);
    if (options.mode === 'refuse') throw new ContractViolation(what, `${contract.operationId}: ${message}`);
  };

  return {
    check(answer) {
      if (!Object.hasOwn(contract.responses, answer.status)) {
        options.onUndeclared(contract.operationId, 'status');
        throw new ContractViolation(
          'status',
          `${contract.operationId}: status ${answer.status} is not declared`,
        );
      }
      if (answer.file !== undefined) return declaredFile(contract, answer, answer.file.contentType);
      const validators = bodies.get(answer.status);
      if (validators === undefined) {
        if (answer.body !== undefined) report('member', `status ${answer.status} has no body`);
        return { status: answer.status, headers: answer.headers ?? {} };
      }
      if (validators.isFine(answer.body)) return answer;
      report('member', judge.errorsText(validators.isFine.errors));
      const body = structuredClone(answer.body);
      if (!validators.mend(body))
        throw new ContractViolation('member', `${contract.operationId}: the body cannot be mended`);
      return { ...answer, body };
    },
  };
}

/** There is nothing in a file to strip: it is declared, or it stays. */
function declaredFile(
  { operationId, responses }: Contract,
  answer: HttpResponse,
  contentType: string,
): HttpResponse {
  if (responses[answer.status]?.files?.includes(contentType)) return answer;
  throw new ContractViolation('member', `${operationId}: no such file is declared`);
}

/** The schema with every object closed; readers see it open, the guard does not. */
function closeObjects(schema: TSchema): TSchema {
  return closeValue(schema) as TSchema; // oxlint-disable-line typescript/consistent-type-assertions -- same shape, more closed
}

function closeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeValue);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closeValue(inner)]));
  const isRecord = Object.hasOwn(copy, 'patternProperties');
  return copy['type'] === 'object' && !isRecord && copy['additionalProperties'] === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
