import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { accountObjects } from './account-objects.ts';
import { basketObjects } from './basket-objects.ts';
import { clientObjects } from './client-objects.ts';
import { consentObjects } from './consent-objects.ts';
import { correspondenceObjects } from './correspondence-objects.ts';
import { fundsObjects } from './funds-objects.ts';
import { identityObjects } from './identity-objects.ts';
import type { ObjectEntry, OpenPath, OwnedObject } from './object-entry.ts';
import { partyObjects } from './party-objects.ts';
import { payeeObjects } from './payee-objects.ts';
import { paymentObjects } from './payment-objects.ts';

const staff = (id: string, bank: string): TokenRequest => ({
  kind: 'employee',
  id,
  roles: ['maintenance'],
  banks: [bank],
});

let planned = 0;

const maintenanceWindow: OwnedObject = {
  kind: 'owned',
  async make(app) {
    planned += 1;
    const response = await app.call({
      method: 'POST',
      path: '/api/configuration/maintenance-windows',
      as: staff('planner', '01'),
      headers: { 'idempotency-key': `matrix-${String(planned).padStart(16, '0')}` },
      body: { startsAt: '2099-01-01T00:00:00Z', messages: { en: 'Back soon.' } },
    });
    return { windowId: String(at(response.body, 'windowId')) };
  },
  unknown: { windowId: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c' },
  rightful: staff('approver', '01'),
  otherBank: staff('other-bank', '02'),
  otherOwner: { none: 'windows belong to the bank; every employee with the role may use them' },
};

/** The path names the bank of the server; its routes are public or for the clients of that bank. */
const serverOfBank: OpenPath = {
  kind: 'open',
  why: 'the path names a bank, not an object with an owner',
  values: { bank: '01' },
};

/** Header that a browser sends for a form on our own pages. */
const fromOurPage = { headers: { 'sec-fetch-site': 'same-origin' } } as const;

const openSignIn: OpenPath = {
  kind: 'open',
  why: 'a sign-in is bound to the browser by a cookie; the tests of the server cover other browsers',
  values: { bank: '01', uid: 'aaaaaaaaaaaaaaaaaaaaa' },
};

const accessOfCustomer: OpenPath = {
  kind: 'open',
  why: 'a browser without a session is sent to the sign-in; the tests of the pages cover other customers',
  values: { bank: '01', consent: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c' },
};

const orderOfCustomer: OpenPath = {
  ...accessOfCustomer,
  values: { bank: '01', order: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c' },
};

const messageOfCustomer: OpenPath = {
  ...accessOfCustomer,
  values: { bank: '01', message: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c' },
};

const openApproval: OpenPath = {
  kind: 'open',
  why: 'the link is a secret that belongs to the first browser; the tests of the pages cover other browsers',
  values: { handle: `01.${'a'.repeat(32)}` },
};

/** Objects of the routes with path parameters, and the callers that try to use them, by operation id. */
export const objects: Readonly<Record<string, ObjectEntry>> = {
  Configuration_GetMaintenanceWindow: maintenanceWindow,
  Configuration_ApproveMaintenance: maintenanceWindow,
  Configuration_StartMaintenance: maintenanceWindow,
  Configuration_EndMaintenance: maintenanceWindow,
  Configuration_CancelMaintenance: maintenanceWindow,
  Account_ShowAccess: accessOfCustomer,
  Account_ChangeAccess: { ...accessOfCustomer, sends: fromOurPage },
  Account_ShowStandingOrder: orderOfCustomer,
  Account_ChangeStandingOrder: { ...orderOfCustomer, sends: fromOurPage },
  Account_ShowAccessConfirmation: accessOfCustomer,
  Account_ApproveAccess: { ...accessOfCustomer, sends: fromOurPage },
  Account_ShowFundsConsent: accessOfCustomer,
  Account_ChangeFundsConsent: { ...accessOfCustomer, sends: fromOurPage },
  Account_ShowFundsConfirmation: accessOfCustomer,
  Account_ApproveFundsConsent: { ...accessOfCustomer, sends: fromOurPage },
  Account_ShowAccessList: serverOfBank,
  Account_ChangeAccessList: { ...serverOfBank, sends: fromOurPage },
  Account_ShowMessages: serverOfBank,
  Account_ShowMessage: messageOfCustomer,
  Account_ChangeMessage: { ...messageOfCustomer, sends: fromOurPage },
  Account_DownloadAttachment: {
    ...messageOfCustomer,
    values: { ...messageOfCustomer.values, attachment: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c' },
  },
  Account_ShowNotifications: serverOfBank,
  Account_ChangeNotifications: { ...serverOfBank, sends: fromOurPage },
  Approval_Show: openApproval,
  Approval_Watch: openApproval,
  Approval_Change: { ...openApproval, sends: fromOurPage },
  OAuth_Discovery: serverOfBank,
  OAuth_Metadata: serverOfBank,
  OAuth_Keys: serverOfBank,
  OAuth_PushedRequest: serverOfBank,
  OAuth_Authorize: serverOfBank,
  OAuth_Resume: openSignIn,
  OAuth_BeginSignIn: openSignIn,
  OAuth_ContinueSignIn: { ...openSignIn, sends: fromOurPage },
  OAuth_FinishStaffSignIn: serverOfBank,
  OAuth_Token: serverOfBank,
  OAuth_Introspect: serverOfBank,
  OAuth_Revoke: serverOfBank,
  OAuth_BackchannelAuthentication: serverOfBank,
  OAuth_EndSession: serverOfBank,
  OAuth_ConfirmEndSession: serverOfBank,
  OAuth_SignedOut: serverOfBank,
  ...clientObjects,
  ...correspondenceObjects,
  ...identityObjects,
  ...partyObjects,
  ...accountObjects,
  ...basketObjects,
  ...consentObjects,
  ...fundsObjects,
  ...payeeObjects,
  ...paymentObjects,
};
