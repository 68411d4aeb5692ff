import type { RequestOf, ResponseOf } from '#platform/http/contract.ts';
import { preferredLanguages } from '#platform/kernel/language.ts';
import type {
  listQuestions,
  recoverUsername,
  resetPassword,
  setAnswers,
  validateAnswers,
} from '../contract/recovery.ts';
import type { ShownQuestion } from '../domain/questions.ts';
import type { ListQuestions } from '../operations/recovery/list-questions.ts';
import type { RecoverUsername } from '../operations/recovery/recover-username.ts';
import type { ResetPassword } from '../operations/recovery/reset-password.ts';
import type { SetAnswers } from '../operations/recovery/set-answers.ts';
import type { ValidateAnswers } from '../operations/recovery/validate-answers.ts';
import type { SubmittedAnswer } from '../steps/security-answers.ts';

export function toListQuestions({ headers, params }: RequestOf<typeof listQuestions>): ListQuestions {
  return { username: params.username, languages: preferredLanguages(headers['accept-language']) };
}

type Answers = RequestOf<typeof setAnswers>['body']['answers'];

function toAnswers(answers: Answers): readonly SubmittedAnswer[] {
  return answers.map(({ answer, 'question-id': questionId }) => ({ questionId, answer }));
}

export function toValidateAnswers({ body, params }: RequestOf<typeof validateAnswers>): ValidateAnswers {
  return { username: params.username, answers: toAnswers(body.answers) };
}

export function toSetAnswers({ body, headers }: RequestOf<typeof setAnswers>): SetAnswers {
  return {
    answers: toAnswers(body.answers),
    languages: preferredLanguages(headers['accept-language']),
  };
}

export function toQuestionsResponse(questions: readonly ShownQuestion[]): ResponseOf<typeof listQuestions> {
  return {
    status: 200,
    headers: { vary: 'accept-language' },
    body: {
      questions: questions.map(({ answers, description, format, formatType, question, questionId }) => ({
        'question-id': questionId,
        question,
        ...(description === undefined ? {} : { description }),
        'answer-format-type': formatType,
        'answer-format': format,
        'available-answers': answers.map(({ text, value }) => ({ value, text })),
      })),
    },
  };
}

export function toValidatedResponse(): ResponseOf<typeof validateAnswers> {
  return { status: 200 };
}

export function toResetPassword({ body, headers, params }: RequestOf<typeof resetPassword>): ResetPassword {
  return {
    username: params.username,
    channel: body.channel,
    humanCheck: headers['x-human-check'],
    personAddress: headers['psu-ip-address'],
  };
}

export function toRecoverUsername({
  body,
  headers,
  params,
}: RequestOf<typeof recoverUsername>): RecoverUsername {
  return {
    identifier: params.username,
    channel: body.channel,
    humanCheck: headers['x-human-check'],
    personAddress: headers['psu-ip-address'],
  };
}

export function toAcceptedResponse(): ResponseOf<typeof recoverUsername> {
  return { status: 202 };
}
