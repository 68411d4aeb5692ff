import Type from 'typebox';
import { closed } from '#dialects/channel/schema-parts.ts';
import { callers } from '#platform/auth/access.ts';
import { contract } from '#platform/http/contract.ts';
import { problems } from '../problems.ts';
import {
  channelSchema,
  done,
  humanCheckHeader,
  humanCheckMaybe,
  identity,
  ownUser,
  ownUserFresh,
  usernameParams,
} from './interface.ts';
import { questionList } from './profile.ts';

const shared = { interface: identity, source: 'S002' } as const;
const questionId = Type.String({ minLength: 1, maxLength: 64 });

export const listQuestions = contract({
  ...shared,
  operationId: 'Identity_Users_Questions',
  method: 'GET',
  path: '/v1/identity/users/{username}/questions',
  summary: 'List the security questions of a user; dummy questions for unknown users',
  description:
    'For account recovery. Unknown users get dummy questions, so that the response does not reveal who exists.',
  access: callers({ application: { scope: 'identity.recovery' }, customer: ownUser }),
  request: {
    params: usernameParams,
    headers: Type.Object({ 'accept-language': Type.Optional(Type.String()) }),
  },
  responses: { 200: { description: 'The questions.', body: questionList } },
  problems: [],
  idempotency: 'none',
  rate: 'read',
});

const answer = (
  minLength: number, // oxlint-disable-line typescript/explicit-function-return-type -- inferred from Type.Object
) => Type.Object({ 'question-id': questionId, answer: Type.String({ minLength, maxLength: 100 }) }, closed);

export const validateAnswers = contract({
  ...shared,
  operationId: 'Identity_Users_ValidateAnswers',
  method: 'POST',
  path: '/v1/identity/users/{username}/answers/validate',
  summary: 'Validate security answers; they grant no access by themselves',
  description:
    "Verifies answers to the user's questions for account recovery. All must be right; wrong attempts are counted.",
  access: callers({ application: { scope: 'identity.recovery' } }),
  request: {
    params: usernameParams,
    body: Type.Object({ answers: Type.Array(answer(1), { minItems: 1, maxItems: 10 }) }, closed),
  },
  responses: { 200: { description: 'Right.' } },
  problems: [problems['answers-not-valid']],
  idempotency: 'optional',
  rate: 'change',
});

export const setAnswers = contract({
  ...shared,
  operationId: 'Identity_Me_SetAnswers',
  method: 'PUT',
  path: '/v1/identity/me/answers',
  summary: 'Choose security questions and answer them; replaces the earlier ones',
  description: 'Replaces all questions and answers of the signed-in user. Needs a recent strong sign-in.',
  access: callers({ customer: ownUserFresh }),
  request: {
    headers: Type.Object({ 'accept-language': Type.Optional(Type.String()) }),
    body: Type.Object({ answers: Type.Array(answer(3), { minItems: 1, maxItems: 10 }) }, closed),
  },
  responses: { 200: { description: 'The questions chosen.', body: questionList } },
  problems: [],
  idempotency: 'none',
  rate: 'change',
});

export const resetPassword = contract({
  ...shared,
  operationId: 'Identity_Users_ResetPassword',
  method: 'POST',
  path: '/v1/identity/users/{username}/password/reset',
  summary: 'Send a temporary password if the user exists; the response is always the same',
  description:
    'Sends a temporary password by SMS or e-mail. Unknown users get the same response and nothing is sent.',
  access: callers({
    application: { scope: 'identity.recovery' },
    employee: { role: 'identity.users.register' },
  }),
  request: {
    params: usernameParams,
    headers: humanCheckMaybe,
    body: Type.Object({ channel: Type.Optional(channelSchema) }, closed),
  },
  responses: done,
  problems: [],
  idempotency: 'optional',
  rate: 'change',
});

export const recoverUsername = contract({
  ...shared,
  operationId: 'Identity_Users_RecoverUsername',
  method: 'POST',
  path: '/v1/identity/users/{username}/username-recovery',
  summary: 'Send the username to the owner of an e-mail address, phone number or customer number',
  description:
    'Sends the username to the contact that is on record. Unknown identifiers get the same response and nothing is sent.',
  access: callers({ application: { scope: 'identity.recovery' } }),
  request: {
    params: usernameParams,
    headers: humanCheckHeader,
    body: Type.Object({ channel: Type.Optional(channelSchema) }, closed),
  },
  responses: { 202: { description: 'Accepted, also for unknown identifiers.' } },
  problems: [],
  idempotency: 'optional',
  rate: 'change',
});
