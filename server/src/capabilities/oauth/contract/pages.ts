import Type from 'typebox';
import { contract } from '#platform/http/contract.ts';
import { urlencodedForm } from '#platform/http/urlencoded-form.ts';
import { bank, bankAndUid, forEveryone, page, text } from './parts.ts';

/** Endpoints that browsers open during a sign-in. */
export const pageContracts = {
  beginSignIn: contract({
    ...forEveryone,
    operationId: 'OAuth_BeginSignIn',
    method: 'GET',
    path: '/oauth/{bank}/interaction/{uid}',
    summary:
      'Starts a sign-in in the browser: shows the sign-in page, or redirects to the bank’s own identity provider',
    description: 'The browser is sent here by the authorization endpoint; a client never calls it.',
    request: { params: bankAndUid },
    responses: {
      200: page,
      303: { description: 'Redirect to the sign-in.' },
      400: page,
      401: page,
      403: page,
      429: page,
      500: page,
      503: page,
    },
  }),
  continueSignIn: contract({
    ...forEveryone,
    operationId: 'OAuth_ContinueSignIn',
    method: 'POST',
    path: '/oauth/{bank}/interaction/{uid}',
    summary: 'Receives the forms of a customer’s sign-in',
    description: 'Receives each step of the sign-in pages; a client never calls it.',
    request: {
      params: bankAndUid,
      body: urlencodedForm(Type.Object({ step: text, csrf: text }, { additionalProperties: true })),
    },
    responses: {
      303: { description: 'Redirect to the next page, or back to the client.' },
      400: page,
      401: page,
      403: page,
      413: page,
      415: page,
      429: page,
      500: page,
      503: page,
    },
  }),
  finishStaffSignIn: contract({
    ...forEveryone,
    operationId: 'OAuth_FinishStaffSignIn',
    method: 'GET',
    path: '/oauth/{bank}/staff/callback',
    summary: 'Callback of the bank’s own identity provider for staff',
    description:
      "The bank's identity provider sends the browser of an employee here; a client never calls it.",
    request: { params: bank, query: Type.Object({ state: text, code: text, iss: text, error: text }) },
    responses: {
      303: { description: 'Redirect to the client.' },
      400: page,
      403: page,
      500: page,
      503: page,
    },
  }),
} as const;
