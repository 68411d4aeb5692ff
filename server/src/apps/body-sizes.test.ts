import { expect, test } from 'vitest';
import { bodyLimitBytes, bodySizeDefault } from '#platform/http/body-limits.ts';
import { bodyBytesMax } from '#platform/http/body-size-of.ts';
import { contracts } from './wiring.ts';

const withBody = contracts.flatMap(({ bodySize = bodySizeDefault, operationId, request }) =>
  request.body === undefined ? [] : [{ operationId, bodySize, bytesMax: bodyBytesMax(request.body) }],
);

/** Schemas with a part that has no limit of its own; the class of the body bounds them. */
const boundedByClass: ReadonlySet<string> = new Set([
  'Configuration_PlanMaintenance',
  'Correspondence_Communications_Initiate',
  'Correspondence_NotificationPreferences_Set',
  'Individuals_ChangeSurname',
  'Individuals_Register',
  'Organizations_Register',
  'Parties_ContactPreference_Modify',
  'Parties_ModifyContactPoint',
  'Parties_RegisterContactPoints',
  'Parties_RegisterIdentificationDocument',
  'Party_ModifyServicingInfo',
]);

/** Forms, which are read elsewhere and bounded there. */
const isForm = (operationId: string): boolean => /^(?:OAuth|Account)_/v.test(operationId);

test('a body that its schema allows fits into the class that the contract names', () => {
  const tooLarge = withBody.filter(
    ({ bodySize, bytesMax, operationId }) =>
      Number.isFinite(bytesMax) && bytesMax > bodyLimitBytes[bodySize] * 1.5 && !isForm(operationId),
  );
  expect(tooLarge).toEqual([]);
});

test('schemas without a limit of their own are known', () => {
  const unbounded = withBody.filter(
    ({ bytesMax, operationId }) => !Number.isFinite(bytesMax) && !isForm(operationId),
  );
  expect(unbounded.map(({ operationId }) => operationId).sort()).toEqual([...boundedByClass].sort());
});

test('a contract that names a large class needs it', () => {
  const needless = withBody.filter(
    ({ bodySize, bytesMax, operationId }) =>
      // Its template data have no schema here: each template has its own.
      operationId !== 'Correspondence_Templates_Render' &&
      bodySize !== bodySizeDefault &&
      bytesMax <= bodyLimitBytes[bodySizeDefault],
  );
  expect(needless).toEqual([]);
});
