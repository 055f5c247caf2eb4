import { expect, test } from 'vitest'
import type { SubmissionAdminService, SubmissionView } from '#features/submissions/contract.ts'
import { decide } from './decide.ts'

async function accept(externalUpload: SubmissionView['externalUpload']): Promise<string> {
  const admin = { accept: async () => undefined, find: async () => ({ externalUpload }) }
  const form = new FormData()
  form.set('act', 'accept')
  return (await decide(admin as unknown as SubmissionAdminService, 'one', form)).outcome.message
}

test('the message about an accepted track says who adds it to the station', async () => {
  expect(await accept(undefined)).toContain('is being sent to the station')
  expect(await accept({ state: 'pending', fault: '' })).toContain('is being sent to the station')
  expect(await accept({ state: 'manual', fault: '' })).toContain('Now add the track to your station')
})
