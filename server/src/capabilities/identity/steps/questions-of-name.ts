import type { Context } from '#platform/work/context.ts';
import { dummyQuestions, findQuestion, type Question } from '../domain/questions.ts';
import type { IdentityPorts } from '../ports/identity-ports.ts';
import { type AnsweredUser, findAnsweredUser } from '../store/security-answers.store.ts';

/** What a name is asked, whether anybody has it or not. */
export interface QuestionsOfName {
  readonly user: AnsweredUser | undefined;
  /** Chosen by the user, or drawn for whoever has chosen none. */
  readonly questions: readonly Question[];
  /** The name as attempts at it are counted. */
  readonly name: string;
}

/** Looks a name up. Decoys are drawn for everybody, so that nobody can tell from the time who needed them. */
export async function questionsOfName(
  { bankId, db, identityVault }: Context & IdentityPorts,
  username: string,
): Promise<QuestionsOfName> {
  // All spellings of a name are one, also of a name that nobody can have.
  const name = username.normalize('NFC').toLowerCase();
  const user = await findAnsweredUser(db, { bankId, username: name });
  const dummies = dummyQuestions(identityVault.dummySeed(bankId, 'questions', name));
  const chosen = (user?.answers ?? []).flatMap(({ questionId }) => findQuestion(questionId) ?? []);
  return { user, questions: chosen.length === 0 ? dummies : chosen, name };
}
