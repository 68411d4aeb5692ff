import Type from 'typebox';

const { Boolean, Optional, String } = Type;
const moment = Optional(String({ format: 'date-time' }));

/** SPEC 002: user profile. */
export const userProfile = Type.Object({
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
});

/** SPEC 002: security question. */
export const questionList = Type.Object({
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
});

/** SPEC 002: password requirements. */
export const passwordRequirements = Type.Object({
  length: Type.Integer(),
  'non-alphanumeric': Boolean(),
  lowercase: Boolean(),
  uppercase: Boolean(),
  digit: Boolean(),
});
