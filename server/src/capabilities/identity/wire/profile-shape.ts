import type { Static } from 'typebox';
import { fieldErrorAt, rejectFieldErrors } from '#dialects/channel/field-errors.ts';
import { applyShape, type ShapeRequest, type ShapeRules, shapeFor } from '#platform/kernel/shaping.ts';
import { userProfile } from '../contract/profile.ts';

const all: readonly string[] = Object.keys(userProfile.properties);
/** Members that are returned only when they are requested. */
const notByDefault: ReadonlySet<string> = new Set(['linked-logins', 'hint-picture-url']);

const rules: ShapeRules = {
  defaults: all.filter((name) => !notByDefault.has(name)),
  all,
  fixed: ['user-id', 'username'],
};

/** Returns the members of a profile that the caller requests. */
export function shapeProfile(
  { include, trim }: ShapeRequest,
  profile: Readonly<Record<string, unknown>> & { readonly username: string },
): Static<typeof userProfile> {
  const requested = { include, trim };
  const shape = shapeFor(rules, requested);
  if (!('members' in shape)) {
    const isKnown = (path: string): boolean => path === '*' || all.includes(path);
    const wrong = Object.entries(requested).filter(([, paths]) => paths?.some((path) => !isKnown(path)));
    rejectFieldErrors(wrong.map(([parameter]) => fieldErrorAt([parameter], 'enum', 'query')));
    return profile;
  }
  return { ...applyShape(shape, profile), username: profile.username };
}
