import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { reasonOf } from '#ui/test-button-reason.ts'
import { maxTracks } from '#features/submissions/constants.ts'
import { SubmissionForm } from './submission-form.tsx'
import { websiteProblem } from './track-fields.tsx'

const html = renderToStaticMarkup(<SubmissionForm />)

test('the form tells how many tracks one visitor can send before any is sent', () => {
  expect(html).toContain(`You can send up to ${maxTracks.perHour} tracks an hour and ${maxTracks.perDay} a day.`)
})

test('without a file the button says what is missing', () => {
  expect(reasonOf(html, 'Submit Track')).toBe('Choose an MP3 file first.')
})

test('no field leaves its complaint to a bubble of the browser that other words could replace', () => {
  expect(html).not.toContain('type="url"')
})

test.each(['', '  ', 'example.com', 'https://example.com/a', 'www.example.com:8080', 'münchen.example'])(
  '%j is taken as a website',
  (typed) => {
    expect(websiteProblem(typed)).toBeUndefined()
  },
)

test.each(['my website', '@band', 'me@example.com', 'javascript:alert(1)', 'ftp://example.com', 'https://'])(
  '%j is no website, and the field says so',
  (typed) => {
    expect(websiteProblem(typed)).toBe('Enter a web address such as https://example.com.')
  },
)
