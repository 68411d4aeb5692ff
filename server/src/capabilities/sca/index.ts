import { defineCapability } from '#platform/capability/capability.ts';
import { scaEventHandlers } from './event-handlers.ts';
import { events } from './events.ts';
import { cleanUpAuthorisations } from './operations/clean-up-authorisations.ts';
import { expireAuthorisations } from './operations/expire-authorisations.ts';
import type { ScaPorts } from './ports/sca-ports.ts';
import { problems } from './problems.ts';
import { scaKeyClasses } from './store/sca-keys.ts';

export type { Method } from './domain/details.ts';
export type { ExemptionRules, LowValueLimits } from './domain/exemptions.ts';
export type { AccountChoice, OfferedAccount, OwnedAccount } from './domain/offered-account.ts';
export {
  type AccountAccess,
  type AccountReference,
  type BulkPayment,
  bulksOf,
  canonicalOrder,
  type Order,
  type OrderKind,
  type Payment,
  repeatsOf,
  type Transfer,
  totalsOf,
  transferCountOf,
  transfersOf,
} from './domain/order.ts';
export type { PageError } from './domain/page-error.ts';
export type { PageForm } from './domain/page-form.ts';
export {
  type ApprovalFrame,
  type ApprovalView,
  type Confirmation,
  type ListedTransfers,
  referenceOf,
  type UnavailableReason,
} from './domain/page-view.ts';
export { areDoubtful, type BulkPayees, isDoubtful, type PayeeCheck } from './domain/payee-check.ts';
export { signatureText } from './domain/signature-text.ts';
export { scaStatuses } from './domain/status.ts';
export type { SubjectKind, SubjectRef } from './domain/subject.ts';
export { originsOf, type WayBack } from './domain/way-back.ts';
export { events as scaEvents } from './events.ts';
export { answerDeviceRequest, type DeviceAnswer } from './operations/answer-device-request.ts';
export { changeDeviceMute } from './operations/change-device-mute.ts';
export { endAllApprovals } from './operations/end-all-approvals.ts';
export { listDeviceAskers } from './operations/list-device-askers.ts';
export { listSigners } from './operations/list-signers.ts';
export { type OpenedApproval, openApproval } from './operations/pages/open-approval.ts';
export { type PageStatus, statusOfApproval } from './operations/pages/status-of-approval.ts';
export { type SubmittedApproval, submitApproval } from './operations/pages/submit-approval.ts';
export { recordSignInAnswer } from './operations/record-sign-in-answer.ts';
export { reserveSignInRequest, type SignInRequest } from './operations/reserve-sign-in-request.ts';
export { findWaitingApproval, type WaitingApproval } from './operations/server/find-waiting-approval.ts';
export { type ApprovalLink, linkApproval } from './operations/server/link-approval.ts';
export { type ApprovalOutcome, outcomeOfApproval } from './operations/server/outcome-of-approval.ts';
export { startAuthorisation } from './operations/start-authorisation.ts';
export {
  type Device,
  type DeviceRecipient,
  type DeviceRequest,
  type DeviceSignature,
  type Devices,
  noDevices,
} from './ports/devices.ts';
export type { PayeeFacts, PayeeQuestion } from './ports/payee-facts.ts';
export type { ScaChoices, ScaPorts } from './ports/sca-ports.ts';
export type {
  AccountSelection,
  Chooser,
  SignedExtent,
  Subject,
  SubjectApproval,
  Subjects,
  SubjectsByKind,
} from './ports/subjects.ts';
export { problems as scaProblems } from './problems.ts';
export { type AuthorisedResource, authorisationRoutes } from './routes.ts';
export { nameCustomerOfNew } from './steps/customer-of-token.ts';
export type { DeviceAsker } from './steps/devices/list-askers.ts';
export type { DeviceOutcome } from './steps/devices/settle-approval.ts';
export type { ApprovalRequest } from './steps/new-authorisation.ts';
export { orderFacts } from './steps/order-facts.ts';
export { orderToSign } from './steps/order-to-sign.ts';
export { approvalCookie } from './steps/page/approval-cookie.ts';
export { type Signers, signersOf, signingContext } from './steps/signers.ts';
export {
  explicitStart,
  type NewResource,
  type ResourceStart,
  startImplicitly,
} from './steps/start-implicitly.ts';
export { createScaVault } from './store/sca-vault.ts';
export { approvalRequestIn, flagIn, type RequestHeaders } from './wire/approval-request.ts';
export { type Place, type ResourceStartParts, toResourceStart } from './wire/authorisation.ts';

/** Approvals of customers: one engine for every approach. Its routes belong to the resources that are approved. */
export const scaCapability = defineCapability<ScaPorts>({
  name: 'sca',
  routes: [],
  events,
  problems,
  handlers: (ports) => (ports === undefined ? [] : scaEventHandlers(ports)),
  jobs: [
    { name: 'expire-authorisations', cron: '* * * * *', needs: 'ports', run: expireAuthorisations },
    { name: 'clean-up-authorisations', cron: '23 * * * *', needs: 'context', run: cleanUpAuthorisations },
  ],
  keyClasses: scaKeyClasses,
});
