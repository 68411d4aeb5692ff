import { at } from '../../server/src/platform/testing/json-at.ts';
import type { TestApp } from '../../server/src/platform/testing/test-app.ts';
import type { TestRequest } from '../../server/src/platform/testing/test-server.ts';
import type { TokenRequest } from '../../server/src/platform/testing/token-mint.ts';
import { correspondenceObjects } from './correspondence-objects.ts';
import { identityObjects } from './identity-objects.ts';
import { partyObjects } from './party-objects.ts';

/** Values for the parameters of a path, by name. */
export type PathValues = Readonly<Record<string, string>>;

/** A path that leads to something that belongs to somebody. */
export interface OwnedObject {
  readonly kind: 'owned';
  /** Makes one and says where it is. */
  readonly make: (app: TestApp) => Promise<PathValues>;
  /** What a request must carry to get as far as the object. */
  readonly sends?: Pick<TestRequest, 'body' | 'headers'>;
  /** Values of the same form under which there is nothing. */
  readonly unknown: PathValues;
  /** May use the operation on this object. */
  readonly rightful: TokenRequest;
  /** May use the operation, in another bank. */
  readonly otherBank: TokenRequest;
  /** May use the operation in the same bank on its own objects only; or why there is no such caller. */
  readonly otherOwner: TokenRequest | { readonly none: string };
}

/** A path whose parameter names nothing that belongs to anybody. */
export interface OpenPath {
  readonly kind: 'open';
  readonly why: string;
  readonly values: PathValues;
  /** What a request must carry to be read at all, whoever sends it. */
  readonly sends?: Pick<TestRequest, 'headers'>;
}

export type ObjectEntry = OwnedObject | OpenPath;

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
    const answer = await app.call({
      method: 'POST',
      path: '/api/configuration/maintenance-windows',
      as: staff('planner', '01'),
      headers: { 'idempotency-key': `matrix-${String(planned).padStart(16, '0')}` },
      body: { startsAt: '2099-01-01T00:00:00Z', messages: { en: 'Back soon.' } },
    });
    return { windowId: String(at(answer.body, 'windowId')) };
  },
  unknown: { windowId: '01a1dcbf-fdb1-7d5d-b669-60821bd6845c' },
  rightful: staff('approver', '01'),
  otherBank: staff('stranger', '02'),
  otherOwner: { none: 'windows belong to the bank; every member of its staff with the role may use them' },
};

/** The bank in the path says whose server is meant; all of it is for anybody, or for the clients of that bank. */
const serverOfBank: OpenPath = {
  kind: 'open',
  why: 'the path names a bank, not a thing of somebody’s',
  values: { bank: '01' },
};

/** What a browser says of a form on one of our own pages. */
const fromOurPage = { headers: { 'sec-fetch-site': 'same-origin' } } as const;

const signInUnderWay: OpenPath = {
  kind: 'open',
  why: 'a sign-in belongs to the browser that began it, known by its cookie; the server’s own tests try others',
  values: { bank: '01', uid: 'aaaaaaaaaaaaaaaaaaaaa' },
};

/** How the object of each route with a path parameter comes to be, and who else tries. By operation id. */
export const objects: Readonly<Record<string, ObjectEntry>> = {
  Configuration_GetMaintenanceWindow: maintenanceWindow,
  Configuration_ApproveMaintenance: maintenanceWindow,
  Configuration_StartMaintenance: maintenanceWindow,
  Configuration_EndMaintenance: maintenanceWindow,
  Configuration_CancelMaintenance: maintenanceWindow,
  OAuth_Discovery: serverOfBank,
  OAuth_Metadata: serverOfBank,
  OAuth_Keys: serverOfBank,
  OAuth_PushedRequest: serverOfBank,
  OAuth_Authorize: serverOfBank,
  OAuth_Resume: signInUnderWay,
  OAuth_BeginSignIn: signInUnderWay,
  OAuth_ContinueSignIn: { ...signInUnderWay, sends: fromOurPage },
  OAuth_FinishStaffSignIn: serverOfBank,
  OAuth_Token: serverOfBank,
  OAuth_Introspect: serverOfBank,
  OAuth_Revoke: serverOfBank,
  OAuth_BackchannelAuthentication: serverOfBank,
  OAuth_EndSession: serverOfBank,
  OAuth_ConfirmEndSession: serverOfBank,
  OAuth_SignedOut: serverOfBank,
  ...correspondenceObjects,
  ...identityObjects,
  ...partyObjects,
};
