import { describe, expect, test } from 'vitest';
import { firm, nameExamples, person } from '../../testing/name-examples.suite.ts';
import { matchPayee } from './match-payee.ts';

describe('names are compared by the examples of the specification', () => {
  test('there are 48 of them', () => {
    expect(nameExamples).toHaveLength(48);
  });

  test.for(nameExamples)('%#: %j against %s is %s by rule %s', ([held, given, code, rule]) => {
    expect(matchPayee(held, given)).toMatchObject({ code, rule });
  });
});

test('only a close match has a name, and it is that of the holder', () => {
  const anna = person('Anna', 'Weber', { formerSurnames: ['Schmidt'] });
  expect(matchPayee([anna], 'Anna Schmidt').matchedName).toBe('Anna Weber');
  expect(matchPayee([anna], 'Anna Weber')).not.toHaveProperty('matchedName');
  expect(matchPayee([anna], 'Carl Roth')).not.toHaveProperty('matchedName');
  expect(matchPayee([firm('Kramer BV', 'Fietsland Oost')], 'Fietsland Oast').matchedName).toBe(
    'Fietsland Oost',
  );
});

test('of two people that are named together, one being no holder, the name of the holder is disclosed', () => {
  const joint = [person('Anna', 'Weber'), person('Ben', 'Weber')];
  expect(matchPayee(joint, 'Carl Roth + Ben Weber').matchedName).toBe('Ben Weber');
  expect(matchPayee(joint, 'Anna und Ben Weber').code).toBe('MTCH');
  expect(matchPayee(joint, 'Anna & Carl Weber')).toMatchObject({ code: 'CMTC', matchedName: 'Anna Weber' });
});

test('holders without any letter, and names without one, do not match', () => {
  expect(matchPayee([person('-', '.')], '?').code).toBe('NMTC');
  expect(matchPayee([firm('GmbH')], 'AG').code).toBe('NMTC');
  expect(matchPayee([firm('&')], '+').code).toBe('NMTC');
  expect(matchPayee([], 'Anna Weber').code).toBe('NMTC');
});

test('a firm does not pass for a person who has its name', () => {
  expect(matchPayee([person('Anna', 'Schmidt')], 'Anna Schmidt GmbH').code).toBe('NMTC');
});

test('a comparison takes less than a millisecond of processor time, also at its longest', () => {
  const long = 'Jürgen Österåsø-Müller Πουλόπουλος Øgård von der Großen Wiese ';
  const held = [person(long, long, { formerSurnames: [long, long] }), firm(`${long} GmbH`, long)];
  const given = `${long}${long}`.slice(0, 140);
  const rounds = 200;
  for (let round = 0; round < rounds; round += 1) matchPayee(held, given);
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) matchPayee(held, given);
  const { system, user } = process.cpuUsage(before);
  // Two holders with five names: ten times what one comparison may take, here and on a busy machine.
  expect((user + system) / 1_000 / rounds).toBeLessThan(5);
});
