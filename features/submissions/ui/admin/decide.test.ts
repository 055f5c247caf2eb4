import { expect, test } from 'vitest'
import type { SubmissionAdminService, SubmissionView } from '#features/submissions/contract.ts'
import { decide } from './decide.ts'

async function accept(externalUpload: SubmissionView['externalUpload'], isPaused = false): Promise<string> {
  const admin = { accept: async () => undefined, find: async () => ({ externalUpload }) }
  const form = new FormData()
  form.set('act', 'accept')
  return (await decide(admin as unknown as SubmissionAdminService, 'one', form, isPaused)).outcome.message
}

test('the message about an accepted track says who adds it to the station', async () => {
  expect(await accept(undefined)).toContain('will be sent to the station')
  expect(await accept({ state: 'pending', fault: '' })).toContain('will be sent to the station')
  expect(await accept({ state: 'manual', fault: '' })).toContain('Now add the track to your station')
})

test('on a paused site the message about an accepted track says when the artist and the station get it', async () => {
  expect(await accept(undefined)).not.toContain('paused')
  expect(await accept(undefined, true)).toBe(
    'Accepted. The track will be sent to the station, and the artist will get an email. Emails other than sign-in codes, and background jobs, are paused until you resume them under Needs action.',
  )
})
