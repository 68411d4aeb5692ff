import Type from 'typebox';
import { contract } from '#platform/http/contract.ts';
import { bank, bankAndUid, forEveryone, page, text } from './parts.ts';

/** Addresses that browsers are sent to on the way to sign in. */
export const pageContracts = {
  beginSignIn: contract({
    ...forEveryone,
    operationId: 'OAuth_BeginSignIn',
    method: 'GET',
    path: '/oauth/{bank}/interaction/{uid}',
    summary: 'Where a browser is sent to sign in, and from there to the bank’s own identity provider',
    request: { params: bankAndUid },
    responses: {
      200: page,
      303: { description: 'To where people sign in.' },
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
    summary: 'Where a customer sends what was filled in on the way to sign in',
    request: {
      params: bankAndUid,
      body: Type.Object({ step: text, csrf: text }, { additionalProperties: true }),
    },
    responses: {
      303: { description: 'To the next page, or on to the client.' },
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
    summary: 'Where the bank’s own identity provider sends its people back to',
    request: { params: bank, query: Type.Object({ state: text, code: text, iss: text, error: text }) },
    responses: { 303: { description: 'On to the client.' }, 400: page, 403: page, 500: page, 503: page },
  }),
} as const;
