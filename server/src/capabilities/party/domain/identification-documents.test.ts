import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayAt,
  documentWith,
  newDocumentWith,
  now,
  ruleContextWith,
  today,
} from '../testing/fact-samples.suite.ts';
import type { IdentificationDocument } from './facts.ts';
import {
  addDocument,
  asOfToday,
  type DocumentResult,
  newestFirst,
  nextExpiryDay,
} from './identification-documents.ts';
import { documentKinds, documentStatuses } from './literals.ts';
import { idDocumentsMax } from './policy.ts';

function doneBy(documented: DocumentResult): readonly IdentificationDocument[] {
  assert(documented.kind === 'done', documented.kind);
  return documented.documents;
}

describe('a new document', () => {
  test('is valid, with the employee who verified it', () => {
    const context = { ...ruleContextWith(), verifiedBy: 'e-1' };
    expect(doneBy(addDocument([], newDocumentWith(), context))).toStrictEqual([
      { ...newDocumentWith(), id: 'id-00001', status: 'valid', registeredOn: now, verifiedBy: 'e-1' },
    ]);
    expect(doneBy(addDocument([], newDocumentWith(), ruleContextWith()))[0]).not.toHaveProperty('verifiedBy');
  });

  test.each(documentKinds)('replaces the valid passport if it is one: %s', (kind) => {
    for (const status of documentStatuses) {
      const earlier = documentWith({ status, documentNumber: 'OLD-1' });
      const [first, second] = doneBy(addDocument([earlier], newDocumentWith({ kind }), ruleContextWith()));
      const isReplaced = kind === 'passport' && status === 'valid';
      expect(first).toEqual({ ...earlier, status: isReplaced ? 'replaced' : status });
      expect(second).toMatchObject({ kind, status: 'valid' });
    }
  });

  test.each([
    ['in another spelling', { documentNumber: 'nx-123.4567' }, true],
    ['unchanged', {}, true],
    ['with other days', { issueDate: '2021-01-01' }, true],
    ['of another country', { issuingCountry: 'BE' }, false],
    ['of another kind', { kind: 'identity-card' as const }, false],
    ['with another number', { documentNumber: 'NX1234568' }, false],
  ])('%s is already registered: %s', (_what, changed, isKnown) => {
    for (const status of documentStatuses) {
      const documented = addDocument([documentWith({ status })], newDocumentWith(changed), ruleContextWith());
      expect(documented.kind === 'refused' ? documented.refusal : undefined).toBe(
        isKnown ? 'id-document-already-registered' : undefined,
      );
    }
  });

  test.each([
    [-1, 'id-document-expired'],
    [0, undefined],
    [1, undefined],
  ])('that expires on day %s is rejected as: %s', (offset, refusal) => {
    const documented = addDocument([], newDocumentWith({ expiryDate: dayAt(offset) }), ruleContextWith());
    expect(documented.kind === 'refused' ? documented.refusal : undefined).toBe(refusal);
  });

  test('without an expiry date is accepted', () => {
    const { expiryDate: _, ...lasting } = newDocumentWith();
    expect(addDocument([], lasting, ruleContextWith()).kind).toBe('done');
  });

  test('is rejected when there are twenty', () => {
    const documents = Array.from({ length: 20 }, (_, index) =>
      documentWith({ documentNumber: `N${index + 100}` }),
    );
    expect(idDocumentsMax).toBe(20);
    expect(addDocument(documents, newDocumentWith(), ruleContextWith())).toEqual({
      kind: 'refused',
      refusal: 'id-document-limit-reached',
    });
    expect(addDocument(documents.slice(1), newDocumentWith(), ruleContextWith()).kind).toBe('done');
  });

  test('makes room after a year by those that are not valid any more, the oldest first', () => {
    const context = ruleContextWith();
    const documents = Array.from({ length: 20 }, (_, index) =>
      documentWith({
        id: `document-${String(index).padStart(2, '0')}`,
        documentNumber: `N${index + 100}`,
        status: index === 0 ? 'valid' : 'replaced',
        registeredOn: index < 3 ? '2020-01-01T10:00:00.000Z' : context.now,
      }),
    );
    const added = addDocument(documents, newDocumentWith(), context);
    const ids = added.kind === 'done' ? added.documents.map(({ id }) => id) : [];
    expect(ids).toHaveLength(20);
    expect(ids).toContain('document-00');
    expect(ids).not.toContain('document-01');
    expect(ids).toContain('document-02');
  });

  test('leaves at most one valid document of each kind', () => {
    const kinds = fc.array(fc.constantFrom(...documentKinds), { maxLength: 25 });
    fc.assert(
      fc.property(kinds, (given) => {
        const context = ruleContextWith();
        let documents: readonly IdentificationDocument[] = [];
        for (const [index, kind] of given.entries()) {
          const documented = addDocument(
            documents,
            newDocumentWith({ kind, documentNumber: `N${index}00` }),
            context,
          );
          documents = documented.kind === 'done' ? documented.documents : documents;
        }
        const valid = documents.filter(({ status }) => status === 'valid').map(({ kind }) => kind);
        expect(valid.toSorted()).toEqual([...new Set(given.slice(0, 20))].toSorted());
      }),
    );
  });
});

describe('a document on a day', () => {
  test.each(documentStatuses)('that was %s yesterday and has expired', (status) => {
    const over = documentWith({ status, expiryDate: dayAt(-1) });
    expect(asOfToday([over], today)).toEqual([{ ...over, status: status === 'valid' ? 'expired' : status }]);
  });

  test('is valid on its expiry date, and for ever without one', () => {
    const { expiryDate: _, ...lasting } = documentWith();
    const documents = [documentWith({ expiryDate: today }), lasting];
    expect(asOfToday(documents, today)).toEqual(documents);
  });
});

describe('the next expiry day', () => {
  test.each([
    ['none, of none', [], undefined],
    ['none, of one without an expiry date', [undefined], undefined],
    ['tomorrow, when it expires today', [0], dayAt(1)],
    ['the day after the first of them', [30, 10, undefined, 20], dayAt(11)],
    ['today, when one expired and its status is not updated', [-1, 10], today],
    ['today, when one expired long ago', [-400], today],
  ])('is %s', (_what, offsets, day) => {
    const documents = offsets.map((offset) => {
      const { expiryDate: _, ...lasting } = documentWith();
      return offset === undefined ? lasting : { ...lasting, expiryDate: dayAt(offset) };
    });
    expect(nextExpiryDay(documents, today)).toBe(day);
  });

  test('is undefined for documents that are not valid', () => {
    const others = documentStatuses.filter((status) => status !== 'valid');
    expect(
      nextExpiryDay(
        others.map((status) => documentWith({ status })),
        today,
      ),
    ).toBeUndefined();
  });

  test('is undefined for documents that are valid for life', () => {
    expect(nextExpiryDay([documentWith({ expiryDate: '9999-12-31' })], today)).toBeUndefined();
    const both = [documentWith({ expiryDate: '9999-12-31' }), documentWith({ expiryDate: '9999-12-30' })];
    expect(nextExpiryDay(both, today)).toBe('9999-12-31');
  });

  test('is the next day on which a status changes', () => {
    const offsets = fc.array(fc.integer({ min: -5, max: 20 }), { maxLength: 5 });
    fc.assert(
      fc.property(offsets, (given) => {
        const documents = given.map((offset) => documentWith({ expiryDate: dayAt(offset) }));
        const due = nextExpiryDay(documents, today);
        const days = Array.from({ length: 25 }, (_, offset) => dayAt(offset));
        const expired = days.find((day) =>
          asOfToday(documents, day).some(({ status }) => status === 'expired'),
        );
        expect(due).toBe(expired);
      }),
    );
  });
});

test('the newest document comes first', () => {
  const documents = ['b', 'c', 'a'].map((id) => documentWith({ id }));
  expect(newestFirst(documents).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});
