import type { PendingActionKind } from './pending-action.ts';

/** What decides whether an action is done. */
export interface ActionFacts {
  readonly action: { readonly kind: PendingActionKind; readonly reference: string };
  readonly client: {
    readonly profile: {
      readonly status: string;
      readonly sensitive: {
        readonly taxResidencies: readonly unknown[] | undefined;
        readonly documents: readonly {
          readonly id: string;
          readonly status: string;
          readonly expiryDate?: string;
        }[];
      };
    };
    readonly email: { readonly isVerified: boolean } | undefined;
    readonly mobilePhone: { readonly isVerified: boolean } | undefined;
    readonly devices: readonly { readonly status: string }[];
  };
  /** The version of the terms that the client has shown. */
  readonly version: string | undefined;
  readonly today: string;
}

type Check = (facts: ActionFacts) => boolean;

const always: Check = () => true;
/** No cause creates these; a fact that cannot be checked is not there. */
const never: Check = () => false;

const checks: Readonly<Record<PendingActionKind, Check>> = {
  'accept-terms': ({ action, version }) => version === action.reference,
  'confirm-personal-data': always,
  'read-notice': always,
  'complete-kyc': ({ client }) => client.profile.status === 'active',
  'renew-id-document': hasOtherDocument,
  'confirm-tax-status': ({ client }) => (client.profile.sensitive.taxResidencies ?? []).length > 0,
  'verify-email': ({ client }) => client.email?.isVerified === true,
  'verify-phone': ({ client }) => client.mobilePhone?.isVerified === true,
  'pair-device': ({ client }) => client.devices.some(({ status }) => status === 'active'),
  'sign-document': never,
  'sign-payment': never,
  'change-password': never,
};

/** Returns whether the fact that an action asks for is there. */
export function actionFact(facts: ActionFacts): boolean {
  return checks[facts.action.kind](facts);
}

/** A valid document other than the one that expires. */
function hasOtherDocument({ action: { reference }, client, today }: ActionFacts): boolean {
  return client.profile.sensitive.documents.some(
    ({ expiryDate, id, status }) =>
      status === 'valid' && id !== reference && (expiryDate === undefined || expiryDate >= today),
  );
}
