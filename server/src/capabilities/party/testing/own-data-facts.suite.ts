import type { PartyFacts } from '../domain/fact-map.ts';

/** A person with one contact point and a choice for one medium. */
export const individualFacts: PartyFacts = {
  personal: {
    profile: 'contact',
    name: { kind: 'individual', givenName: 'Maria', surname: 'Schmidt' },
    customer: { status: 'potential', statusSince: '2026-01-01' },
    life: 'living',
    preference: {
      optIns: [{ purpose: 'survey', medium: 'sms', since: '2026-01-01T00:00:00Z', channel: 'branch' }],
      optOuts: [],
    },
    contactPoints: [
      {
        id: 'p1',
        method: 'email',
        usage: 'primary',
        address: { kind: 'email', value: 'old@example.org' },
        isVerified: true,
      },
    ],
  },
  sensitive: { documents: [] },
};
