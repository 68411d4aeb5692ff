import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { Writer } from '#platform/db/writer.ts';
import { rawQuery, tables } from './tables.ts';

/** A stored security answer. */
export interface StoredAnswer {
  readonly questionId: string;
  readonly hash: string;
}

/** The user with a username, and the chosen questions in their order. */
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
  rawQuery(sql<Row>`
    select u.user_id, a.question_id, a.answer_hash
      from identity.user_account u
      left join identity.security_answer a on a.bank_id = u.bank_id and a.user_id = u.user_id
     where u.bank_id = ${bankId} and u.username = ${username} and u.status <> 'closed'
     order by a.position`),
);

/**
 * Finds the user of a username and the answers. The same single query for known and unknown usernames; decrypts
 * nothing.
 */
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
  rawQuery(sql`
    insert into identity.security_answer (bank_id, user_id, question_id, answer_hash, position, created_at)
    select ${bankId}, ${userId}, a.question_id, a.hash, a.position::int, ${now}
      from unnest(${questionIds}::text[], ${hashes}::text[]) with ordinality as a (question_id, hash, position)`),
);

/** Replaces the answers of a locked user. */
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
