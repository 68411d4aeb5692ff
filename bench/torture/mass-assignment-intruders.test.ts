import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { channel } from '../../server/src/dialects/channel/channel.ts';
import { callers } from '../../server/src/platform/auth/access.ts';
import type { BodyContract } from '../../server/src/platform/http/body-kinds.ts';
import type { Contract } from '../../server/src/platform/http/contract.ts';
import { testContract, testInterface } from '../../server/src/platform/testing/endpoints.ts';
import { chanceFrom } from '../harness/chance.ts';
import { intrusions, readsJson } from './mass-assignment-intruders.ts';

const schema = Type.Object({ name: Type.String(), status: Type.String() });
const document = { kind: 'document', mediaTypes: ['application/xml'] } as const;
const form = { kind: 'form', parts: { file: { mediaType: 'application/pdf', bytesMax: 10 } } } as const;
const ofApplications = callers({ application: { scope: 'party.read' } });

function contractWith(body: BodyContract | undefined, access: Contract['access'] = ofApplications): Contract {
  return testContract({
    interface: testInterface(channel),
    method: 'POST',
    access,
    request: body === undefined ? {} : { body },
  });
}

describe('a route is attacked with JSON', () => {
  test.each<[string, BodyContract]>([
    ['an object', schema],
    ['JSON by kind', { kind: 'json', schema }],
    ['a choice of JSON and a document', { kind: 'choice', bodies: [document, { kind: 'json', schema }] }],
  ])('if it reads %s, whose declared members are known', (_, body) => {
    expect(readsJson(contractWith(body))).toBe(true);
    const trial = { chance: chanceFrom(1), names: ['status', 'role'], valuesEach: 1 };
    const tried = intrusions(contractWith(body), { name: 'a', status: 'b' }, trial).map(({ what }) => what);
    expect(tried).toContain('role');
    expect(tried).not.toContain('status');
  });

  test.each<[string, BodyContract | undefined]>([
    ['no body', undefined],
    ['a document', document],
    ['a form', form],
    ['a choice of both', { kind: 'choice', bodies: [document, form] }],
  ])('not if it reads %s', (_, body) => {
    expect(readsJson(contractWith(body))).toBe(false);
  });

  test('not if only third parties may call it', () => {
    expect(readsJson(contractWith(schema, callers({ tpp: { roles: ['PSP_PI'] } })))).toBe(false);
  });
});
