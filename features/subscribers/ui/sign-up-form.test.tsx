import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '../messages/en.ts'
import { reasonOf } from '#ui/test-button-reason.ts'
import { SignUpForm } from './sign-up-form.tsx'

const render = (form: ReactElement) => renderToStaticMarkup(inEnglish(form, { subscribers: en }))

test.each([
  ['Please enter a valid email address.', true],
  ['Too many sign-ups from your network.', false],
])('a plain post shows “%s”, and marks the field if the input is invalid: %s', (detail, isRefused) => {
  const html = render(
    <SignUpForm isTracked refused={{ detail, isRefused, email: 'a@b', firstName: '', lastName: '' }} />,
  )
  const id = /<p id="([^"]+)" role="alert"/.exec(html)?.[1]
  expect(id).toBeTruthy()
  expect(html).toContain(detail)
  expect([html.includes('aria-invalid="true"'), html.includes(`aria-describedby="${id}"`)]).toEqual([
    isRefused,
    isRefused,
  ])
})

test('the button explains a missing address', () => {
  expect(reasonOf(render(<SignUpForm isTracked />), 'Subscribe')).toBe('Enter your email address to subscribe.')
  const refused = { detail: 'x', isRefused: true, email: 'a@b.example', firstName: '', lastName: '' }
  expect(reasonOf(render(<SignUpForm isTracked refused={refused} />), 'Subscribe')).toBeUndefined()
})

test('the consent says whether opens and clicks are counted', () => {
  expect(render(<SignUpForm isTracked />)).toContain(en.form.consent)
  expect(render(<SignUpForm isTracked={false} />)).toContain(en.form.consentUntracked)
})
