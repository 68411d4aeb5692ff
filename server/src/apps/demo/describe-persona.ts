import { formatMoney } from '#platform/kernel/money.ts';
import type { Persona, PersonaAccount } from './persona.ts';
import { emailOf } from './persona-registration.ts';
import { displayNameOf, personaPassword, personas } from './personas.ts';

/** A persona as `personas list --json` prints it. */
export interface DescribedPersona {
  readonly key: string;
  readonly sentence: string;
  readonly customerNumber: string;
  readonly name: string;
  readonly language: string;
  readonly username: string | null;
  readonly email: string;
  readonly phone: string | null;
  readonly signIn: string;
  readonly accounts: readonly DescribedAccount[];
}

interface DescribedAccount {
  readonly key: string;
  readonly number: string;
  readonly kind: string;
  readonly product: string;
  readonly currencies: readonly string[];
  readonly status: string;
  readonly creditLimit: string;
}

export function describePersona(persona: Persona): DescribedPersona {
  const { accounts, customerNumber, key, language, sentence, user } = persona;
  return {
    key,
    sentence,
    customerNumber,
    name: displayNameOf(persona),
    language,
    username: user === undefined ? null : key,
    email: emailOf(persona),
    phone: user?.phone ?? null,
    signIn: signInOf(persona),
    accounts: [...accounts, ...sharedAccounts(persona)].map(describeAccount),
  };
}

/** Accounts that others hold together with the persona. */
function sharedAccounts({ customerNumber }: Persona): readonly PersonaAccount[] {
  return personas
    .flatMap(({ accounts }) => accounts)
    .filter(({ coHolders = [] }) => coHolders.includes(customerNumber));
}

function describeAccount(account: PersonaAccount): DescribedAccount {
  const { creditLimit = 0n, currencies, key, kind, product, status = 'open' } = account;
  const currency = currencies[0] ?? 'EUR';
  return {
    key,
    number: numberOf(account),
    kind,
    product,
    currencies,
    status,
    creditLimit: formatMoney({ minor: creditLimit, currency }),
  };
}

/** IBAN, or the masked number of a card. */
function numberOf({ iban, maskedPan }: PersonaAccount): string {
  return iban ?? maskedPan ?? '';
}

function signInOf({ key, signatories, standing, user }: Persona): string {
  if (signatories !== undefined) return `as ${signatories.join(', ')}, who act for it`;
  if (user === undefined) return 'has no user';
  const entered = `${key}, password "${personaPassword}"`;
  if (standing === 'deceased') return `${entered}; refused, because the user was suspended`;
  return user.hasSecondFactor
    ? `${entered}, then the code that npm run dev prints for ${user.phone}`
    : `${entered}; no code can be sent`;
}

/** Returns the personas as lines: key, customer number and sentence. */
export function personaTable(list: readonly Persona[]): readonly string[] {
  const width = Math.max(...list.map(({ key }) => key.length));
  return list.map(
    ({ customerNumber, key, sentence }) => `${key.padEnd(width)}  ${customerNumber}  ${sentence}`,
  );
}

/** Returns everything about one persona as lines. */
export function personaLines(persona: Persona): readonly string[] {
  const { accounts, customerNumber, email, language, name, phone, sentence, signIn } =
    describePersona(persona);
  return [
    sentence,
    `customer number  ${customerNumber}`,
    `name             ${name}`,
    `language         ${language}`,
    `e-mail address   ${email}`,
    `phone number     ${phone ?? 'none'}`,
    `sign in          ${signIn}`,
    ...accounts.map(
      ({ creditLimit, currencies, number, product, status }) =>
        `account          ${number}  ${product}, ${currencies.join(' ')}, ${status}, limit ${creditLimit}`,
    ),
  ];
}

/** Returns the personas as a table in Markdown, for the guide. */
export function personasAsMarkdown(): string {
  const rows = personas.map((persona) => {
    const { accounts, customerNumber, key, sentence, username } = describePersona(persona);
    const numbers = accounts.map(({ number }) => `\`${number}\``).join('<br>');
    return `| \`${key}\` | ${sentence} | ${customerNumber} | ${username === null ? 'none' : `\`${username}\``} | ${numbers} |`;
  });
  return [
    '| Key | Case | Customer number | User name | Accounts |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
