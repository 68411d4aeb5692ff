import { chooseLanguage } from '#platform/kernel/language.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { questionLanguages, type ShownQuestion, showQuestion } from '../../domain/questions.ts';
import type { IdentityPorts } from '../../ports/identity-ports.ts';
import { hasSecurityQuestions, questionsOfName } from '../../steps/security-answers.ts';

export interface ListQuestions {
  readonly username: string;
  /** Accepted languages, the preferred one first. */
  readonly languages: readonly string[];
}

/**
 * Lists the questions of a username. For an unknown username, and for a user who has chosen none, an application gets
 * dummy questions, always the same ones. Signed-in customers see what they have chosen, also if that is nothing.
 */
export async function listQuestions(
  ctx: Context & IdentityPorts,
  { languages, username }: ListQuestions,
): Promise<readonly ShownQuestion[]> {
  const { bankId, caller, identityFacts } = ctx;
  const { defaultLanguage } = identityFacts.of(bankId);
  // A bank without security questions has no such resource, for any caller.
  if (!(await hasSecurityQuestions(ctx))) throw standardProblems['not-found']();
  const { questions: shown, chosen, user } = await questionsOfName(ctx, username);
  if (caller.kind === 'customer' && user?.userId !== caller.userId) throw standardProblems['not-found']();
  const questions = caller.kind === 'customer' ? chosen : shown;
  const language = chooseLanguage(languages, questionLanguages, defaultLanguage);
  return questions.map((question) => showQuestion(question, language));
}
