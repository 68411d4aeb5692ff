import { describe, expect, test } from 'vitest';
import { parametersOf, routedPath } from './path-parameters.ts';

describe('path parameters', () => {
  test('reach the router without hyphens, which would end their names', () => {
    expect(routedPath('/v1/party/parties/{party-number}/contact-points/{id}')).toBe(
      '/v1/party/parties/:party_number/contact-points/:id',
    );
  });

  test('are returned under the names of the specification', () => {
    const path = '/parties/{party-number}/contact-points/{id}';
    expect(parametersOf(path, { party_number: '1000000048', id: 'x', more: 'y' })).toEqual({
      'party-number': '1000000048',
      id: 'x',
    });
  });

  test('are empty if the path has none', () => {
    expect(parametersOf('/parties', undefined)).toEqual({});
  });
});
