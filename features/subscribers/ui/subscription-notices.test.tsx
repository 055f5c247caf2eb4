import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '../messages/en.ts'
import { FrequencyText } from './subscription-notices.tsx'

function render(frequency: 'weekly' | 'monthly', isMade: boolean, hasDigest: boolean) {
  const subscriber = { maskedEmail: 'a•••@example.com', status: isMade ? 'subscribed' : 'pending', frequency } as const
  const text = <FrequencyText subscriber={subscriber} isMade={isMade} hasDigest={hasDigest} />
  const Stub = createRoutesStub([{ path: '/', Component: () => inEnglish(text, { subscribers: en }) }])
  return renderToStaticMarkup(<Stub />)
}

test('a digest is promised only while it is sent', () => {
  expect(render('monthly', true, true)).toBe('We send the newsletter to a•••@example.com once a month.')
  expect(render('monthly', false, true)).toBe('Confirm to get the newsletter at a•••@example.com once a month.')
  expect(render('monthly', true, false)).toBe(en.confirm.digestPaused)
  expect(render('weekly', true, false)).toContain('every Friday')
})
