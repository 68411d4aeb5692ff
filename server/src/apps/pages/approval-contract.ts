import Type from 'typebox';
import { plain } from '#dialects/plain/plain.ts';
import { everyone } from '#platform/auth/access.ts';
import { contract, type Interface } from '#platform/http/contract.ts';
import { urlencodedForm } from '#platform/http/urlencoded-form.ts';

const approvals: Interface = {
  name: 'approvals',
  title: 'Pages on which customers approve what third parties ask for',
  basePath: '/sca',
  dialect: plain,
  // The page itself says so, and leads back to the third party.
  duringMaintenance: 'open',
};

const page = { description: 'An HTML page.' } as const;
const pages = { 200: page, 404: page, 503: page } as const;
const params = Type.Object({
  handle: Type.String({
    pattern: '^[a-z0-9]{2,8}\\.[A-Za-z0-9_\\-]{1,64}$',
    description: 'The bank and a secret, as in the link that the third party got.',
  }),
});

const shared = {
  interface: approvals,
  access: everyone,
  problems: [],
  idempotency: 'none',
  rate: 'page',
  source: 'addition',
} as const;

export const showApproval = contract({
  ...shared,
  operationId: 'Approval_Show',
  method: 'GET',
  path: '/sca/{handle}',
  summary: 'Shows the step of an approval that the customer has reached',
  description:
    'A page for browsers: the third party sends the customer here by the link `scaRedirect`. It shows what is approved and asks for the factors.',
  request: {
    params,
    query: Type.Object(
      {
        state: Type.Optional(
          Type.String({ description: 'Value that the third party gets back with the customer.' }),
        ),
        page: Type.Optional(
          Type.String({
            description: 'Page of the payments of a bulk, or of the bulks of a basket, from 1 on.',
          }),
        ),
        lang: Type.Optional(Type.String({ description: 'Language that the customer chose.' })),
      },
      { additionalProperties: true },
    ),
  },
  responses: pages,
});

export const changeApproval = contract({
  ...shared,
  operationId: 'Approval_Change',
  method: 'POST',
  path: '/sca/{handle}',
  summary: 'Receives the forms of these pages',
  description:
    'Receives the forms of the approval pages. Its last step redirects the browser back to the third party.',
  request: {
    params,
    body: urlencodedForm(Type.Object({ do: Type.Optional(Type.String()) }, { additionalProperties: true })),
  },
  responses: {
    303: { description: 'Redirect to the page, or back to the third party.' },
    400: page,
    403: page,
    413: page,
    415: page,
    ...pages,
  },
});

export const watchApproval = contract({
  ...shared,
  operationId: 'Approval_Watch',
  method: 'GET',
  path: '/sca/{handle}/status',
  summary: 'Says to a page that waits for a device whether there is something else to show',
  description:
    'The approval page calls it while the customer approves on a device; other clients have no use for it.',
  request: { params },
  responses: {
    200: {
      description:
        '`waiting`, `approved` or `changed`, as one word; where the client accepts `text/event-stream`, an event as soon as it is no longer `waiting`.',
    },
    503: { description: 'Too many streams are open; the page asks for the word every two seconds.' },
  },
});
