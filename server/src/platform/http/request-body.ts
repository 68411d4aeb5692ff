import type { FastifyRequest } from 'fastify';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Contract } from './contract.ts';
import { parseJsonBody } from './json-body.ts';

/** Parses the body. Its bytes stay on the request, because signatures and keys cover bytes. */
export function parseBody(request: FastifyRequest, contract: Contract): unknown {
  if (contract.request.body === undefined) return undefined;
  const bytes = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (!consumes(contract, request.headers['content-type']))
    throw standardProblems['unsupported-media-type']();
  const parsed = parseJsonBody(bytes);
  if (parsed.kind === 'refused') throw standardProblems.invalid({ fieldErrors: [parsed.fieldError] });
  return parsed.value;
}

function consumes(contract: Contract, contentType: string | undefined): boolean {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === undefined) return false;
  return contract.interface.dialect.consumes.some((accepted) =>
    accepted.startsWith('+')
      ? mediaType.startsWith('application/') && mediaType.endsWith(accepted)
      : mediaType === accepted,
  );
}
