import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Autocommit, Reader } from '#platform/db/reader.ts';
import { statement } from '#platform/db/statement.ts';
import type { AskedAmount } from '../domain/question-limits.ts';
import { rawQuery } from './tables.ts';

/** An account about which a third party asks. */
export interface AskedAccountKey {
  readonly bankId: string;
  readonly organisationId: string;
  readonly accountId: string;
}

interface AskedRow {
  readonly amount_hashes: readonly Buffer[];
  readonly asked_at: readonly Temporal.Instant[];
  readonly answers: readonly string[];
}

const find = statement<AskedAccountKey>()(({ accountId, bankId, organisationId }) =>
  rawQuery(sql<AskedRow>`
    select amount_hashes, asked_at, answers from funds_confirmations.asked_account
     where bank_id = ${bankId} and organisation_id = ${organisationId} and account_id = ${accountId}`),
);

/** Lists the amounts about which a third party has asked, in the order of its questions. */
export async function listAskedAmounts(db: Reader, key: AskedAccountKey): Promise<readonly AskedAmount[]> {
  const row = await db.first(find(key));
  return row === undefined ? [] : toAmounts(row);
}

const meanings: Readonly<Record<string, boolean>> = { yes: true, no: false };

function toAmounts({ amount_hashes, answers, asked_at }: AskedRow): readonly AskedAmount[] {
  return amount_hashes.flatMap((amountHash, place) => {
    const at = asked_at[place];
    return at === undefined ? [] : [{ amountHash, at, hasFunds: meanings[answers[place] ?? ''] }];
  });
}

interface Question extends AskedAccountKey {
  readonly amountHash: Buffer;
  readonly now: Temporal.Instant;
  /** Since when the same amount has the same answer, and since when questions count at all. */
  readonly hourAgo: Temporal.Instant;
  readonly dayAgo: Temporal.Instant;
  /** Since when a question can still be answered; one that was not is forgotten. */
  readonly openSince: Temporal.Instant;
  readonly hourMax: number;
  readonly dayMax: number;
  readonly hourRefusalsMax: number;
  readonly dayRefusalsMax: number;
}

const reserve = statement<Question>('write')((question) =>
  rawQuery(sql<{ amounts: number }>`
    insert into funds_confirmations.asked_account as known
      (bank_id, organisation_id, account_id, amount_hashes, asked_at, answers, changed_at)
    values (${question.bankId}, ${question.organisationId}, ${question.accountId},
            array[${question.amountHash}::bytea], array[${question.now}::timestamptz], array['open'],
            ${question.now})
    on conflict (bank_id, organisation_id, account_id) do update
       set (amount_hashes, asked_at, answers) = (
             select array_agg(kept.amount order by kept.place), array_agg(kept.at order by kept.place),
                    array_agg(kept.answer order by kept.place)
               from (
                 select one.amount, one.at, one.answer, one.place
                   from unnest(known.amount_hashes, known.asked_at, known.answers)
                     with ordinality as one (amount, at, answer, place)
                  where one.at > ${question.dayAgo}
                    and (one.answer <> 'open' or one.at > ${question.openSince})
                 union all
                 select ${question.amountHash}::bytea, ${question.now}::timestamptz, 'open', 1000) as kept),
           changed_at = excluded.changed_at
     where (select count(*) filter (where one.at > ${question.hourAgo}) < ${question.hourMax}
               and count(*) < ${question.dayMax}
               and count(*) filter (where one.answer <> 'yes' and one.at > ${question.hourAgo})
                     < ${question.hourRefusalsMax}
               and count(*) filter (where one.answer <> 'yes') < ${question.dayRefusalsMax}
               and not coalesce(bool_or(one.amount = ${question.amountHash} and one.at > ${question.hourAgo}), false)
              from unnest(known.amount_hashes, known.asked_at, known.answers) as one (amount, at, answer)
             where one.at > ${question.dayAgo}
               and (one.answer <> 'open' or one.at > ${question.openSince}))
    returning cardinality(amount_hashes) as amounts`),
);

/**
 * Notes a question before the core is asked, if it is about another amount and no limit is reached; returns whether it
 * did. One statement, so that parallel questions to several processes do not pass a limit. A question that is open may be
 * answered with no, so it counts as if it were.
 */
export async function reserveQuestion(db: Autocommit, question: Question): Promise<boolean> {
  return (await db.execute(reserve(question))) !== undefined;
}

interface OpenQuestion extends AskedAccountKey {
  readonly amountHash: Buffer;
  readonly openSince: Temporal.Instant;
}

interface Answer extends OpenQuestion {
  readonly answer: 'yes' | 'no';
}

const answer = statement<Answer>('write')((given) =>
  rawQuery(sql<AskedRow>`
    update funds_confirmations.asked_account as known
       set answers = (
             select array_agg(case when one.amount = ${given.amountHash} and one.at > ${given.openSince}
                                   and one.answer = 'open' then ${given.answer} else one.answer end
                              order by one.place)
               from unnest(known.amount_hashes, known.asked_at, known.answers)
                 with ordinality as one (amount, at, answer, place))
     where bank_id = ${given.bankId} and organisation_id = ${given.organisationId}
       and account_id = ${given.accountId}
    returning amount_hashes, asked_at, answers`),
);

/** Notes the answer to a question unless it has one or is forgotten, and returns the amounts with their answers. */
export async function recordQuestionAnswer(db: Autocommit, given: Answer): Promise<readonly AskedAmount[]> {
  const row = await db.execute(answer(given));
  return row === undefined ? [] : toAmounts(row);
}

const forget = statement<AskedAccountKey & { readonly amountHash: Buffer }>('write')((question) =>
  rawQuery(sql<{ account_id: string }>`
    update funds_confirmations.asked_account as known
       set (amount_hashes, asked_at, answers) = (
             select coalesce(array_agg(one.amount order by one.place), '{}'),
                    coalesce(array_agg(one.at order by one.place), '{}'),
                    coalesce(array_agg(one.answer order by one.place), '{}')
               from unnest(known.amount_hashes, known.asked_at, known.answers)
                 with ordinality as one (amount, at, answer, place)
              where one.answer <> 'open' or one.amount <> ${question.amountHash})
     where bank_id = ${question.bankId} and organisation_id = ${question.organisationId}
       and account_id = ${question.accountId}
    returning account_id`),
);

/** Deletes a question that is open, because the core does not answer it. */
export async function forgetQuestion(
  db: Autocommit,
  question: AskedAccountKey & { readonly amountHash: Buffer },
): Promise<void> {
  await db.execute(forget(question));
}

interface RemovalCriteria {
  readonly bankId: string;
  readonly before: Temporal.Instant;
  readonly max: number;
}

const removeOld = statement<RemovalCriteria>('write')(({ bankId, before, max }) =>
  rawQuery(sql<{ account_id: string }>`
    delete from funds_confirmations.asked_account where bank_id = ${bankId} and ctid = any (array(
      select ctid from funds_confirmations.asked_account
       where bank_id = ${bankId} and changed_at < ${before} order by changed_at limit ${max}
       for update skip locked))
    returning account_id`),
);

/** Deletes questions that no limit needs any more; returns of how many accounts. */
export async function deleteOldQuestions(db: Autocommit, criteria: RemovalCriteria): Promise<number> {
  return (await db.executeAll(removeOld(criteria))).length;
}
