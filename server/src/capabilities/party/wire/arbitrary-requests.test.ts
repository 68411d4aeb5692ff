import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Contract, RequestOf } from '#platform/http/contract.ts';
import {
  modifyContactPoint,
  modifyContactPreference,
  registerContactPoint,
} from '../contract/contact-points.ts';
import { registerIdentificationDocument } from '../contract/documents.ts';
import {
  applyIndividualCorrections,
  changeSurname,
  modifyEmploymentProfile,
  modifyResidentialProfile,
  registerIndividual,
  reportDeath,
} from '../contract/individuals.ts';
import {
  changeOwnership,
  modifyBusinessName,
  modifySize,
  registerOrganization,
} from '../contract/organizations.ts';
import { listParties, searchParties } from '../contract/reading.ts';
import { modifyServicingInfo } from '../contract/servicing.ts';
import { arbitraryValue } from '../testing/arbitrary-body.suite.ts';
import {
  type TestRequest,
  type ValidationOutcome,
  validatorOf,
} from '../testing/request-validation.suite.ts';
import { toContactPointChange, toNewContactPoint, toPreferenceRequest } from './contact-points.ts';
import {
  toCorrections,
  toDeathReport,
  toEmploymentChange,
  toResidenceChange,
  toSurnameChange,
} from './individual-changes.ts';
import {
  toBusinessNameChange,
  toNewDocument,
  toOwnershipChange,
  toServicingChange,
  toSizeChange,
} from './party-changes.ts';
import { toListQuery, toSearchQuery } from './queries.ts';
import { toIndividualRegistration, toOrganizationRegistration } from './registration.ts';

interface Edge {
  readonly name: string;
  readonly contract: Contract;
  readonly validate: (sent: TestRequest) => ValidationOutcome<unknown>;
  /** Number of requests that passed the schemas. */
  readonly reached: { count: number };
}

function edge<C extends Contract>(contract: C, translate: (request: RequestOf<C>) => unknown): Edge {
  const reached = { count: 0 };
  const validate = validatorOf(contract, (request: RequestOf<C>) => {
    reached.count += 1;
    return translate(request);
  });
  return { name: contract.operationId, contract, validate, reached };
}

const edges: readonly Edge[] = [
  edge(listParties, toListQuery),
  edge(searchParties, toSearchQuery),
  edge(registerIdentificationDocument, toNewDocument),
  edge(modifyServicingInfo, toServicingChange),
  edge(modifyContactPreference, toPreferenceRequest),
  edge(registerContactPoint, toNewContactPoint),
  edge(modifyContactPoint, toContactPointChange),
  edge(registerIndividual, toIndividualRegistration),
  edge(applyIndividualCorrections, toCorrections),
  edge(changeSurname, toSurnameChange),
  edge(modifyEmploymentProfile, toEmploymentChange),
  edge(modifyResidentialProfile, toResidenceChange),
  edge(reportDeath, toDeathReport),
  edge(registerOrganization, toOrganizationRegistration),
  edge(modifyBusinessName, toBusinessNameChange),
  edge(changeOwnership, toOwnershipChange),
  edge(modifySize, toSizeChange),
];

const params = { 'party-number': '1000000048', id: '018f3f3e-0000-7000-8000-000000000001' };

describe('any request that a contract allows', () => {
  it.each(edges)(
    '$name becomes a command, or is rejected with field errors',
    ({ contract, validate, reached }) => {
      const { body, params: named, query } = contract.request;
      const paramNames = Object.keys(named?.properties ?? {});
      const given = Object.fromEntries(Object.entries(params).filter(([name]) => paramNames.includes(name)));
      // Any error that is not a problem ends the run.
      const isSound = (value: unknown): boolean => {
        const validated = validate({
          params: given,
          ...(body === undefined ? { query: value } : { body: value }),
        });
        return 'command' in validated ? !hasUndefined(validated.command) : validated.errors.length > 0;
      };
      fc.assert(fc.property(arbitraryValue(body ?? query), isSound), { numRuns: 300 });
      // If no request passed the schemas, the property would not test the translation.
      expect(reached.count).toBeGreaterThan(20);
    },
  );
});

/** An absent member must not exist at all; an undefined one would be lost or rejected later. */
function hasUndefined(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUndefined);
}
