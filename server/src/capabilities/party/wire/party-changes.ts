import { inspect } from '#dialects/channel/field-errors.ts';
import type { RequestOf } from '#platform/http/contract.ts';
import { mapDefined, mapNullable, omitUndefined, unlessBlank } from '#platform/kernel/members.ts';
import type { registerIdentificationDocument } from '../contract/documents.ts';
import type { changeOwnership, modifyBusinessName, modifySize } from '../contract/organizations.ts';
import type { modifyServicingInfo } from '../contract/servicing.ts';
import type {
  BusinessNameChange,
  NewDocument,
  OwnershipChange,
  ServicingChange,
  SizeChange,
} from '../domain/changes.ts';
import { readOwnership, readSize } from './organization-values.ts';
import { readContentUrl, readDocument, readOrganizationName } from './values.ts';

export function toNewDocument({ body }: RequestOf<typeof registerIdentificationDocument>): NewDocument {
  return inspect('body', (cursor) => readDocument(body, cursor));
}

export function toServicingChange({ body }: RequestOf<typeof modifyServicingInfo>): ServicingChange {
  return omitUndefined({
    unit: body['servicing-unit'],
    relationshipManager: body['relationship-manager'],
    deputyManager: body['deputy-manager'],
    serviceChannel: body['service-channel'],
    effectiveDate: body['effective-date'],
  });
}

export function toBusinessNameChange({ body }: RequestOf<typeof modifyBusinessName>): BusinessNameChange {
  return inspect('body', (cursor) => {
    const name = (member: 'registered-name' | 'commercial-name'): string | null | undefined =>
      mapNullable(body[member], (text) => readOrganizationName(text, cursor.at(member)));
    const change = omitUndefined({
      registeredName: name('registered-name'),
      commercialName: name('commercial-name'),
      legalStructure: body['legal-structure'],
    });
    if (Object.keys(change).length === 0) cursor.report('too-few');
    return omitUndefined({
      ...change,
      effectiveDate: body['effective-date'],
      reason: unlessBlank(body.reason),
      contentUrl: mapDefined(body['content-url'], (url) => readContentUrl(url, cursor.at('content-url'))),
    });
  });
}

export function toOwnershipChange({ body }: RequestOf<typeof changeOwnership>): OwnershipChange {
  return inspect('body', (cursor) => ({
    ...readOwnership(body, cursor),
    effectiveDate: body['effective-date'],
  }));
}

export function toSizeChange({ body }: RequestOf<typeof modifySize>): SizeChange {
  return inspect('body', (cursor) => readSize(body, cursor));
}
