import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at } from '#platform/testing/json-at.ts';
import { registrationProfiles } from '../../domain/literals.ts';
import { mandatoryFields } from '../../domain/registration-profiles.ts';
import {
  createPartyTestApp,
  customerFields,
  type Fields,
  organizationCustomerFields,
  type PartyTestApp,
} from '../../testing/party-test-app.suite.ts';

let app: PartyTestApp;
beforeAll(async () => {
  app = await createPartyTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const kinds = [
  { kind: 'individual', path: '/parties/individuals', all: customerFields },
  { kind: 'organization', path: '/parties/organizations', all: organizationCustomerFields },
] as const;

/** Returns a registration with every field that any profile requires, less one. */
function without(fields: Fields, field: string): Fields {
  const left = Object.entries(fields).filter(
    ([name]) => name !== field && !(field === 'id-number' && name === 'id-kind'),
  );
  return Object.fromEntries(left);
}

const rows = kinds.flatMap(({ all, kind, path }) =>
  registrationProfiles.flatMap((profile) =>
    Object.keys(all())
      .filter((field) => field !== 'registration-profile' && field !== 'id-kind')
      .map((field) => ({
        kind,
        path,
        profile,
        field,
        all,
        isMandatory: mandatoryFields[kind][profile].some((name) => name === field),
      })),
  ),
);

describe('registration profiles', () => {
  test.each(rows.filter(({ isMandatory }) => isMandatory))(
    '$kind as $profile without $field: rejected',
    async ({ all, field, path, profile }) => {
      const response = await app.post(path, without({ ...all(), 'registration-profile': profile }, field));
      expect(response.status).toBe(400);
      expect(at(response.body, 'errors')).toContainEqual(
        expect.objectContaining({ field, code: 'required' }),
      );
    },
  );

  test.each(rows.filter(({ isMandatory }) => !isMandatory))(
    '$kind as $profile without $field: registered',
    async ({ all, field, path, profile }) => {
      const response = await app.post(path, without({ ...all(), 'registration-profile': profile }, field));
      expect(response.status).toBe(201);
    },
  );
});
