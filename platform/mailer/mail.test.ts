import { expect, test } from 'vitest'
import { assertSafeMail, invalidMailMessage } from './mail.ts'

test('a mail that cannot be written is reported with our message, not with that of a program', () => {
  const errorOf = (act: () => unknown) => {
    try {
      return act()
    } catch (error) {
      return invalidMailMessage(error as TypeError)
    }
  }
  const mail = { to: 'a@example.com', subject: 'Hello', html: '', text: '' }
  expect(errorOf(() => assertSafeMail({ ...mail, to: 'a@example.com, b@example.com' }))).toBe(
    'the recipient must be exactly one plain address',
  )
  expect(errorOf(() => assertSafeMail({ ...mail, subject: 'Hi\nBcc: b@example.com' }))).toBe(
    'the subject must be a single line',
  )
  for (const slip of [
    () => (undefined as unknown as string).length,
    () => new URL('/nowhere'),
    () => Buffer.from(7 as never),
  ])
    expect(errorOf(slip)).toBe('this email could not be generated')
})
