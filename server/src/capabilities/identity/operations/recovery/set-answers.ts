import { chooseLanguage } from '#platform/kernel/language.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { questionLanguages, type ShownQuestion, showQuestion } from '../../domain/questions.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { lockOwnUser, ownUserId } from '../../steps/own-user.ts';
import { hasSecurityQuestions, type SubmittedAnswer, verifyAnswers } from '../../steps/security-answers.ts';
import { resetAnswerAttempts } from '../../store/login-attempts.store.ts';
import { replaceAnswers } from '../../store/security-answers.store.ts';
import { findUser } from '../../store/users.store.ts';

export interface SetAnswers {
  readonly answers: readonly SubmittedAnswer[];
  /** Accepted languages, the preferred one first. */
  readonly languages: readonly string[];
}

/** Sets the security questions and answers of the signed-in user; replaces the previous ones. */
export async function setAnswers(
  ctx: Context & IdentityPorts,
  { answers, languages }: SetAnswers,
): Promise<readonly ShownQuestion[]> {
  const { bankId, clock, db, identityFacts, passwordHasher } = ctx;
  const { defaultLanguage } = identityFacts.of(bankId);
  if (!(await hasSecurityQuestions(ctx))) throw standardProblems['not-found']();
  const user = await findUser(db, ctx, ownUserId(ctx));
  if (user === undefined) throw standardProblems.unauthorized();
  const validated = verifyAnswers(ctx, user, answers);
  const hashed = await Promise.all(
    validated.map(async ({ answer, question }) => ({
      questionId: question.questionId,
      hash: await passwordHasher.hash(bankId, answer),
    })),
  );
  await runCommand(ctx, async (work) => {
    const { userId } = await lockOwnUser(ctx, work);
    const now = clock.now();
    replaceAnswers(work, { bankId, userId, answers: hashed, now });
    // A user who was locked after wrong answers to the old questions may use the new ones.
    resetAnswerAttempts(work, { bankId, subject: userId, now });
    work.emit(userEvent('answersSet', userId, { at: now }));
    work.audit({
      aggregateKind: 'user',
      aggregateId: userId,
      changes: [{ field: 'security-questions', after: hashed.length }],
    });
  });
  const language = chooseLanguage(languages, questionLanguages, defaultLanguage);
  return validated.map(({ question }) => showQuestion(question, language));
}
