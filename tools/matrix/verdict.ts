import type { Contract } from '../../server/src/platform/http/contract.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestServerResponse } from '../../server/src/platform/testing/test-server.ts';
import type { Expected } from './cell.ts';

/** An answer, and the address that was asked. */
export interface Answered {
  readonly path: string;
  readonly answer: TestServerResponse;
}

/** What was said and what should have been; the cell is right when they are equal. */
export interface Verdict {
  readonly seen: unknown;
  readonly wanted: unknown;
}

/** Statuses that mean: not let in, or not because of who it was. */
const refusals = { in: [401, 403, 500], found: [400, 401, 403, 404, 500] } as const;

/** Judges one answer; `unknown` is the answer about something that does not exist. */
export function verdictOf(
  { interface: { dialect } }: Contract,
  expected: Expected,
  { asked, unknown }: { readonly asked: Answered; readonly unknown: Answered | undefined },
): Verdict {
  const { answer } = asked;
  switch (expected.kind) {
    case 'in':
    case 'found': {
      const isRefused = refusals[expected.kind].some((status) => status === answer.status);
      return { seen: isRefused ? `${answer.status} ${answer.text}` : expected.kind, wanted: expected.kind };
    }
    case 'answered':
      return {
        seen: { status: answer.status, error: at(answer.body, 'error'), active: at(answer.body, 'active') },
        wanted: { status: expected.status, error: expected.error, active: expected.active },
      };
    case 'as-unknown': {
      const { entry, literal } = standardProblems['not-found'];
      const { status } = dialect.describeProblem(entry, literal);
      return { seen: comparable(asked), wanted: unknown && { ...comparable(unknown), status } };
    }
    case 'refused': {
      const { entry, literal } = expected.problem;
      const { status, code } = dialect.describeProblem(entry, literal);
      // A list of faults has no word of its own; its status says enough.
      const word = entry.kind === 'invalid' ? code : wordIn(answer);
      return {
        seen: { status: answer.status, word, challenge: answer.headers['www-authenticate'] },
        wanted: { status, word: code, challenge: expected.challenge },
      };
    }
  }
}

/** The word a problem is told by, wherever the dialect writes it. */
function wordIn({ body }: TestServerResponse): unknown {
  return at(body, 'code') ?? at(body, 'problem') ?? at(body, 'error') ?? at(body, 'tppMessages', 0, 'code');
}

/** Parts of a path as short as this are words of ours, not names of things. */
const wordLengthMax = 8;

/** All of an answer that could tell one thing from another; what the caller itself sent aside. */
function comparable({ answer, path }: Answered): Readonly<Record<string, unknown>> {
  const { date: _date, 'x-request-id': _requestId, ...headers } = answer.headers;
  const names = path.split('/').filter((part) => part.length > wordLengthMax);
  const text = names.reduce((left, name) => left.replaceAll(name, '…'), answer.text);
  return { status: answer.status, headers, text };
}
