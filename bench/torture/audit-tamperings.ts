import { generateKeyPairSync } from 'node:crypto';
import { sealKeyFrom } from '../../server/src/platform/work/audit-chain.ts';
import type { Expected, Tampering, TamperSession } from './audit-tampering.ts';

const update = 'update platform.audit_entry set';
const one = 'where bank_id = $1 and entry_no = $2';

/** Ways to change one row, as the assignment of an UPDATE. */
const changes: readonly string[] = [
  `record = record || ' '`,
  `record = replace(record, '"done"', '"denied"')`,
  `record = overlay(record placing '#' from 20 for 1)`,
  `operation = operation || 'x'`,
  // Same characters, but the boundary between two columns differs.
  `operation = left(operation, -1), aggregate_kind = right(operation, 1) || aggregate_kind`,
  `aggregate_kind = upper(aggregate_kind)`,
  `aggregate_id = aggregate_id || '0'`,
  `audit_id = gen_random_uuid()`,
  `occurred_at = occurred_at + interval '1 microsecond'`,
  `occurred_at = occurred_at - interval '1 month'`,
  // Same digits in another era.
  `occurred_at = (occurred_at::timestamp::text || '+00 BC')::timestamptz`,
  `hash = sha256(hash)`,
  `hash = hash || '\\x00'`,
];

const changeColumn: Tampering = {
  name: 'change a column',
  async apply(session) {
    const entryNo = session.anyNumber();
    await session.run(`${update} ${session.pick(changes)} ${one}`, [session.trail.bankId, entryNo]);
    return { verdict: ['changed'], entryNo };
  },
};

const giveToOtherBank: Tampering = {
  name: 'give a row to another bank',
  async apply(session) {
    const entryNo = session.anyNumber(session.trail.entries - 1n);
    await session.run(`${update} bank_id = 'zz' ${one}`, [session.trail.bankId, entryNo]);
    return { verdict: ['missing'], entryNo };
  },
};

const deleteRow: Tampering = {
  name: 'delete a row',
  async apply(session) {
    const { bankId, entries } = session.trail;
    const entryNo = session.anyNumber();
    await session.run(`delete from platform.audit_entry ${one}`, [bankId, entryNo]);
    return { verdict: entryNo === entries ? ['truncated'] : ['missing'], entryNo };
  },
};

async function twoNumbers(session: TamperSession): Promise<readonly [bigint, bigint]> {
  const lower = session.anyNumber(session.trail.entries - 1n);
  const span = Number(session.trail.entries - lower);
  return [lower, lower + 1n + BigInt(session.anyNumber(BigInt(span)) - 1n)];
}

const swapContent: Tampering = {
  name: 'swap the content of two rows',
  async apply(session) {
    const [lower, upper] = await twoNumbers(session);
    await session.run(
      `update platform.audit_entry e
          set operation = o.operation, aggregate_kind = o.aggregate_kind, aggregate_id = o.aggregate_id,
              record = o.record
         from platform.audit_entry o
        where e.bank_id = $1 and o.bank_id = $1
          and (e.entry_no, o.entry_no) in (($2::bigint, $3::bigint), ($3::bigint, $2::bigint))`,
      [session.trail.bankId, lower, upper],
    );
    return { verdict: ['changed'], entryNo: lower };
  },
};

const swapNumbers: Tampering = {
  name: 'swap the numbers of two rows',
  async apply(session) {
    const [lower, upper] = await twoNumbers(session);
    await session.run(
      `${update} entry_no = case entry_no when $2 then $3::bigint else $2::bigint end
        where bank_id = $1 and entry_no in ($2::bigint, $3::bigint)`,
      [session.trail.bankId, lower, upper],
    );
    return { verdict: ['changed'], entryNo: lower };
  },
};

const insertInMiddle: Tampering = {
  name: 'insert a row with its right link',
  async apply(session) {
    const entryNo = session.anyNumber();
    await session.insertLinked(entryNo, await session.timeOf(entryNo));
    return { verdict: ['duplicate'], entryNo };
  },
};

const insertAndShift: Tampering = {
  name: 'insert a row and move the rest on',
  async apply(session) {
    const entryNo = session.numberInTail();
    const at = await session.timeOf(entryNo);
    await session.run(`${update} entry_no = entry_no + 1 where bank_id = $1 and entry_no >= $2`, [
      session.trail.bankId,
      entryNo,
    ]);
    await session.insertLinked(entryNo, at);
    return { verdict: ['changed'], entryNo: entryNo + 1n };
  },
};

const leaveGap: Tampering = {
  name: 'renumber the tail upwards',
  async apply(session) {
    const entryNo = session.numberInTail();
    await session.run(`${update} entry_no = entry_no + 1 where bank_id = $1 and entry_no >= $2`, [
      session.trail.bankId,
      entryNo,
    ]);
    return { verdict: ['missing'], entryNo };
  },
};

const closeUp: Tampering = {
  name: 'delete a row and close the gap',
  async apply(session) {
    const entryNo = session.numberInTail();
    await session.run(`delete from platform.audit_entry ${one}`, [session.trail.bankId, entryNo]);
    await session.run(`${update} entry_no = entry_no - 1 where bank_id = $1 and entry_no > $2`, [
      session.trail.bankId,
      entryNo,
    ]);
    return { verdict: ['changed'], entryNo };
  },
};

const hideBelow: Tampering = {
  name: 'renumber a row out of sight',
  async apply(session) {
    const hidden = session.pick([0n, -1n, -(2n ** 63n)]);
    const entryNo = session.anyNumber();
    await session.run(`${update} entry_no = $3 ${one}`, [session.trail.bankId, entryNo, hidden]);
    return { verdict: ['duplicate'], entryNo: hidden };
  },
};

const jumpAhead: Tampering = {
  name: 'renumber the last row far ahead',
  async apply(session) {
    const { bankId, entries } = session.trail;
    await session.run(`${update} entry_no = $3 ${one}`, [bankId, entries, 2n ** 62n]);
    return { verdict: ['missing'], entryNo: entries };
  },
};

const cutTail: Tampering = {
  name: 'cut off the tail',
  async apply(session) {
    const entryNo = session.numberInTail();
    await session.run('delete from platform.audit_entry where bank_id = $1 and entry_no > $2', [
      session.trail.bankId,
      entryNo,
    ]);
    return { verdict: ['truncated'], entryNo: entryNo + 1n };
  },
};

/** Cuts the chain back to an earlier seal: the shorter chain is valid in itself. */
async function cutTailAndSeals(session: TamperSession): Promise<bigint> {
  const { bankId, seals } = session.trail;
  const { entryNo } = session.pick(seals.slice(-4, -1));
  await session.run('delete from platform.audit_entry where bank_id = $1 and entry_no > $2', [
    bankId,
    entryNo,
  ]);
  await session.run('delete from platform.audit_seal where bank_id = $1 and entry_no > $2', [
    bankId,
    entryNo,
  ]);
  return entryNo + 1n;
}

const cutTailKnown: Tampering = {
  name: 'cut off tail and seals, seals known elsewhere',
  async apply(session) {
    const entryNo = await cutTailAndSeals(session);
    return { verdict: ['truncated'], entryNo, knownSeals: session.trail.seals };
  },
};

/** Documents the limit of the database: without external seals the verifier cannot find this change. */
export const cutTailUnknown: Tampering = {
  name: 'cut off tail and seals, no seals known',
  async apply(session) {
    await cutTailAndSeals(session);
    return { verdict: 'intact', entryNo: 0n };
  },
};

const sealChanges: readonly string[] = [
  'hash = sha256(hash)',
  'signature = sha256(signature) || sha256(hash)',
  `sealed_at = sealed_at - interval '1 hour'`,
  `sealed_at = sealed_at + interval '1 microsecond'`,
  `sealed_at = 'infinity'`,
  `key_id = 'another'`,
];

const changeSeal: Tampering = {
  name: 'change a seal',
  async apply(session) {
    const { bankId, seals } = session.trail;
    const { entryNo } = session.pick(seals);
    await session.run(`update platform.audit_seal set ${session.pick(sealChanges)} ${one}`, [
      bankId,
      entryNo,
    ]);
    return { verdict: ['seal-forged'], entryNo };
  },
};

const moveSeal: Tampering = {
  name: 'move a seal',
  async apply(session) {
    const { bankId, seals } = session.trail;
    const { entryNo } = session.pick(seals);
    await session.run(`update platform.audit_seal set entry_no = entry_no - 1 ${one}`, [bankId, entryNo]);
    return { verdict: ['seal-forged'], entryNo: entryNo - 1n };
  },
};

const foreignKey = sealKeyFrom(
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);

/** Signs the head of a rewritten chain with the attacker's own key. */
const forgeSeal: Tampering = {
  name: 'sign with another key',
  async apply(session) {
    const { bankId, seals } = session.trail;
    const { entryNo, hash } = session.pick(seals);
    const sealedAt = '2026-11-15T06:30:00.000Z';
    const signature = foreignKey.sign({ bankId, entryNo, hash, sealedAt });
    const keyId = session.pick(['same', foreignKey.keyId]);
    await session.run(
      `update platform.audit_seal
          set signature = $3, sealed_at = $4, key_id = case when $5 = 'same' then key_id else $5 end ${one}`,
      [bankId, entryNo, signature, sealedAt, keyId],
    );
    return { verdict: ['seal-forged'], entryNo };
  },
};

/** Changes a row and recalculates all links after it: only the signatures show the change. */
async function rewrite(session: TamperSession): Promise<bigint> {
  const entryNo = session.numberInTail();
  await session.run(`${update} record = record || ' ' ${one}`, [session.trail.bankId, entryNo]);
  await session.relinkFrom(entryNo);
  return entryNo;
}

const relink: Tampering = {
  name: 'change a row and link the tail anew',
  async apply(session) {
    const entryNo = await rewrite(session);
    return { verdict: ['seal-mismatch'], entryNo: session.sealFrom(entryNo).entryNo };
  },
};

const relinkWithoutSeals: Tampering = {
  name: 'link the tail anew and drop its seals',
  async apply(session) {
    const entryNo = await rewrite(session);
    await dropSealsFrom(session, entryNo);
    return { verdict: ['unsealed'], entryNo: session.signedBelow(entryNo) + 1n };
  },
};

const relinkKnown: Tampering = {
  name: 'the same, seals known elsewhere',
  async apply(session): Promise<Expected> {
    const entryNo = await rewrite(session);
    await dropSealsFrom(session, entryNo);
    return {
      verdict: ['seal-mismatch'],
      entryNo: session.sealFrom(entryNo).entryNo,
      knownSeals: session.trail.seals,
    };
  },
};

async function dropSealsFrom(session: TamperSession, entryNo: bigint): Promise<void> {
  await session.run('delete from platform.audit_seal where bank_id = $1 and entry_no >= $2', [
    session.trail.bankId,
    entryNo,
  ]);
}

const backdateUnsealed: Tampering = {
  name: 'slip in an old row without number',
  async apply(session) {
    const { bankId, entries } = session.trail;
    await session.run(
      `insert into platform.audit_entry
         (bank_id, audit_id, occurred_at, operation, aggregate_kind, aggregate_id, record)
       values ($1, gen_random_uuid(), $2, 'Torture_Forged', 'torture', 'forged', '{}')`,
      [bankId, await session.timeOf(session.anyNumber())],
    );
    return { verdict: ['unsealed'], entryNo: entries + 1n };
  },
};

const backdateLinked: Tampering = {
  name: 'append an old row with its right link',
  async apply(session) {
    const entryNo = session.trail.entries + 1n;
    await session.insertLinked(entryNo, '2026-11-15 05:00:00+00');
    return { verdict: ['backdated'], entryNo };
  },
};

/** All tamperings; the verifier must find each at the right entry. */
export const tamperings: readonly Tampering[] = [
  changeColumn,
  changeColumn,
  giveToOtherBank,
  deleteRow,
  swapContent,
  swapNumbers,
  insertInMiddle,
  insertAndShift,
  leaveGap,
  closeUp,
  hideBelow,
  jumpAhead,
  cutTail,
  cutTailKnown,
  changeSeal,
  moveSeal,
  forgeSeal,
  relink,
  relinkWithoutSeals,
  relinkKnown,
  backdateUnsealed,
  backdateLinked,
];
