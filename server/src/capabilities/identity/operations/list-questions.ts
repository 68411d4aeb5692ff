import { chooseLanguage } from '#platform/kernel/language.ts';
import { standardProblems } from '#platform/kernel/standard-problems.ts';
import type { Context } from '#platform/work/context.ts';
import { questionLanguages, type ShownQuestion, showQuestion } from '../domain/questions.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { questionsOfName } from '../steps/questions-of-name.ts';

export interface ListQuestions {
  readonly username: string;
  /** Wanted languages, the most wanted first. */
  readonly languages: readonly string[];
}

/** The questions that somebody chose; whoever is unknown or chose none has some as well, always the same ones. */
export async function listQuestions(
  ctx: Context & IdentityPorts,
  { languages, username }: ListQuestions,
): Promise<readonly ShownQuestion[]> {
  const { bankId, caller, identityFacts } = ctx;
  const { defaultLanguage, hasSecurityQuestions } = identityFacts.of(bankId);
  // A bank that asks no questions has no such resource, for anybody.
  if (!hasSecurityQuestions) throw standardProblems['not-found']();
  const { questions, user } = await questionsOfName(ctx, username);
  if (caller.kind === 'customer' && user?.userId !== caller.userId) throw standardProblems['not-found']();
  const language = chooseLanguage(languages, questionLanguages, defaultLanguage);
  return questions.map((question) => showQuestion(question, language));
}
