import Type from 'typebox';
import { plain } from '#dialects/plain/plain.ts';
import { everyone } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { urlencodedForm } from '#platform/http/urlencoded-form.ts';

const account: Interface = {
  name: 'account',
  title: 'Pages on which customers manage their sign-in',
  basePath: '/account',
  dialect: plain,
  duringMaintenance: 'closed',
};

const page = { description: 'An HTML page.' } as const;
const pages = {
  200: page,
  400: page,
  401: page,
  403: page,
  413: page,
  415: page,
  429: page,
  503: page,
} as const;
const params = Type.Object({ bank: Type.String({ pattern: '^[a-z0-9]{2,8}$', description: 'The bank.' }) });

const shared = {
  interface: account,
  access: everyone,
  problems: [],
  idempotency: 'none',
  rate: 'page',
  source: 'addition',
} as const;

const anyForm = urlencodedForm(
  Type.Object({ step: Type.Optional(Type.String()) }, { additionalProperties: true }),
);

export const showAccount = contract({
  ...shared,
  operationId: 'Account_Show',
  method: 'GET',
  path: '/account/{bank}',
  summary:
    'Shows passkeys, browsers and sessions of the signed-in customer; the sign-in page if there is none',
  description:
    'A page for browsers: what the customer signs in with, and where. Without a session it shows the sign-in.',
  request: { params },
  responses: pages,
});

export const showReset = contract({
  ...shared,
  operationId: 'Account_ShowReset',
  method: 'GET',
  path: '/account/{bank}/reset',
  summary: 'Starts a password reset',
  description: 'A page for browsers: starts a password reset and redirects to its first step.',
  request: { params },
  responses: { 303: { description: 'Redirect to the page.' }, ...pages },
});

export const returnFromLogin = contract({
  ...shared,
  operationId: 'Account_ReturnFromLogin',
  method: 'GET',
  path: '/account/{bank}/linked-login/{provider}',
  summary:
    'Receives a browser that comes back from another provider, and sends it to the page of its sign-in',
  description:
    'The return address of linked logins. Without a sign-in that waits for this provider the browser gets the start of the sign-in.',
  request: {
    params: Type.Object({
      ...params.properties,
      provider: Type.String({ pattern: '^[a-z][a-z0-9-]{0,49}$', description: 'Code of the provider.' }),
    }),
  },
  responses: { 303: { description: 'Redirect to the page.' }, 404: page, ...pages },
});

export const changeAccount = contract({
  ...shared,
  operationId: 'Account_Change',
  method: 'POST',
  path: '/account/{bank}',
  summary: 'Receives the forms of these pages',
  description:
    'Receives the forms of the account pages. It needs the session and the form token of the page.',
  request: { params, body: anyForm },
  responses: { 303: { description: 'Redirect to the page.' }, ...pages },
});

const consentParams = Type.Object({
  ...params.properties,
  consent: Type.String({ maxLength: 64, description: 'Id of the consent.' }),
});
const consentPages = { 303: { description: 'Redirect to the page.' }, 404: page, ...pages } as const;
export const showAccessList = contract({
  ...shared,
  operationId: 'Account_ShowAccessList',
  method: 'GET',
  path: '/account/{bank}/access',
  summary: 'Lists which third parties read accounts of the signed-in customer, or did',
  description: 'A page for browsers: consents that are in force or ended, by third party.',
  request: { params },
  responses: { 303: { description: 'Redirect to the sign-in.' }, ...pages },
});

export const changeAccessList = contract({
  ...shared,
  operationId: 'Account_ChangeAccessList',
  method: 'POST',
  path: '/account/{bank}/access',
  summary: 'Receives the form that mutes one that asks on devices, or ends that',
  description:
    'Receives the forms of the list. For a day no request of the third party or application reaches a device of the customer. It needs the session and the form token of the page.',
  request: { params, body: anyForm },
  responses: { 303: { description: 'Redirect to the page.' }, ...pages },
});

export const showAccess = contract({
  ...shared,
  operationId: 'Account_ShowAccess',
  method: 'GET',
  path: '/account/{bank}/access/{consent}',
  summary: 'Shows a consent of the signed-in customer, with the days of reads',
  description: 'A page for browsers: what the third party may read, until when, and on which days it did.',
  request: { params: consentParams },
  responses: consentPages,
});

export const changeAccess = contract({
  ...shared,
  operationId: 'Account_ChangeAccess',
  method: 'POST',
  path: '/account/{bank}/access/{consent}',
  summary: 'Receives the forms that withdraw a consent or give it again',
  description:
    'Receives the forms of the page of a consent. It needs the session and the form token of the page.',
  request: { params: consentParams, body: anyForm },
  responses: consentPages,
});

export const showMessages = contract({
  ...shared,
  operationId: 'Account_ShowMessages',
  method: 'GET',
  path: '/account/{bank}/messages',
  summary: 'Lists the messages of the signed-in customer, received or archived',
  description:
    'A page for browsers: the messages of the bank, the newest first, received or archived, with marks on unread ones.',
  request: { params },
  responses: { 303: { description: 'Redirect to the sign-in.' }, ...pages },
});

const messageParams = Type.Object({
  ...params.properties,
  message: Type.String({ maxLength: 64, description: 'Id of the message.' }),
});

export const showMessage = contract({
  ...shared,
  operationId: 'Account_ShowMessage',
  method: 'GET',
  path: '/account/{bank}/messages/{message}',
  summary: 'Shows a message of the signed-in customer, who has read it then',
  description:
    'A page for browsers: the text of a message and its files. Showing it marks it as read for this user.',
  request: { params: messageParams },
  responses: consentPages,
});

export const changeMessage = contract({
  ...shared,
  operationId: 'Account_ChangeMessage',
  method: 'POST',
  path: '/account/{bank}/messages/{message}',
  summary: 'Receives the form that archives a message',
  description:
    'Receives the form that archives a message. It needs the session and the form token of the page.',
  request: { params: messageParams, body: anyForm },
  responses: consentPages,
});

export const downloadAttachment = contract({
  ...shared,
  operationId: 'Account_DownloadAttachment',
  method: 'GET',
  path: '/account/{bank}/messages/{message}/attachments/{attachment}',
  summary: 'Sends a file of a message',
  description: 'Sends a file of a message to the browser of the signed-in customer, always as a download.',
  request: {
    params: Type.Object({
      ...messageParams.properties,
      attachment: Type.String({ maxLength: 64, description: 'Id of the file.' }),
    }),
  },
  responses: consentPages,
});

export const showNotifications = contract({
  ...shared,
  operationId: 'Account_ShowNotifications',
  method: 'GET',
  path: '/account/{bank}/notifications',
  summary: 'Lists the notification preferences of the signed-in customer, or asks for a change of one',
  description:
    'A page for browsers: for each group of notifications the media, the frequency and the threshold that hold.',
  request: { params },
  responses: { 303: { description: 'Redirect to the sign-in.' }, ...pages },
});

export const changeNotifications = contract({
  ...shared,
  operationId: 'Account_ChangeNotifications',
  method: 'POST',
  path: '/account/{bank}/notifications',
  summary: 'Receives the form that changes a notification preference',
  description:
    'Receives the form that changes a preference. It needs the session and the form token of the page.',
  request: { params, body: anyForm },
  responses: { 303: { description: 'Redirect to the page.' }, ...pages },
});

const orderParams = Type.Object({
  ...params.properties,
  order: Type.String({ maxLength: 64, description: 'Id of the standing order.' }),
});

export const showStandingOrder = contract({
  ...shared,
  operationId: 'Account_ShowStandingOrder',
  method: 'GET',
  path: '/account/{bank}/standing-orders/{order}',
  summary: 'Shows a standing order that a third party set up, or asks before it is ended',
  description:
    'A page for browsers: payee, amount and rhythm of the order, with the question before it ends.',
  request: { params: orderParams },
  responses: consentPages,
});

export const changeStandingOrder = contract({
  ...shared,
  operationId: 'Account_ChangeStandingOrder',
  method: 'POST',
  path: '/account/{bank}/standing-orders/{order}',
  summary: 'Receives the forms that end a standing order',
  description:
    'Receives the forms of the page of a standing order. It needs the session and the form token of the page.',
  request: { params: orderParams, body: anyForm },
  responses: consentPages,
});

export const showAccessConfirmation = contract({
  ...shared,
  operationId: 'Account_ShowAccessConfirmation',
  method: 'GET',
  path: '/account/{bank}/access/{consent}/confirm',
  summary: 'Asks for a second factor before a withdrawn consent is given again',
  description: 'A page for browsers: the second factor before a withdrawn consent counts again.',
  request: { params: consentParams },
  responses: consentPages,
});

export const approveAccess = contract({
  ...shared,
  operationId: 'Account_ApproveAccess',
  method: 'POST',
  path: '/account/{bank}/access/{consent}/confirm',
  summary: 'Receives the forms of the second factor',
  description:
    'Receives the code or the passkey of the customer. It needs the session and the form token of the page.',
  request: { params: consentParams, body: anyForm },
  responses: consentPages,
});

export const showFundsConsent = contract({
  ...shared,
  operationId: 'Account_ShowFundsConsent',
  method: 'GET',
  path: '/account/{bank}/funds/{consent}',
  summary:
    'Shows a consent of the signed-in customer to the confirmation of funds, with the days of questions',
  description:
    'A page for browsers: which account the third party may ask about, until when, and on which days it did.',
  request: { params: consentParams },
  responses: consentPages,
});

export const changeFundsConsent = contract({
  ...shared,
  operationId: 'Account_ChangeFundsConsent',
  method: 'POST',
  path: '/account/{bank}/funds/{consent}',
  summary: 'Receives the forms that withdraw such a consent or give it again',
  description:
    'Receives the forms of the page of such a consent. It needs the session and the form token of the page.',
  request: { params: consentParams, body: anyForm },
  responses: consentPages,
});

export const showFundsConfirmation = contract({
  ...shared,
  operationId: 'Account_ShowFundsConfirmation',
  method: 'GET',
  path: '/account/{bank}/funds/{consent}/confirm',
  summary: 'Asks for a second factor before such a consent is given again',
  description: 'A page for browsers: the second factor before a withdrawn consent counts again.',
  request: { params: consentParams },
  responses: consentPages,
});

export const approveFundsConsent = contract({
  ...shared,
  operationId: 'Account_ApproveFundsConsent',
  method: 'POST',
  path: '/account/{bank}/funds/{consent}/confirm',
  summary: 'Receives the forms of the second factor for such a consent',
  description:
    'Receives the code or the passkey of the customer. It needs the session and the form token of the page.',
  request: { params: consentParams, body: anyForm },
  responses: consentPages,
});
