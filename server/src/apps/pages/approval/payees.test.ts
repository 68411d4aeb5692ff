import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AcceptedPayee,
  acceptedPayee,
  type SentPayee,
} from '#capabilities/payments/testing/payees.suite.ts';
import { orderToSign } from '#capabilities/sca/index.ts';
import { seriesOf } from '#capabilities/sca/testing/payment-series.suite.ts';
import { omitUndefined } from '#platform/kernel/members.ts';
import { pageOf } from './read-approval.suite.ts';
import { sampleViews } from './sample-approvals.suite.ts';

const agents = ['CHASUS33', 'BOFAUS3N', 'BOFAUS3NMIA', 'MIDLGB22', 'BNPAFRPP'] as const;
const ibans = [
  ['DE89370400440532013000', 'DEUTDEFF'],
  ['FR1420041010050500013M02606', 'BNPAFRPP'],
  ['GB29NWBK60161331926819', 'RBOSJESX'],
] as const;
const unseen = [
  '\u0007',
  '\n',
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200f',
  '\u202e',
  '\u2060',
  '\u2066',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\u{e0041}',
  '\u{e0101}',
  '\ud800',
];

const number = fc.stringMatching(/^[A-Za-z0-9]{4,30}$/);
const name = fc.constantFrom('Acme GmbH', 'Selma Aydın', 'Łukasz Ångström', 'Αγορά', 'Bäckerei Müller');
const withoutIban = fc
  .record({
    id: number,
    isOther: fc.boolean(),
    creditorAgent: fc.constantFrom(...agents),
    creditorName: name,
  })
  .map(
    ({ id, isOther, ...more }): SentPayee => ({
      ...more,
      creditorAccount: isOther ? { other: { identification: id } } : { bban: id },
    }),
  );
const withIban = fc
  .record({ account: fc.constantFrom(...ibans), isNamed: fc.boolean(), creditorName: name })
  .map(
    ({ account: [iban, creditorAgent], creditorName, isNamed }): SentPayee =>
      omitUndefined({
        creditorName,
        creditorAccount: { iban },
        creditorAgent: isNamed ? creditorAgent : undefined,
      }),
  );

const idOf = ({ creditorAccount: { bban, iban, other } }: SentPayee): string =>
  iban ?? bban ?? other?.identification ?? '';

/** The same payee under another number, in the same scheme. */
function withId(payee: SentPayee, id: string): SentPayee {
  const { bban, iban } = payee.creditorAccount;
  if (iban !== undefined) return { ...payee, creditorAccount: { iban: id } };
  return { ...payee, creditorAccount: bban === undefined ? { other: { identification: id } } : { bban: id } };
}

function inserted(text: string, more: string, drawn: number): string {
  const at = drawn % (text.length + 1);
  return `${text.slice(0, at)}${more}${text.slice(at)}`;
}

const swapped = (letter: string): string =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

/** Changes one part of a payee. */
const changes = {
  scheme: (payee) => {
    const { bban, iban } = payee.creditorAccount;
    const id = idOf(payee);
    const creditorAgent = payee.creditorAgent ?? 'DEUTDEFF';
    const isOther = iban !== undefined || bban !== undefined;
    return {
      ...payee,
      creditorAgent,
      creditorAccount: isOther ? { other: { identification: id } } : { bban: id },
    };
  },
  number: (payee, drawn) => withId(payee, inserted(idOf(payee), String(drawn % 10), drawn)),
  agent: (payee, drawn) => ({
    ...payee,
    creditorAgent:
      agents.find((_, at) => agents[at] !== payee.creditorAgent && at >= drawn % 4) ?? 'DEUTDEFF',
  }),
  'letter of the number': (payee, drawn) => {
    const id = idOf(payee);
    const at = drawn % id.length;
    return withId(payee, `${id.slice(0, at)}${swapped(id.charAt(at))}x${id.slice(at + 1)}`);
  },
  'letter of the name': (payee, drawn) => ({
    ...payee,
    creditorName: inserted(payee.creditorName, 'a', drawn),
  }),
  'invisible character of the number': (payee, drawn) =>
    withId(payee, inserted(idOf(payee), unseen[drawn % unseen.length] ?? '', drawn)),
  'invisible character of the name': (payee, drawn) => ({
    ...payee,
    creditorName: inserted(payee.creditorName, unseen[drawn % unseen.length] ?? '', drawn),
  }),
  'spaces of the name': (payee, drawn) => ({
    ...payee,
    creditorName:
      [` ${payee.creditorName}`, `${payee.creditorName} `, payee.creditorName.replace(' ', '  ')][
        payee.creditorName.includes(' ') ? drawn % 3 : drawn % 2
      ] ?? '',
  }),
} as const satisfies Readonly<Record<string, (payee: SentPayee, drawn: number) => SentPayee>>;
type Part = keyof typeof changes;
// oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a literal
const parts = Object.keys(changes) as readonly Part[];
const neverAccepted = /invisible|spaces/;

/** All that the product shows, sends, hashes and compares of a payee. */
function seenOf({ execution, instruction, known, knownOfBulk, order }: AcceptedPayee) {
  const { digest, text } = orderToSign({ order });
  const view = sampleViews['review-plain'];
  if (view?.kind !== 'review') throw new Error('no review');
  return {
    /** Of the whole order. */
    ofOrder: { page: pageOf({ ...view, order }).html, digest, execution, instruction },
    /** Of the payee alone. */
    ofPayee: { message: text, exemption: seriesOf(order), known, knownOfBulk },
  };
}

describe('two payees that differ in one part', () => {
  it('are told apart by everything that shows, hashes or compares them, or one is refused: a thousand', () => {
    const outcomes = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.oneof({ weight: 3, arbitrary: withoutIban }, { weight: 1, arbitrary: withIban }),
        fc.constantFrom(...parts),
        fc.nat(),
        (payee, part, drawn) => {
          const changed = changes[part](payee, drawn);
          const [one, other] = [acceptedPayee(payee), acceptedPayee(changed)];
          if (one === undefined) throw new Error('a usual payee was refused');
          outcomes.set(
            `${part} ${other === undefined}`,
            (outcomes.get(`${part} ${other === undefined}`) ?? 0) + 1,
          );
          expect(neverAccepted.test(part) && other !== undefined).toBe(false);
          if (other === undefined) return;
          const [left, right] = [seenOf(one), seenOf(other)];
          for (const [what, seen] of Object.entries(left.ofOrder))
            expect([what, seen]).not.toEqual([what, Reflect.get(right.ofOrder, what)]);
          // A name is no part of who is paid, and an IBAN names its bank.
          const isOnePayee =
            part.includes('name') || (part === 'agent' && payee.creditorAccount.iban !== undefined);
          for (const [what, seen] of Object.entries(left.ofPayee))
            expect([what, seen === Reflect.get(right.ofPayee, what)]).toEqual([what, isOnePayee]);
        },
      ),
      { numRuns: 1_000 },
    );
    // The property says something only if changed payees are accepted as well.
    for (const part of ['scheme', 'number', 'agent', 'letter of the number', 'letter of the name'])
      expect([part, (outcomes.get(`${part} false`) ?? 0) > 20]).toEqual([part, true]);
  });
});
