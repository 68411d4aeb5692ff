import { runCommand } from '#platform/work/command.ts';
import type { Context } from '#platform/work/context.ts';
import { findIdempotencyRecord } from '#platform/work/idempotency.ts';
import type { Work } from '#platform/work/unit-of-work.ts';
import { normalizeAnswer } from '../../domain/passwords/answer-policy.ts';
import { userEvent } from '../../events.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { problems } from '../../problems.ts';
import {
  hasSecurityQuestions,
  type QuestionsOfName,
  questionsOfName,
  type SubmittedAnswer,
} from '../../steps/security-answers.ts';
import { reserveAnswerAttempt, resetAnswerAttempts } from '../../store/login-attempts.store.ts';
import { lockUser, updateUser } from '../../store/users.store.ts';

export interface ValidateAnswers {
  readonly username: string;
  readonly answers: readonly SubmittedAnswer[];
}

/**
 * Validates the answers to all questions of a username. The attempt is recorded as failed and committed before anything
 * is compared. Wrong, incomplete, locked and unknown give the same response at the same cost: one comparison per
 * question. Right answers are one proof of a recovery: for a short time they open a code to the verified phone.
 */
export async function validateAnswers(
  ctx: Context & IdentityPorts,
  { answers, username }: ValidateAnswers,
): Promise<void> {
  const known = await questionsOfName(ctx, username);
  const { bankId, clock, identityVault } = ctx;
  const subject = known.user?.userId ?? identityVault.unknownUserKey(bankId, known.name);
  const key = { bankId, subject, now: clock.now() };
  // A repeated request is served by its idempotency record below, and is not counted again.
  const isOpen = !(await isRepeated(ctx)) && (await reserveAttempt(ctx, key));
  const isRight = (await areRight(ctx, known, answers)) && isOpen && isComplete(known, answers);
  await runCommand(ctx, async (work) => {
    const isDone = isRight && (await accept(ctx, work, key));
    if (!isDone) refuse(work, { subject, known });
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

/** Counts the attempt in its own command without the idempotency key: it stays counted, whatever the result. */
async function reserveAttempt(ctx: Context, key: Key): Promise<boolean> {
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

/** Compares every answer, also after a wrong one. */
async function areRight(
  ctx: Context & IdentityPorts,
  { questions, user }: QuestionsOfName,
  submitted: readonly SubmittedAnswer[],
): Promise<boolean> {
  const { bankId, passwordHasher } = ctx;
  const isOffered = await hasSecurityQuestions(ctx);
  const verdicts = await Promise.all(
    questions.map(({ questionId }) => {
      const stored = user?.answers.find((answer) => answer.questionId === questionId)?.hash;
      const answer = submitted.find((one) => one.questionId === questionId)?.answer ?? '';
      return passwordHasher.verify(bankId, isOffered ? stored : undefined, normalizeAnswer(answer));
    }),
  );
  return verdicts.every(({ isRight }) => isRight);
}

/** Returns whether each question is answered exactly once. */
function isComplete({ questions }: QuestionsOfName, submitted: readonly SubmittedAnswer[]): boolean {
  const answered = new Set(submitted.map(({ questionId }) => questionId));
  return submitted.length === questions.length && answered.size === questions.length;
}

/** Refuses a user who was suspended or closed since. */
async function accept(ctx: Context & IdentityPorts, work: Work, key: Key): Promise<boolean> {
  const user = await lockUser(work, ctx, key.subject);
  if (user === undefined || !(user.state === 'active' || user.state === 'pending')) return false;
  resetAnswerAttempts(work, key);
  updateUser(work, { ...ctx, now: key.now }, { ...user, lastAnswerValidatedAt: key.now });
  work.emit(userEvent('answersValidated', user.userId));
  return true;
}

function refuse(
  work: Work,
  { known, subject }: { readonly known: QuestionsOfName; readonly subject: string },
): void {
  if (known.user !== undefined) work.emit(userEvent('answersRefused', subject));
  work.rejectAfterCommit(problems['answers-not-valid']());
}
