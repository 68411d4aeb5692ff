/**
 * The tables of the specification (xs2a 6.3 and 6.4) written down as they are printed there: a second, naive
 * implementation that shares no code with the domain. `=` stands for an unchanged status.
 */

/** Embedded approach: status, request with its verdict, next status or problem. */
const embedded = `
received           identify                     psuIdentified
psuIdentified      identify                     =
received           password-wrong               =
psuIdentified      password-wrong               =
received           password-right-several       psuAuthenticated
psuIdentified      password-right-several       psuAuthenticated
received           password-right-one           scaMethodSelected
psuIdentified      password-right-one           scaMethodSelected
received           password-right-device        scaMethodSelected
psuIdentified      password-right-device        scaMethodSelected
received           password-right-none          failed
psuIdentified      password-right-none          failed
received           password-right-exempt        exempted
psuIdentified      password-right-exempt        exempted
psuAuthenticated   select-code                  scaMethodSelected
psuAuthenticated   select-device                scaMethodSelected
scaMethodSelected  code-right                   finalised
started            code-right                   finalised
scaMethodSelected  code-wrong                   =
started            code-wrong                   =
`;

/** Redirect: what happens on the bank's page, and the confirmation by the third party. */
const redirect = `
received           arrive                       started
psuIdentified      arrive                       started
started            arrive                       =
started            continue                     =
started            password-wrong               =
started            password-right-several       =
started            password-right-one           =
started            password-right-device        =
started            password-right-none          failed
started            password-right-exempt        exempted
started            select-code                  =
started            select-device                =
started            code-wrong                   =
started            code-right                   finalised
started            code-right-confirm           unconfirmed
unconfirmed        confirm-right                finalised
unconfirmed        confirm-wrong                failed
`;

/** Decoupled: identification by the third party, approval in the app. */
const decoupled = `
received           identify                     psuIdentified
psuIdentified      identify                     =
psuIdentified      arrive                       started
psuAuthenticated   select-code                  scaMethodSelected
psuAuthenticated   select-device                scaMethodSelected
scaMethodSelected  arrive                       started
started            arrive                       =
scaMethodSelected  code-right                   finalised
started            code-right                   finalised
scaMethodSelected  code-wrong                   =
started            code-wrong                   =
`;

const tables: Readonly<Record<string, string>> = {
  EMBEDDED: embedded,
  REDIRECT: redirect,
  DECOUPLED: decoupled,
};

const rows = new Map(
  Object.entries(tables).flatMap(([approach, table]) =>
    table
      .trim()
      .split('\n')
      .map((line) => {
        const [status = '', happening = '', next = ''] = line.trim().split(/\s+/);
        return [`${approach} ${status} ${happening}`, next === '=' ? status : next] as const;
      }),
  ),
);

/** Everything that can happen, by the names of the tables. */
export const happenings = [
  'identify',
  'password-wrong',
  'password-right-several',
  'password-right-one',
  'password-right-device',
  'password-right-none',
  'password-right-exempt',
  'select-code',
  'select-device',
  'code-wrong',
  'code-right',
  'code-right-confirm',
  'arrive',
  'continue',
  'confirm-right',
  'confirm-wrong',
  'cancel',
  'expire',
] as const;
export type Happening = (typeof happenings)[number];

/** An authorisation in the naive model: two words and two counts. */
export interface NaiveAuthorisation {
  approach: string;
  status: string;
  passwords: number;
  codes: number;
}

const ends = ['finalised', 'failed', 'exempted'];

/** Applies what happens; returns whether it was possible. */
export function happen(one: NaiveAuthorisation, what: Happening): boolean {
  if (ends.includes(one.status)) return false;
  if (what === 'cancel' || what === 'expire') {
    one.status = 'failed';
    return true;
  }
  const confirmed = one.approach === 'REDIRECT' ? what : what.replace('-confirm', '');
  const next = rows.get(`${one.approach} ${one.status} ${confirmed}`);
  if (next === undefined) return false;
  one.status = next;
  count(one, what);
  if (one.approach === 'EMBEDDED' && what.endsWith('-device')) one.approach = 'DECOUPLED';
  return true;
}

/** Five wrong passwords, or five wrong codes, are the end. */
function count(one: NaiveAuthorisation, what: Happening): void {
  if (what === 'password-wrong') one.passwords += 1;
  if (what === 'code-wrong') one.codes += 1;
  if (what.startsWith('password-right')) one.passwords = 0;
  if (one.passwords === 5 || one.codes === 5) one.status = 'failed';
}
