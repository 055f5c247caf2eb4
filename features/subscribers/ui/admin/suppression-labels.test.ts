import { expect, test } from 'vitest'
import { releaseAdvice } from './subscriber-actions.tsx'
import { suppressionLabel } from '#features/subscribers/suppression-labels.ts'

test.each([
  ['complaint: told by an import', 'Reported as spam, according to an imported file'],
  ['bounce: told by an import', 'Bounced, according to an imported file'],
  ['bounce: 550 5.1.1 no such user: gone', 'Bounced: 550 5.1.1 no such user: gone'],
  ['by-admin: asked by telephone', 'By an administrator: asked by telephone'],
  ['by-admin', 'By an administrator'],
  ['complaint', 'Reported as spam'],
  ['erased: asked by the person', 'Deleted at their request: asked by the person'],
  ['something new: of later', 'something new: of later'],
])('%j is shown as %j', (because, words) => {
  expect(suppressionLabel(because)).toBe(words)
})

test('the advice says what removing a suppression does, or why it cannot be removed', () => {
  const of = (suppressed_because: string, can_release: boolean) =>
    releaseAdvice({ status: 'suppressed', can_release, suppressed_because })
  expect(of('complaint: told by an import', true)).toMatch(/imported file says .*reported spam.*unsubscribed/)
  expect(of('complaint: spam button', false)).toMatch(/cannot be removed/)
  expect(of('bounce: 550', true)).toMatch(/bounced.*next newsletter/)
  expect(of('by-admin: test', true)).toMatch(/by mistake.*unsubscribed/)
  expect(of('erased', false)).toMatch(/delete their data/)
  expect(releaseAdvice({ status: 'unsubscribed', can_release: false, suppressed_because: null })).toBeUndefined()
})
