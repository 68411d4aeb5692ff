import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { challengeModes } from '../domain/literals.ts';
import { signatureDataMax } from '../domain/policy.ts';
import { problems } from '../problems.ts';
import { authorization, done, enumOf, handle, userName } from './interface.ts';

const ocraScope = 'authorization.ocra';

const byOcra = {
  interface: authorization,
  method: 'POST',
  access: callers({ application: { scope: ocraScope } }),
  idempotency: 'optional',
  rate: 'change',
  source: 'S002',
} as const;

export const generateOcraChallenge = contract({
  ...byOcra,
  access: callers({ application: { scope: ocraScope }, delegate: { scope: ocraScope } }),
  operationId: 'Authorization_Ocra_Challenge',
  path: '/v1/authorization/ocra/challenge',
  summary: 'Create a challenge for a device of the user',
  description:
    "Returns a challenge that the user's device responds to with a code (RFC 6287). With `signature-data`, the code also signs these data.",
  problems: [problems['no-such-user']],
  request: {
    body: Type.Object(
      {
        'challenge-mode': enumOf(challengeModes),
        'signature-data': Type.Optional(Type.String({ minLength: 1, maxLength: signatureDataMax })),
        'user-id': userName,
      },
      closed,
    ),
  },
  responses: {
    200: {
      description: 'The challenge. Returned for unknown users as well.',
      body: Type.Object({ 'challenge-id': Type.String(), 'challenge-code': Type.String() }),
    },
  },
});

export const verifyOcraResponse = contract({
  ...byOcra,
  operationId: 'Authorization_Ocra_Verify',
  path: '/v1/authorization/ocra/verify',
  summary: 'Verify the response to a challenge',
  description:
    "204 if the code is the response of the user's device to the challenge. A challenge is used once.",
  problems: [problems['bad-response'], problems['replayed-response'], problems['no-such-challenge']],
  request: {
    body: Type.Object(
      { 'challenge-id': handle, 'response-code': Type.String({ pattern: '^[0-9]{8}$' }) },
      closed,
    ),
  },
  responses: done,
});
