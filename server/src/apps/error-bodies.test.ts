import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { channel } from '#dialects/channel/channel.ts';
import { oauth } from '#dialects/oauth/oauth.ts';
import { plain } from '#dialects/plain/plain.ts';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { problemsOf } from '#platform/http/contract.ts';
import type { Dialect, ErrorBody, ProblemContext } from '#platform/http/dialect.ts';
import { formats } from '#platform/http/formats.ts';
import { fieldErrorCodes, type ProblemFactory, type ProblemMore } from '#platform/kernel/problem.ts';
import { publishedErrors } from '#platform/testing/published-errors.ts';
import { contracts, problemCatalogues } from './wiring.ts';

const ajv = new Ajv2020({ strict: true, strictTypes: false, formats });
const problems = Object.values(problemCatalogues).flatMap((catalogue) => Object.values(catalogue));
const long = 'x'.repeat(1_000);

const context: ProblemContext = {
  requestId: '3f1c9a52-9d0b-4a52-8d0e-0f2f7b1c0001',
  path: '/v1/thing',
  method: 'POST',
  accept: undefined,
  traceId: undefined,
};
const contexts: readonly ProblemContext[] = [
  context,
  { ...context, accept: 'application/problem+json', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
];

/** What an operation may add to a problem. */
const additions: readonly ProblemMore[] = [
  { links: { startAuthorisation: '/v1/consents/c/authorisations' } },
  {},
  { message: long },
  { details: { outcome: 'unknown', faults: [{ deep: [1] }] } },
  {
    fieldErrors: fieldErrorCodes.map((code) => ({
      part: 'body',
      path: ['items', 3, long],
      code,
      message: long,
    })),
  },
  { fieldErrors: [{ part: 'query', path: [], code: 'too-few', message: 'At least one.' }] },
];

const validators = new Map<string, ValidateFunction>();

/** Returns the validator of a body, narrowed to one code where the body contains the code. */
function validatorOf({ name, schema, withCodes }: ErrorBody, code: string): ValidateFunction {
  const key = `${name} ${code}`;
  const narrowed = code === '' || withCodes === undefined ? [] : [withCodes([code])];
  const validate = validators.get(key) ?? ajv.compile({ allOf: [schema, ...narrowed] });
  validators.set(key, validate);
  return validate;
}

/** Returns what the published schema of a problem's body says about it. */
function errorsOf(dialect: Dialect, problem: ProblemFactory, body: object, contentType: string): string[] {
  const published = dialect.errorBodies(problem.entry)[contentType];
  if (published === undefined) return [`${problem.literal} has no ${contentType}`];
  const validate = validatorOf(published, dialect.describeProblem(problem.entry, problem.literal).code);
  return validate(body) ? [] : [`${problem.literal}: ${ajv.errorsText(validate.errors)}`];
}

describe.each([xs2a, channel, plain, oauth].map((dialect) => [dialect.name, dialect] as const))(
  'the error bodies of %s',
  (_name, dialect) => {
    test('match their published schema for every problem of every catalogue', () => {
      expect(problems.length).toBeGreaterThan(90);
      const errors = problems.flatMap((problem) =>
        additions.flatMap((more) =>
          contexts.flatMap((of) => {
            const { body, contentType } = dialect.render(problem(more), of);
            return body === undefined ? [] : errorsOf(dialect, problem, body, contentType);
          }),
        ),
      );
      expect(errors).toEqual([]);
    });

    test('are absent only where the dialect publishes none', () => {
      const without = problems.filter((problem) => dialect.render(problem(), context).body === undefined);
      const unexpected = without.filter(
        ({ entry }) => entry.kind !== 'unavailable' && Object.keys(dialect.errorBodies(entry)).length > 0,
      );
      expect(unexpected.map(({ literal }) => literal)).toEqual([]);
    });

    test('do not match when a member is missing, or of another type', () => {
      for (const problem of problems) {
        const { body, contentType } = dialect.render(problem(), context);
        // RFC 6749 5.2: the description is optional.
        const required = Object.keys(body ?? {}).filter((name) => name !== 'error_description');
        for (const name of required) {
          const { [name]: value, ...others } = body ?? {};
          const other = typeof value === 'string' ? 1 : 'text';
          expect(errorsOf(dialect, problem, others, contentType)).not.toEqual([]);
          expect(errorsOf(dialect, problem, { ...body, [name]: other }, contentType)).not.toEqual([]);
        }
      }
    });

    test('are closed, unless the standard lets a problem add members', () => {
      const isOpen = dialect.name === 'plain';
      for (const problem of problems) {
        const { body, contentType } = dialect.render(problem(), context);
        if (body === undefined) continue;
        const errors = errorsOf(dialect, problem, { ...body, undeclared: true }, contentType);
        expect(errors.length === 0).toBe(isOpen);
      }
    });
  },
);

describe('the document of an operation', () => {
  const withJson = contracts.flatMap((contract) =>
    problemsOf(contract).flatMap((problem) =>
      contexts.map((of) => ({
        contract,
        problem,
        rendered: contract.interface.dialect.render(problem(), of),
      })),
    ),
  );

  test('describes every problem that the operation may respond with', () => {
    const errors = withJson.map(({ contract, rendered: { body, contentType, status } }) =>
      publishedErrors(contract)({ status, body, contentType: body === undefined ? '' : contentType }),
    );
    expect(errors.length).toBeGreaterThan(1_000);
    expect(errors.filter((error) => error !== undefined)).toEqual([]);
  });

  test('does not describe a problem of another operation', () => {
    const verify = contracts.find(({ operationId }) => operationId === 'Authorization_Otp_VerifySms');
    const foreign = { problem: 'no-such-problem', message: '', type: 'urn:problem:', status: 440 };
    const received = { status: 440, contentType: 'application/json', body: foreign };
    expect(verify && publishedErrors(verify)(received)).toMatch(/allowed values/);
    expect(verify && publishedErrors(verify)({ ...received, contentType: 'text/plain' })).toMatch(/has no/);
  });
});
