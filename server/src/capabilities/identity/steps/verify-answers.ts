import { faultAt, refuseFaults } from '#dialects/channel/field-errors.ts';
import type { FieldError } from '#platform/kernel/problem.ts';
import type { Context } from '#platform/work/context.ts';
import { normalizeAnswer, validateAnswer } from '../domain/passwords/answer-policy.ts';
import { personalWordsOf } from '../domain/passwords/personal-words.ts';
import { answersMax, answersMin } from '../domain/policy.ts';
import { findQuestion, isInFormat, type Question } from '../domain/questions.ts';
import type { User } from '../domain/user.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';

/** An answer as somebody wrote it. */
export interface SubmittedAnswer {
  readonly questionId: string;
  readonly answer: string;
}

export interface VerifiedAnswer {
  readonly question: Question;
  /** As it is compared. */
  readonly answer: string;
}

/** The answers that somebody would like to have; refuses with all that is wrong with them. */
export function verifyAnswers(
  ctx: Context & IdentityPorts,
  user: User,
  given: readonly SubmittedAnswer[],
): readonly VerifiedAnswer[] {
  if (given.length < answersMin) refuseFaults([faultAt(['answers'], 'too-few')]);
  if (given.length > answersMax) refuseFaults([faultAt(['answers'], 'too-many')]);
  const answers = given.map(({ answer }) => normalizeAnswer(answer));
  const questionIds = given.map(({ questionId }) => questionId);
  const personalWords = personalWordsFor(ctx, user);
  const isBlocklisted = (word: string): boolean => ctx.passwordBlocklist.has(word);
  const judged = given.flatMap(({ questionId }) => {
    const question = findQuestion(questionId);
    return question === undefined ? [] : [question];
  });
  const faults = answers.flatMap((answer, index) => {
    const question = findQuestion(questionIds[index] ?? '');
    const atQuestion = ['answers', index, 'question-id'];
    if (question === undefined) return [faultAt(atQuestion, 'enum')];
    if (questionIds.indexOf(question.questionId) < index) return [faultAt(atQuestion, 'duplicate')];
    if (answers.indexOf(answer) < index) return [faultAt(['answers', index, 'answer'], 'duplicate')];
    return faultsIn({ question, answer, index, personalWords, isBlocklisted });
  });
  refuseFaults(faults);
  return judged.map((question, index) => ({ question, answer: answers[index] ?? '' }));
}

interface Judging extends VerifiedAnswer {
  readonly index: number;
  readonly personalWords: readonly string[];
  readonly isBlocklisted: (word: string) => boolean;
}

function faultsIn({ answer, index, isBlocklisted, personalWords, question }: Judging): readonly FieldError[] {
  const path = ['answers', index, 'answer'];
  if (!isInFormat(question, answer)) return [faultAt(path, 'pattern')];
  // What we offer to choose from is in every dictionary.
  if (question.formatType === 'single-choice') return [];
  return validateAnswer({ answer, personalWords, isBlocklisted }).map((fault): FieldError => {
    switch (fault) {
      case 'too-short':
      case 'too-long':
        return faultAt(path, fault);
      case 'blocklisted':
        return { ...faultAt(path, 'pattern'), message: 'Too easy to guess.' };
      case 'contains-personal-data':
        return {
          ...faultAt(path, 'combination-not-allowed'),
          message: 'Contains what others know of this person.',
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
