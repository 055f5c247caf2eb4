import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { NewsletterTerms } from '#features/delivery/contract.ts'
import type { PreferencesView } from '#features/subscribers/preferences.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '../messages/en.ts'
import { PreferencesForm } from './preferences-form.tsx'

const { monthlyPaused, monthlyText, pending, pendingWeekly, trackingOff, trackingText } = en.preferences

function render(person: Partial<PreferencesView>, terms: Partial<NewsletterTerms>) {
  const whole = { maskedEmail: '', status: 'subscribed', frequency: 'weekly', allowsTracking: true, ...person } as const
  const form = <PreferencesForm person={whole} terms={{ isTracked: true, hasDigest: true, ...terms }} />
  const Stub = createRoutesStub([{ path: '/', Component: () => inEnglish(form, { subscribers: en }) }])
  return renderToStaticMarkup(<Stub />)
}

test('the digest is offered only while it is sent, and a person who chose it sees that none arrives', () => {
  expect(render({}, {})).toContain(monthlyText)
  expect(render({}, { hasDigest: false })).not.toContain('value="monthly"')
  const chosen = render({ frequency: 'monthly' }, { hasDigest: false })
  expect(chosen).toContain('value="monthly"')
  expect(chosen).toContain(monthlyPaused)
  expect(chosen).not.toContain(monthlyText)
  expect(render({ status: 'pending', frequency: 'off' }, {})).toContain(pending)
  expect(render({ status: 'pending', frequency: 'off' }, { hasDigest: false })).toContain(pendingWeekly)
})

test('the choice of tracking remains while nobody is tracked, and says so', () => {
  expect(render({}, {})).toContain(trackingText)
  const off = render({}, { isTracked: false })
  expect(off).toContain('name="tracking"')
  expect(off).toContain(trackingOff)
})
