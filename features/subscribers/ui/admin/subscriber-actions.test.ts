import { expect, test } from 'vitest'
import { releaseAdvice } from './subscriber-actions.tsx'

test('the advice says what removing a suppression does, or why it cannot be removed', () => {
  const of = (suppressed_because: string, can_release: boolean) =>
    releaseAdvice({ status: 'suppressed', can_release, suppressed_because })
  expect(of('complaint: told by an import', true)).toMatch(/imported file says .*reported spam.*unsubscribed/)
  expect(of('complaint: spam button', false)).toMatch(/cannot be removed/)
  expect(of('bounce: 550', true)).toMatch(/bounced.*newsletters again/)
  expect(of('by-admin: test', true)).toMatch(/by mistake.*unsubscribed/)
  expect(of('erased', false)).toMatch(/data of this person was deleted/)
  expect(releaseAdvice({ status: 'unsubscribed', can_release: false, suppressed_because: null })).toBeUndefined()
})
