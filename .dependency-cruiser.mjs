/**
 * Arrows point down: apps → capabilities → dialects → platform → platform/kernel. Adapters implement ports, and only
 * apps know them. `npm run check` also compares the number of modules read here with the files on disk, because
 * "no violation" is what this tool says as well when it has read nothing.
 */

/** A capability may use another one only when that one stands on a lower level. */
const capabilityLevels = [
  ['tpp', 'core-banking', 'configuration', 'monitoring', 'party'],
  ['correspondence', 'payee-verifications', 'tpp-notifications', 'tpp-quotas'],
  ['authorization'],
  ['identity'],
  ['sca', 'client'],
  ['payments', 'consents', 'funds-confirmations'],
  ['accounts', 'signing-baskets', 'oauth'],
  ['operator'],
];

const capabilities = capabilityLevels.flat().join('|');
const tests = '\\.(?:test|suite)\\.ts$';
const testing = '^server/src/platform/testing/';
const inCapability = '^server/src/capabilities/([^/]+)/';
const ownCapability = '^server/src/capabilities/$1/';

/** Level by level: from one of its members to another capability of the same level or of one above. */
const levelRules = capabilityLevels.map((members, level) => ({
  name: `capabilities-of-level-${level}-look-down`,
  comment: 'Need something from above or beside? Declare a port; apps/wiring.ts connects it.',
  severity: 'error',
  from: { path: `^server/src/capabilities/(${members.join('|')})/` },
  to: {
    path: `^server/src/capabilities/(?:${capabilityLevels.slice(level).flat().join('|')})/`,
    pathNot: ownCapability,
  },
}));

const rules = [
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one file, or a third is missing.',
    from: { path: '^server/' },
    to: { circular: true },
  },
  {
    name: 'no-cycle-in-tools',
    comment: 'A run that is loaded on demand may name the type of those who load it.',
    from: { path: '^(?:bench|e2e|examples|hsm|tools)/' },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'resolvable',
    comment: 'An import that leads nowhere hides an arrow from every other rule.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'platform-knows-nothing-above',
    from: { path: '^server/src/platform/', pathNot: tests },
    to: { path: '^server/src/(?!platform/)' },
  },
  {
    name: 'platform-tests-know-no-resource',
    comment: 'They may speak a real dialect; which resources there are is none of their business.',
    from: { path: '^server/src/platform/' },
    to: { path: '^server/src/(?!platform/|dialects/)' },
  },
  {
    name: 'work-is-below-http',
    comment:
      'Requests run commands; commands do not know that a request runs them. Shared types are in the kernel.',
    from: { path: '^server/src/platform/work/' },
    to: { path: '^server/src/platform/http/' },
  },
  {
    name: 'kernel-stands-alone',
    comment: 'The kernel is pure: everything may build on it, so it builds on nothing of ours.',
    from: { path: '^server/src/platform/kernel/', pathNot: tests },
    to: { path: '^server/src/(?!platform/kernel/)' },
  },
  {
    name: 'kernel-uses-few-packages',
    from: { path: '^server/src/platform/kernel/', pathNot: tests },
    to: {
      dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer'],
      pathNot:
        '(?:^|/)node_modules/(?:temporal-polyfill|@formatjs/intl-localematcher|libphonenumber-js|tldts)/',
    },
  },
  {
    name: 'dialects-know-only-the-platform',
    from: { path: '^server/src/dialects/', pathNot: tests },
    to: { path: '^server/src/(?!dialects/|platform/)' },
  },
  {
    name: 'capabilities-know-no-app-and-no-adapter',
    from: { path: '^server/src/capabilities/' },
    to: { path: '^server/src/(?!capabilities/|dialects/|platform/)' },
  },
  {
    name: 'capabilities-have-a-level',
    comment: 'A new capability gets its place in the table at the top of this file first.',
    from: { path: '^server/src/capabilities/', pathNot: `^server/src/capabilities/(?:${capabilities})/` },
    to: {},
  },
  {
    name: 'capabilities-through-the-front-door',
    comment: 'Another capability is used through its index.ts only; never its contract, wire or store.',
    from: { path: inCapability, pathNot: '\\.suite\\.ts$' },
    to: {
      path: '^server/src/capabilities/',
      pathNot: [ownCapability, '^server/src/capabilities/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'test-support-uses-test-support',
    comment: 'The test app of a capability may be built on that of a lower one.',
    from: { path: `${inCapability}.*\\.suite\\.ts$` },
    to: {
      path: '^server/src/capabilities/',
      pathNot: [ownCapability, '^server/src/capabilities/[^/]+/index\\.ts$', '\\.suite\\.ts$'],
    },
  },
  ...levelRules,
  {
    name: 'front-door-for-those-above',
    from: { path: '^server/src/(?:main\\.ts$|apps/)' },
    to: {
      path: '^server/src/capabilities/',
      // What capabilities bring for tests is for tests of those above as well.
      pathNot: ['^server/src/capabilities/[^/]+/index\\.ts$', '\\.suite\\.ts$'],
    },
  },
  {
    name: 'adapters-implement-ports',
    comment: 'An adapter sees the platform and the port it implements, nothing else.',
    from: { path: '^server/src/adapters/', pathNot: tests },
    to: {
      path: '^server/src/(?!adapters/|platform/)',
      pathNot: '^server/src/capabilities/[^/]+/(?:index\\.ts$|ports/|testing/)',
    },
  },
  {
    name: 'only-apps-know-adapters',
    from: { path: '^server/src/', pathNot: '^server/src/(?:apps|adapters)/' },
    to: { path: '^server/src/adapters/' },
  },
  {
    name: 'oidc-provider-stays-in-its-engine',
    comment: 'The library answers for us behind capabilities/oauth; nobody else gets used to it. ADR 0011.',
    from: {
      path: '^(?:server|bench|e2e|tools)/',
      pathNot: [
        '^server/src/capabilities/oauth/engine/',
        '^server/src/adapters/staff-provider/[^/]+\\.suite\\.ts$',
      ],
    },
    to: { path: '(?:^|/)node_modules/(?:@types/)?oidc-provider/' },
  },
  {
    name: 'openid-client-stays-in-its-adapter',
    comment: 'How another provider is spoken to is known in one place. ADR 0022.',
    from: {
      path: '^(?:server|bench|e2e|tools)/',
      pathNot: '^server/src/adapters/(?:openid|staff-provider|login-provider)/',
    },
    to: { path: '(?:^|/)node_modules/(?:openid-client|oauth4webapi)/' },
  },
  {
    name: 'commander-stays-in-the-parser',
    comment: 'Commands are data; one file knows how words are parsed. ADR 0061.',
    from: { path: '^(?:server|bench|tools|e2e)/', pathNot: '^server/src/apps/program/parse-arguments\\.ts$' },
    to: { path: '(?:^|/)node_modules/commander/' },
  },
  {
    name: 'passkeys-stay-in-their-engine',
    comment: 'What browsers send about passkeys is judged in one place. ADR 0043.',
    from: {
      path: '^(?:server|bench|tools|e2e)/',
      // Attestations of device keys are CBOR too. ADR 0095.
      pathNot: '^server/src/(?:capabilities/identity/engine/passkeys|adapters/attestation)/',
    },
    to: { path: '(?:^|/)node_modules/@simplewebauthn/' },
  },
  {
    name: 'password-hashing-stays-in-its-engine',
    comment: 'The bound on hashes at a time is only one if everybody is behind it. ADR 0041.',
    from: {
      path: '^(?:server|bench|tools|e2e)/',
      pathNot: '^server/src/capabilities/identity/engine/passwords/',
    },
    to: { path: '(?:^|/)node_modules/@node-rs/argon2/' },
  },
  {
    name: 'picture-codecs-stay-in-their-adapter',
    comment: 'Hostile bytes are decoded in a thread of their own. ADR 0044.',
    from: { path: '^(?:server|bench|tools|e2e)/', pathNot: '^server/src/adapters/pictures/' },
    to: { path: '(?:^|/)node_modules/@jsquash/' },
  },
  {
    name: 'domain-is-pure',
    comment: 'Rules have no I/O, no clock, no randomness: kernel, own domain, Temporal, assertions.',
    from: { path: `${inCapability}domain/`, pathNot: tests },
    to: {
      pathNot: [
        `${ownCapability}domain/`,
        '^server/src/platform/kernel/',
        '(?:^|/)node_modules/temporal-polyfill/',
        '^(?:node:)?assert(?:/strict)?$',
      ],
    },
  },
  {
    name: 'wire-names-stop-at-the-edge',
    comment: 'contract, wire and routes look inwards; nothing inside looks back at them.',
    from: {
      path: `${inCapability}(?:operations/|steps/|domain/|store/|ports/|(?:events|event-handlers|problems)\\.ts$)`,
      pathNot: tests,
    },
    to: { path: `${ownCapability}(?:contract|wire|routes)(?:\\.ts$|/)` },
  },
  {
    name: 'steps-serve-operations',
    comment:
      'An operation is an entry point. What several operations share is a step, and a step never calls back.',
    from: { path: `${inCapability}(?:steps|store|domain)/`, pathNot: tests },
    to: { path: `${ownCapability}operations/` },
  },
  {
    name: 'testing-is-for-tests',
    from: { path: '^server/src/', pathNot: [tests, testing] },
    to: { path: [testing, tests] },
  },
  {
    name: 'the-product-needs-no-tools',
    from: { path: '^server/' },
    to: { path: '^(?:bench|e2e|examples|hsm|tools)/' },
  },
  {
    name: 'the-example-third-party-stands-alone',
    comment: 'Developers of third parties copy it.',
    from: { path: '^examples/tpp/' },
    to: { pathNot: '^examples/tpp/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'declared-packages-only',
    from: { path: '^server/src/', pathNot: [tests, testing] },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  },
].map((rule) => ({ severity: 'error', ...rule }));

// oxlint-disable-next-line import/no-default-export -- the tool reads its configuration from there
export default {
  forbidden: rules,
  options: {
    doNotFollow: { path: '(?:^|/)node_modules/' },
    exclude: { path: '(?:^|/)\\.(?:node|cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.d.ts', '.mjs', '.js', '.json'],
    },
  },
};
