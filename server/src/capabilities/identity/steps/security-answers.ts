import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import { findPolicy } from '#platform/policy/find-policy.ts';
import type { Context } from '#platform/work/context.ts';
import { normalizeAnswer, validateAnswer } from '../domain/passwords/answer-policy.ts';
import { personalWordsOf } from '../domain/passwords/personal-words.ts';
import { answersMax, answersMin, securityQuestionsEnabled } from '../domain/policy.ts';
import { dummyQuestions, findQuestion, isInFormat, type Question } from '../domain/questions.ts';
import type { User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { type AnsweredUser, findAnsweredUser } from '../store/security-answers.store.ts';

/** The questions of a username, whether or not a user has it. */
export interface QuestionsOfName {
  readonly user: AnsweredUser | undefined;
  /** Chosen by the user, or dummy questions if there are none. */
  readonly questions: readonly Question[];
  /** Only those that the user has chosen. */
  readonly chosen: readonly Question[];
  /** The normalized username under which attempts are counted. */
  readonly name: string;
}

/**
 * Looks up the questions of a username. Computes dummy questions in every case, so that response times do not reveal
 * which accounts exist.
 */
export async function questionsOfName(
  { bankId, db, identityVault }: Context & IdentityPorts,
  username: string,
): Promise<QuestionsOfName> {
  // All spellings of a username are equal, also of one that cannot be registered.
  const name = username.normalize('NFC').toLowerCase();
  const user = await findAnsweredUser(db, { bankId, username: name });
  const dummies = dummyQuestions(identityVault.dummySeed(bankId, 'questions', name));
  const chosen = (user?.answers ?? []).flatMap(({ questionId }) => findQuestion(questionId) ?? []);
  return { user, questions: chosen.length === 0 ? dummies : chosen, chosen, name };
}

/** Returns whether the bank has security questions now. */
export async function hasSecurityQuestions(ctx: Context): Promise<boolean> {
  return (await findPolicy(ctx.db, ctx, securityQuestionsEnabled)) === 1;
}

/** A security answer as submitted. */
export interface SubmittedAnswer {
  readonly questionId: string;
  readonly answer: string;
}

export interface VerifiedAnswer {
  readonly question: Question;
  /** Normalized for comparison. */
  readonly answer: string;
}

/** Validates new security answers; refuses with all field errors. */
export function verifyAnswers(
  ctx: Context & IdentityPorts,
  user: User,
  submitted: readonly SubmittedAnswer[],
): readonly VerifiedAnswer[] {
  if (submitted.length < answersMin) rejectFieldErrors([fieldErrorAt(['answers'], 'too-few')]);
  if (submitted.length > answersMax) rejectFieldErrors([fieldErrorAt(['answers'], 'too-many')]);
  const answers = submitted.map(({ answer }) => normalizeAnswer(answer));
  const questionIds = submitted.map(({ questionId }) => questionId);
  const personalWords = personalWordsFor(ctx, user);
  const isBlocklisted = (word: string): boolean => ctx.passwordBlocklist.has(word);
  const validated = submitted.flatMap(({ questionId }) => {
    const question = findQuestion(questionId);
    return question === undefined ? [] : [question];
  });
  const fieldErrors = answers.flatMap((answer, index) => {
    const question = findQuestion(questionIds[index] ?? '');
    const atQuestion = ['answers', index, 'question-id'];
    if (question === undefined) return [fieldErrorAt(atQuestion, 'enum')];
    if (questionIds.indexOf(question.questionId) < index) return [fieldErrorAt(atQuestion, 'duplicate')];
    if (answers.indexOf(answer) < index) return [fieldErrorAt(['answers', index, 'answer'], 'duplicate')];
    return fieldErrorsIn({ question, answer, index, personalWords, isBlocklisted });
  });
  rejectFieldErrors(fieldErrors);
  return validated.map((question, index) => ({ question, answer: answers[index] ?? '' }));
}

interface AnswerToValidate extends VerifiedAnswer {
  readonly index: number;
  readonly personalWords: readonly string[];
  readonly isBlocklisted: (word: string) => boolean;
}

function fieldErrorsIn({
  answer,
  index,
  isBlocklisted,
  personalWords,
  question,
}: AnswerToValidate): readonly FieldError[] {
  const path = ['answers', index, 'answer'];
  if (!isInFormat(question, answer)) return [fieldErrorAt(path, 'pattern')];
  // The choices we offer are in every dictionary.
  if (question.formatType === 'single-choice') return [];
  return validateAnswer({ answer, personalWords, isBlocklisted }).map((error): FieldError => {
    switch (error) {
      case 'too-short':
      case 'too-long':
        return fieldErrorAt(path, error);
      case 'blocklisted':
        return { ...fieldErrorAt(path, 'pattern'), message: 'Too easy to guess.' };
      case 'contains-personal-data':
        return {
          ...fieldErrorAt(path, 'combination-not-allowed'),
          message: 'Contains personal data.',
        };
    }
  });
}

function personalWordsFor(
  { bankId, identityFacts }: Context & IdentityPorts,
  { profile, username }: User,
): readonly string[] {
  const { email, firstName, lastName, openEmail, openPhone, phone } = profile;
  const [address, number] = [email ?? openEmail, phone ?? openPhone];
  return personalWordsOf({
    names: [firstName, lastName].filter((name) => name !== undefined),
    username,
    bankName: identityFacts.of(bankId).bankName,
    ...(address === undefined ? {} : { email: address }),
    ...(number === undefined ? {} : { phoneNumber: number }),
  });
}
