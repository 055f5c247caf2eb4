import { expect, test } from 'vitest'
import { readReport } from './read-report.ts'
import { mail } from './test-reports.ts'

test('a token in a base64 part is found', async () => {
  const original = Buffer.from(
    'List-Unsubscribe: <mailto:bounce+0123@swade.example>\r\nSubject: x\r\n\r\nNews.',
  ).toString('base64')
  const parts = ['Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64', '', original]
  const feedback = ['Content-Type: message/feedback-report', '', 'Feedback-Type: abuse']
  const lines = ['--b', ...feedback, '--b', ...parts, '--b--', '']
  const { envelopes } = await readReport(
    mail({ 'To': 'abuse@swade.example', 'Content-Type': 'multipart/report; boundary=b' }, lines),
  )
  expect(envelopes.some((text) => text.includes('bounce+0123@swade.example'))).toBe(true)
})

test('the excerpt of an email ends with a whole character', async () => {
  const raw = mail({ Subject: `${'x'.repeat(299)}😀😀` }, [`${'y'.repeat(499)}👨‍👩‍👧‍👦 more`])
  const { subject, excerpt } = await readReport(raw)
  expect([subject, excerpt].every((text) => text.isWellFormed() && !text.includes('\ufffd'))).toBe(true)
})

test('an email of empty lines or invisible characters is parsed in linear time', async () => {
  // In quadratic time, each of these would take longer than a test may.
  await readReport(mail({ Subject: 'x' }, ['\n'.repeat(200_000)]))
  const field = `Original-Rcpt-To: a${'\u200b'.repeat(300_000)}b`
  const part = ['Content-Type: message/feedback-report', '', 'Feedback-Type: abuse', field]
  await readReport(mail({ 'Content-Type': 'multipart/report; boundary=b' }, ['--b', ...part, '--b--', '']))
})

test('a token is found anywhere in an email', async () => {
  const { envelopes } = await readReport(
    mail({ To: 'abuse@swade.example' }, ['{"source":"bounce+0123@swade.example"}']),
  )
  expect(envelopes.some((text) => text.includes('bounce+0123@swade.example'))).toBe(true)
})
