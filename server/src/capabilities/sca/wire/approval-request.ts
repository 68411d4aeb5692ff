import { omitUndefined } from '#platform/kernel/members.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { ReturnAddress } from '../domain/details.ts';
import { isReturnAddress } from '../domain/way-back.ts';
import type { ApprovalRequest } from '../steps/new-authorisation.ts';

export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** Returns what the headers of a request say about the approval: who approves, how, and where the browser returns to. */
export function approvalRequestIn(headers: RequestHeaders): ApprovalRequest {
  return {
    claimedName: headers['psu-id'],
    preference: {
      redirect: flagIn(headers['tpp-redirect-preferred']),
      decoupled: flagIn(headers['tpp-decoupled-preferred']),
    },
    returnTo: returnAddressIn(headers),
    language: headers['psu-accept-language'],
  };
}

/** Returns a flag of a header; the schema of the request allows `true` and `false` alone. */
export function flagIn(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : text === 'true';
}

function returnAddressIn(headers: RequestHeaders): ReturnAddress | undefined {
  const uri = headers['tpp-redirect-uri'];
  const nokUri = headers['tpp-nok-redirect-uri'];
  requireReturnAddress('TPP-Redirect-URI', uri);
  requireReturnAddress('TPP-Nok-Redirect-URI', nokUri);
  return uri === undefined ? undefined : omitUndefined({ uri, nokUri });
}

function requireReturnAddress(header: string, address: string | undefined): void {
  if (address === undefined || isReturnAddress(address)) return;
  const message = `${header} must begin with https://, or http://localhost, and have neither a fragment nor user information.`;
  throw standardProblems.invalid({
    fieldErrors: [{ part: 'header', path: [header], code: 'format', message }],
  });
}
