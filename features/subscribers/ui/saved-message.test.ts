import { expect, test } from 'vitest'
import { savedMessage } from './saved-message.ts'

test.each([
  ['weekly', true, 'saved'],
  ['weekly', false, 'saved'],
  ['monthly', true, 'saved'],
  ['monthly', false, 'savedWithoutDigest'],
  ['off', false, 'savedUnsubscribed'],
] as const)(
  'preferences with the frequency “%s”, the digest being sent: %s, are answered with “%s”',
  (frequency, hasDigest, key) => {
    expect(savedMessage({ frequency }, hasDigest)).toBe(`subscribers.answers.${key}`)
  },
)
