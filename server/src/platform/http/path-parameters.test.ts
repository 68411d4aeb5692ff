import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { parametersOf, routedPaths } from './path-parameters.ts';

const free = { fixed: {} };

describe('path parameters', () => {
  test('reach the router without hyphens, which would end their names', () => {
    expect(routedPaths({ path: '/v1/parties/{party-number}/contact-points/{id}', request: {} })).toEqual([
      { url: '/v1/parties/:party_number/contact-points/:id', fixed: {} },
    ]);
  });

  test.each([
    ['a union of literals', Type.Union([Type.Literal('payments'), Type.Literal('bulk-payments')])],
    ['an enum', Type.Enum(['payments', 'bulk-payments'])],
  ])('with %s become one path per value', (_, service) => {
    const request = { params: Type.Object({ 'payment-service': service, id: Type.String() }) };
    expect(routedPaths({ path: '/v1/{payment-service}/{id}', request })).toEqual([
      { url: '/v1/payments/:id', fixed: { 'payment-service': 'payments' } },
      { url: '/v1/bulk-payments/:id', fixed: { 'payment-service': 'bulk-payments' } },
    ]);
  });

  test('with a union of other schemas stay free', () => {
    const request = { params: Type.Object({ id: Type.Union([Type.Literal('me'), Type.String()]) }) };
    expect(routedPaths({ path: '/{id}', request })).toEqual([{ url: '/:id', fixed: {} }]);
  });

  test('are returned under the names of the specification', () => {
    const path = '/parties/{party-number}/contact-points/{id}';
    expect(parametersOf(path, free, { party_number: '1000000048', id: 'x', more: 'y' })).toEqual({
      'party-number': '1000000048',
      id: 'x',
    });
  });

  test('include the values that the path itself contains', () => {
    const fixed = { 'payment-service': 'payments' };
    expect(parametersOf('/v1/{payment-service}/{id}', { fixed }, { id: 'x' })).toEqual({
      'payment-service': 'payments',
      id: 'x',
    });
  });

  test('are empty if the path has none', () => {
    expect(parametersOf('/parties', free, undefined)).toEqual({});
  });
});
