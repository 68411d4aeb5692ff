import type { ProblemFactory } from '../../server/src/platform/kernel/problem.ts';
import { standardProblems } from '../../server/src/platform/kernel/standard-problems.ts';
import type { ThirdPartyName } from '../../server/src/platform/testing/third-parties.ts';
import { type Actor, type ActorGroup, type Expected, expectAllowed } from './cell.ts';
import type { Harness } from './harness.ts';

const certificateMissing: Expected = refusedAs(standardProblems['certificate-missing']);
const roleInvalid: Expected = refusedAs(standardProblems['role-invalid']);

function refusedAs(problem: ProblemFactory): Expected {
  return { kind: 'refused', problem };
}

/** The third parties of the tests whose certificates are accepted; the others are below. */
const accepted: readonly (readonly [ThirdPartyName, readonly string[]])[] = [
  ['_A', ['PSP_AS', 'PSP_PI', 'PSP_AI', 'PSP_IC', 'PSP_CB', 'PSP_PA', 'VOP_RS', 'VOP_VS']],
  ['_AI', ['PSP_AI']],
  ['_PI', ['PSP_PI']],
  ['_IC', ['PSP_IC']],
];

/** A third party with these roles, on a route that accepts some. */
function withRoles([certificate, roles]: (typeof accepted)[number]): Actor {
  return {
    name: `third party ${certificate}`,
    cells: ({ access }) => {
      if (access.kind === 'client') return [];
      const needed = access.kind === 'callers' ? access.tpp?.roles : roles;
      // A route of the interface that names no role allows no third party.
      const expected =
        needed === undefined
          ? refusedAs(standardProblems.forbidden)
          : needed.some((role) => roles.includes(role))
            ? expectAllowed
            : roleInvalid;
      return [
        {
          caller: 'tpp',
          expected,
          request: async (_harness, target) => ({ ...target, as: { kind: 'tpp', certificate } }),
        },
      ];
    },
  };
}

/** A certificate that no route accepts. */
function refused(
  name: string,
  problem: ProblemFactory,
  certificateOf: (harness: Harness) => Promise<{ readonly der: Buffer }>,
): Actor {
  return {
    name,
    cells: () => [
      {
        caller: 'tpp',
        expected: refusedAs(problem),
        request: async (harness, target) => ({
          ...target,
          as: { kind: 'tpp', certificate: await certificateOf(harness) },
        }),
      },
    ],
  };
}

const invalid = standardProblems['certificate-invalid'];
const qwac =
  (name: ThirdPartyName) =>
  ({ thirdParties }: Harness): Promise<{ readonly der: Buffer }> =>
    thirdParties.qwac(name);

const withoutCertificate: Actor = {
  name: 'no certificate',
  cells: () => [
    { caller: 'none', expected: certificateMissing, request: async (_harness, target) => target },
    {
      caller: 'application',
      expected: certificateMissing,
      request: async ({ app }, target) => ({
        ...target,
        headers: { authorization: `Bearer ${await app.mint.mint({ kind: 'application', scope: 'x' })}` },
      }),
    },
  ],
};

/** A certificate in a header that only the proxy may send. */
const claimed: Actor = {
  name: 'certificate claimed in a header',
  cells: () => [
    {
      caller: 'none',
      expected: certificateMissing,
      request: async ({ thirdParties }, target) => ({
        ...target,
        headers: { 'client-cert': `:${(await thirdParties.qwac('_A')).der.toString('base64')}:` },
      }),
    },
  ],
};

export const thirdPartyActors: ActorGroup = {
  name: 'the third party',
  actors: [
    ...accepted.map(withRoles),
    withoutCertificate,
    claimed,
    refused('expired certificate', standardProblems['certificate-expired'], qwac('_EXP')),
    refused('revoked certificate', standardProblems['certificate-revoked'], qwac('_REV')),
    refused('certificate not yet valid', invalid, qwac('_FUT')),
    refused('certificate of an unknown issuer', invalid, qwac('_EVIL')),
    refused('certificate without statements', invalid, qwac('_NOQC')),
    refused('certificate for signatures', invalid, ({ thirdParties }) => thirdParties.seal('_B')),
    refused('certificate for servers', invalid, ({ thirdParties }) =>
      thirdParties.issue({ commonName: 'tpp.test', purposes: ['serverAuth'] }),
    ),
    refused('blocked organisation', standardProblems['certificate-blocked'], ({ thirdParties }) =>
      thirdParties.issue({ commonName: 'tpp.test', organizationIdentifier: blockedOrganization }),
    ),
  ],
};

/** The product of the matrix blocks this organisation. */
export const blockedOrganization = 'PSDNL-DNB-BLOCKED';
