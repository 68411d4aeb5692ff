import { expect, test } from 'vitest';
import { jsonSchemaOf } from '#platform/http/body-kinds.ts';
import { bodyLimitBytes, bodySizeDefault } from '#platform/http/body-limits.ts';
import { bodyBytesMax } from '#platform/http/body-size-of.ts';
import { contracts } from './wiring.ts';

const withBody = contracts.flatMap(({ bodySize = bodySizeDefault, operationId, request }) => {
  const schema = jsonSchemaOf(request.body);
  return schema === undefined ? [] : [{ operationId, bodySize, bytesMax: bodyBytesMax(schema) }];
});

/** Schemas with an unlimited part; the size class of the body limits them. */
const boundedByClass: ReadonlySet<string> = new Set([
  'BulkPayeeVerification_Verify',
  'BulkPaymentCancellation_Authorisation_Start',
  'BulkPaymentCancellation_Authorisation_Update',
  'BulkPayment_Authorisation_Start',
  'BulkPayment_Authorisation_Update',
  'Configuration_PlanMaintenance',
  'Correspondence_Batches_Initiate',
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
  'Consent_Authorisation_Start',
  'Consent_Authorisation_Update',
  'PaymentCancellation_Authorisation_Start',
  'PaymentCancellation_Authorisation_Update',
  'Payment_Authorisation_Start',
  'Payment_Authorisation_Update',
  'PeriodicPaymentCancellation_Authorisation_Start',
  'PeriodicPaymentCancellation_Authorisation_Update',
  'PeriodicPayment_Authorisation_Start',
  'PeriodicPayment_Authorisation_Update',
  'FundsConsent_Authorisation_Start',
  'FundsConsent_Authorisation_Update',
  'SigningBasket_Authorisation_Start',
  'SigningBasket_Authorisation_Update',
]);

/** Forms, which have their own reader and limit. */
const isForm = (operationId: string): boolean => /^(?:OAuth|Account|Approval)_/v.test(operationId);

test('a body that its schema allows fits into the size class of the contract', () => {
  const tooLarge = withBody.filter(
    ({ bodySize, bytesMax, operationId }) =>
      Number.isFinite(bytesMax) && bytesMax > bodyLimitBytes[bodySize] * 1.5 && !isForm(operationId),
  );
  expect(tooLarge).toEqual([]);
});

test('schemas without their own limit are known', () => {
  const unbounded = withBody.filter(
    ({ bytesMax, operationId }) => !Number.isFinite(bytesMax) && !isForm(operationId),
  );
  expect(unbounded.map(({ operationId }) => operationId).sort()).toEqual([...boundedByClass].sort());
});

test('a contract with a large size class needs it', () => {
  const needless = withBody.filter(
    ({ bodySize, bytesMax, operationId }) =>
      // Its template data has no schema here: each template has its own.
      operationId !== 'Correspondence_Templates_Render' &&
      bodySize !== bodySizeDefault &&
      bytesMax <= bodyLimitBytes[bodySizeDefault],
  );
  expect(needless).toEqual([]);
});
