import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, listAt } from '#platform/testing/json-at.ts';
import type { TokenRequest } from '#platform/testing/token-mint.ts';
import {
  back,
  createPartyTestApp,
  customer,
  customerFields,
  home,
  organizationCustomerFields,
  type PartyTestApp,
  staff,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
let person: string;
let organization: string;
let proxy: string;
/** Unique values: finding one anywhere is significant. */
const secrets = {
  idNumber: 'GEHEIM4711',
  birthDate: '1961-08-13',
  birthPlace: 'Verschwiegenheim',
  birthPlaceCode: 'VSH-0815',
  tin: '86095742719',
  income: '98765.43',
  deathDate: '2026-10-31',
  document: 'PASSGEHEIM1',
  ownerNumber: 'HRBGEHEIM2',
} as const;
const personal = {
  given: 'Xantippe',
  surname: 'Quellbrunn',
  street: 'Holzwegallee',
  phone: '+4915199887766',
  email: 'quellbrunn@example.org',
  employer: 'Hinterland Werke',
} as const;
beforeAll(async () => {
  app = await createPartyTestApp();
  person = await app.person(
    {
      ...customerFields(),
      'given-name': personal.given,
      surname: personal.surname,
      'mobile-phone': { number: personal.phone },
      'email-address': { value: personal.email },
      'contact-address': { ...home, 'street-name': personal.street },
      'id-number': secrets.idNumber,
      'birth-date': secrets.birthDate,
      'birth-place': secrets.birthPlace,
      'birth-place-code': secrets.birthPlaceCode,
      'tax-residencies': [{ country: 'DE', tin: secrets.tin }],
      'id-document': {
        kind: 'passport',
        'document-number': secrets.document,
        'issue-date': '2020-01-01',
        'issuing-country': 'DE',
        'issuing-authority': 'Amt',
      },
    },
    staff('e-9', ['party.register']),
  );
  const individual = `/parties/individuals/${person}`;
  await app.patch(`${individual}/employmentprofile`, {
    'employer-name': personal.employer,
    'net-monthly-income': { currency: 'EUR', amount: secrets.income },
  });
  await app.post(`${individual}/death-report`, { 'date-of-death': secrets.deathDate, source: 'relative' });
  proxy = await app.person();
  organization = await app.organization({
    ...organizationCustomerFields(),
    representatives: [{ 'party-number': proxy, role: 'director' }],
    ownership: {
      owners: [
        { 'party-number': person, share: 40 },
        { name: 'Fern', 'id-number': secrets.ownerNumber, 'id-kind': 'registration-number', share: 60 },
      ],
    },
  });
  await app.changesVisible();
});
afterAll(() => app[Symbol.asyncDispose]());

const sensitiveMembers = new Set([
  'id-number',
  'id-kind',
  'id-issuing-country',
  'birth-date',
  'birth-place',
  'birth-place-code',
  'birth-country',
  'tax-residencies',
  'tin',
  'net-monthly-income',
  'death',
  'id-documents',
  'document-number',
]);
/** Returns the paths of all members with these names, at any depth. The kind of an owner's number is not sensitive. */
function sensitiveIn(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = `${path}.${name}`;
    const isShown = sensitiveMembers.has(name) && !(name === 'id-kind' && path.includes('owners'));
    return [...(isShown ? [here] : []), ...sensitiveIn(inner, here)];
  });
}

const readings = (): readonly string[] => [
  `/parties/${person}`,
  `/parties/${person}?include=*`,
  `/parties/${person}?trim=*&include=birth-date,id-documents,death,tax-residencies,employment`,
  `/parties/${person}/relationships`,
  `/parties/${person}/contact-points?include-expired=true`,
  `/parties/${person}/as-of`,
  `/parties/${person}/id-documents`,
  `/parties/${organization}?include=*`,
  `/parties/${organization}/as-of`,
  '/parties?include=*&page-size=10',
  '/parties?name=quellbrunn&include=*',
  '/parties/search?q=quellbrunn&include=*',
  '/parties/sync',
];

describe('without access to sensitive data', () => {
  test.each([
    ['an application', (): TokenRequest => back('01', ['party.read', 'party.search', 'party.sync'])],
    ['an employee', (): TokenRequest => staff('e-1', ['party.read', 'party.search'])],
    ['a customer with a mandate', (): TokenRequest => customer(proxy)],
  ])('%s sees none of it anywhere', async (_, as) => {
    const statuses = await Promise.all(
      readings().map(async (path) => {
        const { body, status, text } = await app.get(path, as());
        expect([path, sensitiveIn(body)]).toEqual([path, []]);
        for (const secret of Object.values(secrets))
          expect([path, text.includes(secret)]).toEqual([path, false]);
        return status;
      }),
    );
    expect(statuses.filter((status) => ![200, 403, 404].includes(status))).toEqual([]);
    expect(statuses).toContain(200);
  });

  test('customers see their own', async () => {
    const { text } = await app.get(`/parties/${person}?include=*`, customer(person));
    const { ownerNumber: _, ...own } = secrets;
    for (const secret of Object.values(own)) expect([secret, text.includes(secret)]).toEqual([secret, true]);
  });

  test('applications with the scope see all of it', async () => {
    const { body } = await app.get(`/parties/${person}`);
    expect(sensitiveIn(body)).toEqual(
      expect.arrayContaining([
        '.id-number',
        '.birth-date',
        '.tax-residencies',
        '.employment.net-monthly-income',
        '.death',
        '.id-documents',
      ]),
    );
    expect((await app.get(`/parties/${organization}`)).text).toContain(secrets.ownerNumber);
  });
});

interface Read {
  readonly operation: string;
  readonly actor: string;
  readonly depth: unknown;
  readonly parties: readonly unknown[];
}
const looks = async (): Promise<readonly Read[]> => {
  const rows = await app.database.query<{ aggregate_id: string; operation: string; record: string }>(
    `select aggregate_id, operation, record from platform.audit_entry order by occurred_at, audit_id`,
  );
  return rows.map(({ aggregate_id: id, operation, record }) => {
    const entry: unknown = JSON.parse(record);
    const changes = listAt(entry, 'changes');
    const listed = changes
      .filter((change) => at(change, 'field') === 'party-number')
      .map((change) => at(change, 'after'));
    return {
      operation,
      actor: String(at(entry, 'actor', 'id')),
      depth: at(
        changes.find((change) => at(change, 'field') === 'read'),
        'after',
      ),
      parties: listed.length === 0 && at(entry, 'aggregate', 'kind') === 'party' ? [id] : listed,
    };
  });
};
/** Returns the audit entries that a read adds. */
const traceOf = async (path: string, as: TokenRequest): Promise<readonly Read[]> => {
  const before = (await looks()).length;
  app.clock.advance({ seconds: 1 });
  const { status, text } = await app.get(path, as);
  expect([status, text]).toEqual([200, text]);
  return (await looks()).slice(before);
};

describe('every read', () => {
  test('by staff is audited, whatever they read', async () => {
    const clerk = staff('e-1', ['party.read', 'party.search']);
    for (const path of readings().filter((one) => !one.includes('sync') && !one.includes('id-documents'))) {
      const trace = await traceOf(path, clerk);
      expect([path, trace]).toEqual([path, [expect.objectContaining({ actor: 'e-1', depth: 'personal' })]]);
      expect(trace[0]?.parties).toContain(path.includes(organization) ? organization : person);
    }
  });

  test('of sensitive data is audited, for every caller', async () => {
    for (const as of [back(), staff('e-2', ['party.read', 'party.search', 'party.sensitive'])]) {
      const paths = readings().filter((path) => as.kind === 'application' || !path.includes('sync'));
      for (const path of paths.filter(
        (one) => !one.includes('/relationships') && !one.includes('/contact-points'),
      )) {
        const trace = await traceOf(path, as);
        expect([path, trace]).toEqual([path, [expect.objectContaining({ depth: 'sensitive' })]]);
        expect(trace[0]?.parties).toContain(path.includes(organization) ? organization : person);
      }
    }
    expect(await traceOf(`/parties/${person}`, customer(person))).toMatchObject([
      { depth: 'sensitive', parties: [person] },
    ]);
  });

  test('by an application of other data is not audited', async () => {
    expect(await traceOf(`/parties/${person}`, back('01', ['party.read']))).toEqual([]);
    expect(await traceOf('/parties/sync', back('01', ['party.sync']))).toEqual([]);
  });
});

describe('no personal data is readable', () => {
  const everything = [...Object.values(secrets), ...Object.values(personal)];

  test('in the audit trail', async () => {
    const rows = await app.database.query<{ record: string }>('select record from platform.audit_entry');
    expect(rows.length).toBeGreaterThan(20);
    const trail = rows.map(({ record }) => record).join('\n');
    for (const secret of everything) expect([secret, trail.includes(secret)]).toEqual([secret, false]);
  });

  test('in events and idempotency records', async () => {
    const events = await app.database.query<{ text: string }>(
      'select data as text from platform.outbox_event',
    );
    const responses = await app.database.query<{ text: string }>(
      'select response as text from platform.idempotency_record',
    );
    const stored = [...events, ...responses].map(({ text }) => text).join('\n');
    for (const secret of everything) expect([secret, stored.includes(secret)]).toEqual([secret, false]);
  });

  test('in the log', async () => {
    await app.get(`/parties?name=${personal.surname}&email=${encodeURIComponent(personal.email)}`);
    await app.get(`/parties?id-number=${secrets.idNumber}&id-kind=passport-number`);
    const log = JSON.stringify(app.lines);
    for (const secret of everything) expect([secret, log.includes(secret)]).toEqual([secret, false]);
  });

  test('in the tables, except for the words of the search', async () => {
    const tables = [
      'party',
      'party_key',
      'party_fact',
      'party_identifier',
      'party_lookup',
      'party_relationship',
      'pending_correction',
    ];
    const found = await Promise.all(
      tables.map(async (table) => {
        const rows = await app.database.query<{ text: string }>(
          `select row_to_json(one)::text as text from party.${table} one`,
        );
        const text = rows.map((row) => row.text).join('\n');
        return everything.filter((secret) => text.includes(secret)).map((secret) => `${table} ${secret}`);
      }),
    );
    expect(found.flat()).toEqual([]);
  });
});
