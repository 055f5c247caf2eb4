import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { reasonOf } from '#ui/test-button-reason.ts'
import { maxTracks } from '#features/submissions/constants.ts'
import { en } from '#features/submissions/messages/en.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import { SubmissionForm } from './submission-form.tsx'
import { isWebsite } from './track-fields.tsx'

const html = renderToStaticMarkup(inEnglish(<SubmissionForm />, { submissions: en }))

test('the form shows how many tracks one visitor can send before any is sent', () => {
  expect(html).toContain(`You can send up to ${maxTracks.perHour} tracks an hour and ${maxTracks.perDay} a day.`)
})

test('without a file the button explains what is missing', () => {
  expect(reasonOf(html, 'Submit Track')).toBe('Choose an MP3 file first.')
})

test("no field relies on the browser's validation bubbles, whose text differs from ours", () => {
  expect(html).not.toContain('type="url"')
})

test.each(['', '  ', 'example.com', 'https://example.com/a', 'www.example.com:8080', 'münchen.example'])(
  '%j is accepted as a website',
  (typed) => {
    expect(isWebsite(typed)).toBe(true)
  },
)

test.each(['my website', '@band', 'me@example.com', 'javascript:alert(1)', 'ftp://example.com', 'https://'])(
  '%j is not a website',
  (typed) => {
    expect(isWebsite(typed)).toBe(false)
  },
)
