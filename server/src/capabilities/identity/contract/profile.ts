import Type from 'typebox';
import { named } from '#platform/http/named-schema.ts';

const { Boolean, Optional, String } = Type;
const moment = Optional(String({ format: 'date-time' }));

/** SPEC 002: user profile. */
export const userProfile = named(
  'User',
  'A user of the bank\u2019s channels. Members that the caller may not see are absent.',
  Type.Object({
    'user-id': Optional(String()),
    username: String(),
    'customer-number': Optional(String()),
    'last-login': moment,
    'last-answer-validated': moment,
    'last-password-reset': moment,
    'lock-expires': moment,
    'first-name': Optional(String()),
    'last-name': Optional(String()),
    email: Optional(String()),
    'email-verified': Optional(Boolean()),
    'phone-number': Optional(String()),
    'phone-number-verified': Optional(Boolean()),
    'hint-picture-url': Optional(String()),
    'profile-picture-url': Optional(String()),
    'linked-logins': Optional(Type.Array(Type.Object({ login: String(), provider: String() }))),
    'multifactor-enabled': Optional(Boolean()),
    status: Optional(Type.Enum(['pending', 'active', 'locked', 'suspended', 'closed'])),
  }),
  {
    'multifactor-enabled': 'Whether the user has a second factor.',
    'lock-expires': 'When a lockout after wrong attempts ends.',
  },
);

/** SPEC 002: security question. */
export const questionList = named(
  'SecurityQuestions',
  'Security questions of a user.',
  Type.Object({
    questions: Type.Array(
      Type.Object({
        'question-id': String(),
        question: String(),
        description: Optional(String()),
        'answer-format-type': Type.Enum(['free-text', 'single-choice', 'date', 'number', 'pattern']),
        'answer-format': String(),
        'available-answers': Type.Array(Type.Object({ value: String(), text: String() })),
      }),
    ),
  }),
);

/** SPEC 002: password requirements. */
export const passwordRequirements = named(
  'PasswordRequirements',
  'What a new password must have.',
  Type.Object({
    length: Type.Integer(),
    'non-alphanumeric': Boolean(),
    lowercase: Boolean(),
    uppercase: Boolean(),
    digit: Boolean(),
  }),
  { length: 'Fewest characters.' },
);
