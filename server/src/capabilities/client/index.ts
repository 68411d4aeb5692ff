import { plain } from '#dialects/plain/plain.ts';
import { defineCapability } from '#platform/capability/capability.ts';
import { clientClassifications } from './domain/classifications.ts';
import { deviceEndings } from './domain/devices/endings.ts';
import { clientPolicies } from './domain/policy.ts';
import { restrictionEndings } from './domain/restrictions/endings.ts';
import { clientEventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { cleanUpApprovals } from './operations/approvals/clean-up-approvals.ts';
import { expireChangeRequests } from './operations/change-requests/expire-change-requests.ts';
import { cleanUpDevices } from './operations/devices/clean-up-devices.ts';
import { expirePairings } from './operations/devices/expire-pairings.ts';
import { cleanUpClient } from './operations/maintenance/clean-up-client.ts';
import { enforceDueActions } from './operations/pending-actions/enforce-due-actions.ts';
import { requestDocumentRenewals } from './operations/pending-actions/request-document-renewals.ts';
import { cleanUpRestrictions } from './operations/restrictions/clean-up-restrictions.ts';
import { expireRestrictions } from './operations/restrictions/expire-restrictions.ts';
import type { ClientPorts } from './ports/client-ports.ts';
import { problems } from './problems.ts';
import { clientRoutes } from './routes.ts';
import { clientKeyClasses } from './store/client-keys.ts';

export { signInStrength } from './domain/approval.ts';
export { clientClassifications } from './domain/classifications.ts';
// Devices.
export {
  type AttestationKind,
  type Device,
  type DevicePlatform,
  type EndReason,
  endReasons,
} from './domain/devices/device.ts';
// Own data.
export { type PendingActionKind, requestableKinds } from './domain/pending-action.ts';
// Restrictions and fraud reports.
export { signatureRecallWindowHours } from './domain/policy.ts';
export { reportStates } from './domain/restrictions/fraud-report.ts';
export { listReviews } from './operations/change-requests/list-reviews.ts';
export { reviewChangeRequest } from './operations/change-requests/review-change-request.ts';
export { showReview } from './operations/change-requests/show-review.ts';
export { blockDevicesOf } from './operations/devices/block-devices-of.ts';
export { type EndDevice, endDevice } from './operations/devices/end-device.ts';
export { replayDeviceEndings } from './operations/devices/replay-device-endings.ts';
export { createDeviceCodes } from './operations/offline/create-device-codes.ts';
export { cancelPendingAction } from './operations/pending-actions/cancel-pending-action.ts';
export { publishTerms } from './operations/pending-actions/publish-terms.ts';
export { requestPendingAction } from './operations/pending-actions/request-pending-action.ts';
export { createRestrictions } from './operations/restrictions/create-restrictions.ts';
export { findPaymentHold, type PaymentHold } from './operations/restrictions/find-payment-hold.ts';
export { type LiftResult, liftRestriction } from './operations/restrictions/lift-restriction.ts';
export { type ClientCases, listClientCases } from './operations/restrictions/list-client-cases.ts';
export { moveFraudReport } from './operations/restrictions/move-fraud-report.ts';
export { replayRestrictions } from './operations/restrictions/replay-restrictions.ts';
// Approvals on devices.
export type { ApprovalAnswers } from './ports/approval-answers.ts';
export type { Attestation, AttestationVerifier, PresentedAttestation } from './ports/attestation.ts';
export type { ClientPorts } from './ports/client-ports.ts';
export { clientRoutes } from './routes.ts';
export { createApprovalDevices } from './steps/approvals/approval-devices.ts';
export { createSignInApprovals, type SignInRequests } from './steps/approvals/sign-in-approvals.ts';
export { createDeviceKeys } from './steps/devices/device-keys.ts';
export { createDevicePairings } from './steps/devices/device-pairings.ts';
export { listLiveDevices } from './steps/devices/live-devices.ts';
export { createPushAddresses } from './steps/devices/push-addresses.ts';
export { listRestrictions, type ShownRestriction } from './steps/restrictions/list-restrictions.ts';
export { type ClientVault, createClientVault } from './store/client-vault.ts';
export {
  type ActiveDevice,
  findActiveDevice,
  listActiveDevices,
  listDevices,
  lockActiveDevice,
  updateDeviceUse,
} from './store/devices.store.ts';

/** The interface of the bank's own app: own data, devices, restrictions and open actions of customers. */
export const clientCapability = defineCapability<ClientPorts>({
  name: 'client',
  routes: clientRoutes,
  events,
  problems,
  paths: [['/api/v1', plain]],
  handlers: (ports) => (ports === undefined ? [] : clientEventHandlers(ports)),
  jobs: [
    { name: 'expire-change-requests', cron: '* * * * *', needs: 'ports', run: expireChangeRequests },
    { name: 'enforce-due-actions', cron: '*/5 * * * *', needs: 'ports', run: enforceDueActions },
    { name: 'request-document-renewals', cron: '23 4 * * *', needs: 'ports', run: requestDocumentRenewals },
    { name: 'clean-up-client', cron: '41 2 * * *', needs: 'context', run: cleanUpClient },
    { name: 'expire-pairings', cron: '* * * * *', needs: 'ports', run: expirePairings },
    { name: 'clean-up-devices', cron: '41 * * * *', needs: 'context', run: cleanUpDevices },
    { name: 'clean-up-approvals', cron: '37 * * * *', needs: 'context', run: cleanUpApprovals },
    { name: 'expire-restrictions', cron: '* * * * *', needs: 'ports', run: expireRestrictions },
    { name: 'clean-up-restrictions', cron: '29 3 * * *', needs: 'context', run: cleanUpRestrictions },
  ],
  keyClasses: clientKeyClasses,
  policies: clientPolicies,
  classifications: clientClassifications,
  endings: [...restrictionEndings, ...deviceEndings],
});
