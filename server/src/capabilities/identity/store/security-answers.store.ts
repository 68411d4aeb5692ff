import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { tables, written } from './tables.ts';

/** An answer that was given, as it is kept. */
export interface StoredAnswer {
  readonly questionId: string;
  readonly hash: string;
}

/** Whom a name belongs to, and what they chose, in their order. */
export interface AnsweredUser {
  readonly userId: string;
  readonly answers: readonly StoredAnswer[];
}

interface Row {
  readonly user_id: string;
  readonly question_id: string | null;
  readonly answer_hash: string | null;
}

const byName = statement<{ readonly bankId: string; readonly username: string }>()(({ bankId, username }) =>
  written(sql<Row>`
    select u.user_id, a.question_id, a.answer_hash
      from identity.user_account u
      left join identity.security_answer a on a.bank_id = u.bank_id and a.user_id = u.user_id
     where u.bank_id = ${bankId} and u.username = ${username} and u.status <> 'closed'
     order by a.position`),
);

/** One question for names that are known and for those that are not; nothing of the person is opened. */
export async function findAnsweredUser(
  db: Reader,
  key: { readonly bankId: string; readonly username: string },
): Promise<AnsweredUser | undefined> {
  const rows = await db.rows(byName(key));
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    userId: first.user_id,
    answers: rows.flatMap(({ answer_hash: hash, question_id: questionId }) =>
      questionId === null || hash === null ? [] : [{ questionId, hash }],
    ),
  };
}

interface OfUser {
  readonly bankId: string;
  readonly userId: string;
}

const remove = statement<OfUser>('write')(({ bankId, userId }) =>
  tables.deleteFrom('security_answer').where('bank_id', '=', bankId).where('user_id', '=', userId),
);

interface NewAnswers extends OfUser {
  readonly questionIds: readonly string[];
  readonly hashes: readonly string[];
  readonly now: Temporal.Instant;
}

const insert = statement<NewAnswers>('write')(({ bankId, hashes, now, questionIds, userId }) =>
  written(sql`
    insert into identity.security_answer (bank_id, user_id, question_id, answer_hash, position, created_at)
    select ${bankId}, ${userId}, a.question_id, a.hash, a.position::int, ${now}
      from unnest(${questionIds}::text[], ${hashes}::text[]) with ordinality as a (question_id, hash, position)`),
);

/** The answers of a user who is held; the earlier ones are gone. */
export function replaceAnswers(
  work: Writer,
  given: OfUser & { readonly answers: readonly StoredAnswer[]; readonly now: Temporal.Instant },
): void {
  const { answers, bankId, now, userId } = given;
  work.write(remove({ bankId, userId }));
  work.write(
    insert({
      bankId,
      userId,
      questionIds: answers.map(({ questionId }) => questionId),
      hashes: answers.map(({ hash }) => hash),
      now,
    }),
  );
}
