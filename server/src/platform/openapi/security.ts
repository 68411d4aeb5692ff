import { type Access, anyRight, type CallerAccess, rightsIn } from '#platform/auth/access.ts';
import type { Contract } from '#platform/http/contract.ts';
import type { Json } from './document.ts';

/** Returns who may call an operation: `security` for clients that are generated, `x-access` for readers. */
export function securityOf(access: Access): Json {
  if (access.kind === 'public') return { security: [] };
  // The server's own metadata (RFC 8414) describes how a client authenticates.
  if (access.kind === 'client') return { security: [], 'x-access': { client: 'as registered' } };
  const { tpp, application, customer, delegate, employee } = access;
  const needed = {
    tpp: tpp?.roles.join(' or '),
    application: named(application?.scope),
    customer: named(customer?.scope),
    delegate: named(delegate?.scope),
    employee: named(employee?.role),
  };
  const callers = Object.entries(needed).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { security: requirementsOf(access), 'x-access': Object.fromEntries(callers) };
}

function named(right: string | undefined): string | undefined {
  if (right === undefined) return undefined;
  return right === anyRight ? 'any' : rightsIn(right).join(' or ');
}

/** Returns the security requirements; one of them is sufficient, and the parts of one are required together. */
function requirementsOf({ tpp, application, customer, delegate, employee }: CallerAccess): readonly Json[] {
  const hasToken = [application, customer, delegate, employee].some((access) => access !== undefined);
  const unboundScopes = application?.binding === undefined ? scopesOf(application?.scope) : [];
  const isEmployeeUnbound = employee !== undefined && employee.binding === undefined;
  return [
    ...(tpp === undefined ? [] : [{ qwac: [] }]),
    ...unboundScopes.map((scopes) => ({ oauth2: scopes })),
    ...(isEmployeeUnbound ? [{ bearer: [] }] : []),
    ...(hasToken ? [{ dpop: [] }, { bearer: [], certificate: [] }] : []),
  ];
}

/** Returns the sets of scopes of which each is sufficient. */
function scopesOf(scope: string | undefined): readonly (readonly string[])[] {
  if (scope === undefined) return [];
  return scope === anyRight ? [[]] : rightsIn(scope).map((right) => [right]);
}

/** Returns the security schemes that the operations of a document name. */
export function securitySchemesOf(contracts: readonly Contract[], tokenUrl: string): Json {
  const accesses = contracts.map(({ access }) => access).filter((access) => access.kind === 'callers');
  const used = new Set(accesses.flatMap((access) => requirementsOf(access).flatMap(Object.keys)));
  const scopes = accesses.flatMap(({ application }) => scopesOf(application?.scope).flat());
  const counts = [...Map.groupBy(scopes.toSorted(), (scope) => scope)].map(([scope, uses]) => [
    scope,
    `Required by ${uses.length} of the operations in this document.`,
  ]);
  return Object.fromEntries(
    Object.entries(schemes(tokenUrl, Object.fromEntries(counts))).filter(([name]) => used.has(name)),
  );
}

function schemes(tokenUrl: string, scopes: Json): Json {
  const token = `an access token (RFC 9068) of the bank's authorization server; token endpoint \`${tokenUrl}\``;
  return {
    qwac: {
      type: 'mutualTLS',
      description:
        'The TLS certificate of a third party (QWAC, ETSI TS 119 495). It names the authorisation number and the roles; `x-access` names the roles of which the operation requires one.',
    },
    oauth2: {
      type: 'oauth2',
      description: `An application sends ${token}, where \`{bank}\` is the id of the bank. It authenticates there by \`private_key_jwt\` or mutual TLS.`,
      flows: { clientCredentials: { tokenUrl, scopes } },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'at+jwt',
      description: `A caller sends ${token}. \`x-access\` names the scope or role that the operation requires.`,
    },
    dpop: {
      type: 'http',
      scheme: 'dpop',
      bearerFormat: 'at+jwt',
      description: `A token that is bound to a key of the client, with a proof in the header \`DPoP\` (RFC 9449); otherwise as \`bearer\`.`,
    },
    certificate: {
      type: 'mutualTLS',
      description: 'The TLS certificate of the client that the token is bound to (RFC 8705).',
    },
  };
}
