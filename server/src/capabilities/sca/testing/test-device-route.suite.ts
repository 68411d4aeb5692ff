import Type from 'typebox';
import { xs2a } from '#dialects/xs2a/xs2a.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { testInterface } from '#platform/testing/endpoints.ts';
import { answerDeviceRequest } from '../operations/answer-device-request.ts';

/** Path to which simulated devices send their answers. */
export const deviceAnswersPath = '/v1/test-devices/answers';

/** The app has a route of its own in the product. Here the certificate of a third party names the bank. */
const answerContract = contract({
  operationId: 'Test_Device_Answer',
  interface: testInterface(xs2a, '/v1/test-devices'),
  method: 'POST',
  path: deviceAnswersPath,
  summary: 'Answer a request on a simulated device',
  access: callers({ tpp: { roles: ['PSP_PI'] } }),
  request: {
    body: Type.Object({
      requestId: Type.String(),
      userId: Type.String(),
      deviceId: Type.String(),
      decision: Type.Union([
        Type.Object({ kind: Type.Literal('approved'), number: Type.String(), signature: Type.String() }),
        Type.Object({ kind: Type.Literal('declined') }),
      ]),
    }),
  },
  responses: {
    200: { description: 'What the answer led to.', body: Type.Object({ outcome: Type.String() }) },
  },
  problems: [],
  idempotency: 'none',
  rate: 'unlimited',
  source: 'addition',
});

/** Receives the answers of simulated devices. */
export const deviceAnswerRoute = endpoint(answerContract, {
  toCommand: ({ body }) => body,
  operation: answerDeviceRequest,
  toResponse: ({ kind }) => ({ status: 200 as const, body: { outcome: kind } }),
});
