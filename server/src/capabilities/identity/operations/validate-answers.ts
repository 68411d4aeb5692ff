import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { findIdempotencyRecord } from '#platform/work/idempotency.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { normalizeAnswer } from '../domain/passwords/answer-policy.ts';
import { userEvent } from '../events.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { problems } from '../problems.ts';
import { type QuestionsOfName, questionsOfName } from '../steps/questions-of-name.ts';
import type { SubmittedAnswer } from '../steps/verify-answers.ts';
import { clearAnswers, reserveAnswerAttempt } from '../store/login-attempts.store.ts';
import { lockUser, saveUser } from '../store/users.store.ts';

export interface ValidateAnswers {
  readonly username: string;
  readonly answers: readonly SubmittedAnswer[];
}

/**
 * Judges answers to all questions of a name. The attempt is entered as failed and saved before anything is compared.
 * Wrong, incomplete, locked and unknown are one and cost the same: each question is answered by one comparison.
 */
export async function validateAnswers(
  ctx: Context & IdentityPorts,
  { answers, username }: ValidateAnswers,
): Promise<void> {
  const asked = await questionsOfName(ctx, username);
  const { bankId, clock, identityVault } = ctx;
  const subject = asked.user?.userId ?? identityVault.unknownUserKey(bankId, asked.name);
  const key = { bankId, subject, now: clock.now() };
  // A repetition is answered by its key below, and is no further attempt.
  const isOpen = !(await isRepeated(ctx)) && (await isAttemptOpen(ctx, key));
  const isRight = (await areRight(ctx, asked, answers)) && isOpen && areAsked(asked, answers);
  await runCommand(ctx, async (work) => {
    const isDone = isRight && (await accept(ctx, work, key));
    if (!isDone) refuse(work, { subject, asked });
    work.audit({
      aggregateKind: 'user',
      aggregateId: subject,
      changes: [{ field: 'security-answers', after: isDone ? 'right' : 'wrong' }],
      ...(isDone ? {} : { problem: 'answers-not-valid' }),
    });
  });
}

type Key = Parameters<typeof reserveAnswerAttempt>[1];

async function isRepeated(ctx: Context): Promise<boolean> {
  const { idempotency } = ctx;
  return idempotency !== undefined && (await findIdempotencyRecord(ctx, idempotency.key)) !== undefined;
}

/** In a command of its own, without the key: what was tried stays counted, whatever becomes of the answer. */
async function isAttemptOpen(ctx: Context, key: Key): Promise<boolean> {
  return runCommand({ ...ctx, idempotency: undefined }, async (work) => {
    const isOpen = await reserveAnswerAttempt(work, key);
    work.audit({
      aggregateKind: 'user',
      aggregateId: key.subject,
      changes: [{ field: 'answer-attempt', after: isOpen ? 'entered' : 'locked' }],
    });
    return isOpen;
  });
}

/** Every question is compared, also after one was wrong. */
async function areRight(
  { bankId, identityFacts, passwordHasher }: Context & IdentityPorts,
  { questions, user }: QuestionsOfName,
  given: readonly SubmittedAnswer[],
): Promise<boolean> {
  const isOffered = identityFacts.of(bankId).hasSecurityQuestions;
  const verdicts = await Promise.all(
    questions.map(({ questionId }) => {
      const stored = user?.answers.find((answer) => answer.questionId === questionId)?.hash;
      const answer = given.find((one) => one.questionId === questionId)?.answer ?? '';
      return passwordHasher.verify(bankId, isOffered ? stored : undefined, normalizeAnswer(answer));
    }),
  );
  return verdicts.every(({ isRight }) => isRight);
}

/** Each question once, and nothing else. */
function areAsked({ questions }: QuestionsOfName, given: readonly SubmittedAnswer[]): boolean {
  const answered = new Set(given.map(({ questionId }) => questionId));
  return given.length === questions.length && answered.size === questions.length;
}

/** Whoever was suspended meanwhile, or left, proves nothing. */
async function accept(ctx: Context & IdentityPorts, work: Work, key: Key): Promise<boolean> {
  const user = await lockUser(work, ctx, key.subject);
  if (user === undefined || !(user.state === 'active' || user.state === 'pending')) return false;
  clearAnswers(work, key);
  saveUser(work, { ...ctx, now: key.now }, { ...user, lastAnswerValidatedAt: key.now });
  work.emit(userEvent('answersValidated', user.userId));
  return true;
}

function refuse(
  work: Work,
  { asked, subject }: { readonly asked: QuestionsOfName; readonly subject: string },
): void {
  if (asked.user !== undefined) work.emit(userEvent('answersRefused', subject));
  work.rejectAfterCommit(problems['answers-not-valid']());
}
