import { createHash } from 'node:crypto';
import type { Chance } from '../harness/chance.ts';

/** A change of the signed payload. */
export interface Mutation {
  readonly name: string;
  readonly text: string;
}

type Mutate = (text: string, chance: Chance) => string;

/** Names with letters that have several Unicode spellings, and look-alikes. */
const names = ['Van den Berg', 'Müller & Söhne', 'Ångström', 'Ελλάδα ΑΕ', 'Иванов', 'Café Zoë'];
const accounts = ['NL91ABNA0417164300', 'DE40100100103307118608', 'GB82WEST12345698765432'];

/** Returns a payment as a channel would send it, with values for all changes. */
export function randomPayment(chance: Chance): string {
  const cents = String(chance.integer(0, 99)).padStart(2, '0');
  return JSON.stringify({
    endToEndIdentification: `E2E-${chance.integer(1, 1_000_000)}`,
    instructedAmount: { currency: 'EUR', amount: `${chance.integer(1, 99_999)}.${cents}` },
    debtorAccount: { iban: 'DE02120300000000202051' },
    creditorAccount: { iban: chance.oneOf(accounts) },
    creditorName: chance.oneOf(names),
    remittanceInformationUnstructured: `Invoice ${chance.integer(1, 10_000)}`,
    requestedExecutionDate: `2027-0${chance.integer(1, 9)}-1${chance.integer(0, 9)}`,
  });
}

const mutations: Readonly<Record<string, Mutate>> = {
  'a character': (text, chance) => {
    const at = chance.integer(0, text.length - 1);
    const flipped = String.fromCodePoint(text.charCodeAt(at) ^ (1 << chance.integer(0, 6)));
    return `${text.slice(0, at)}${flipped}${text.slice(at + 1)}`;
  },
  'a character lost': (text, chance) => {
    const at = chance.integer(0, text.length - 1);
    return `${text.slice(0, at)}${text.slice(at + 1)}`;
  },
  'a character more': (text, chance) => {
    const at = chance.integer(0, text.length);
    return `${text.slice(0, at)}${chance.oneOf([' ', '0', '\u200b', 'ä', '\u0301', '}'])}${text.slice(at)}`;
  },
  'white space': (text, chance) => {
    const places = [...text.matchAll(/[,:{}]/g)].map(({ index }) => index + 1);
    const at = chance.oneOf(places);
    return `${text.slice(0, at)}${chance.oneOf([' ', '\n', '\t', '\r\n'])}${text.slice(at)}`;
  },
  'white space around': (text, chance) =>
    chance.oneOf([(t: string) => ` ${t}`, (t: string) => `${t}\n`, (t: string) => `\uFEFF${t}`])(text),
  'the form of Unicode': (text, chance) =>
    text.normalize(chance.oneOf(['NFD', 'NFKD'])).replace('ä', 'a\u0308'),
  'an escape': (text, chance) => {
    const at = text.indexOf(chance.oneOf(['E', 'I', 'D', 'V', '2']));
    const code = text.charCodeAt(at).toString(16).padStart(4, '0');
    return at < 0 ? text : `${text.slice(0, at)}\\u${code}${text.slice(at + 1)}`;
  },
  'the spelling of the amount': (text, chance) =>
    withMembers(text, (members) => {
      const { amount, currency } = amountIn(members);
      const spelled = chance.oneOf([
        `${amount}0`,
        `0${amount}`,
        `+${amount}`,
        amount.replace(/\.00$/, ''),
        `${amount} `,
      ]);
      return { ...members, instructedAmount: { currency, amount: spelled } };
    }),
  'the amount': (text, chance) =>
    withMembers(text, (members) => {
      const { currency } = amountIn(members);
      const amount = `${chance.integer(1, 99_999)}.${String(chance.integer(0, 99)).padStart(2, '0')}`;
      return { ...members, instructedAmount: { currency, amount } };
    }),
  'the currency': (text, chance) =>
    withMembers(text, (members) => {
      const { amount } = amountIn(members);
      return { ...members, instructedAmount: { currency: chance.oneOf(['USD', 'GBP', 'CHF']), amount } };
    }),
  'the payee': (text, chance) =>
    withMembers(text, (members) => ({ ...members, creditorAccount: { iban: chance.oneOf(accounts) } })),
  'the spelling of the payee': (text) =>
    withMembers(text, (members) => ({
      ...members,
      creditorAccount: {
        iban: ibanIn(members)
          .toLowerCase()
          .replace(/(.{4})/g, '$1 ')
          .trim(),
      },
    })),
  'another member': (text, chance) =>
    withMembers(text, (members) => ({ ...members, creditorName: `${chance.oneOf(names)}.` })),
  'a member more': (text, chance) =>
    withMembers(text, (members) => ({ ...members, [`extra${chance.integer(1, 99)}`]: null })),
  'a member less': (text, chance) =>
    withMembers(text, (members) => {
      const entries = Object.entries(members);
      return Object.fromEntries(entries.toSpliced(chance.integer(0, entries.length - 1), 1));
    }),
  'a member twice': (text) => text.replace('{', '{"creditorName":"X",'),
  'the order of members': (text, chance) =>
    withMembers(text, (members) => {
      const entries = Object.entries(members);
      const [moved] = entries.splice(chance.integer(0, entries.length - 1), 1);
      return Object.fromEntries(moved === undefined ? entries : [...entries, moved]);
    }),
  'another text altogether': (_, chance) => randomPayment(chance),
};

type Members = Readonly<Record<string, unknown>>;

function withMembers(text: string, change: (members: Members) => Members): string {
  const parsed: unknown = JSON.parse(text);
  return JSON.stringify(change({ ...Object(parsed) }));
}

export function amountIn(members: Members): { readonly amount: string; readonly currency: string } {
  const money: unknown = members['instructedAmount'];
  return {
    amount: String(Reflect.get(Object(money), 'amount')),
    currency: String(Reflect.get(Object(money), 'currency')),
  };
}

export function ibanIn(members: Members): string {
  return String(Reflect.get(Object(members['creditorAccount']), 'iban'));
}

/** Changes a payment in a random way; the result always differs from the original. */
export function mutate(text: string, chance: Chance): Mutation {
  for (;;) {
    const [name, change] = chance.oneOf(Object.entries(mutations));
    const mutated = change(text, chance);
    if (mutated !== text) return { name, text: mutated };
  }
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
