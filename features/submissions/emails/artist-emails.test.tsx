import { render } from '@react-email/render'
import { expect, test } from 'vitest'
import type { MessageTree, SiteMessages } from '#shared/messages.ts'
import type { CheckNote } from '#features/submissions/contract.ts'
import { en } from '#features/submissions/messages/en.ts'
import { named } from '#tests/support/in-english.tsx'
import { InReviewMail } from './artist-emails.tsx'
import { InLanguage } from './track-email.tsx'

async function inReview(...notes: CheckNote[]): Promise<string> {
  const about = {
    artistName: 'Mara Quell',
    songTitle: 'Salt Flats',
    statusUrl: 'https://swade.example/submission/x',
    supportEmail: 'hello@swade.example',
    sender: { name: 'Swade', address: '' },
  } as unknown as Parameters<typeof InReviewMail>[0]
  const messages = named({ submissions: en } as unknown as MessageTree) as unknown as SiteMessages
  const mail = <InLanguage locale="en" messages={messages} content={<InReviewMail {...about} notes={notes} />} />
  return render(mail, { plainText: true })
}
const note = (code: string): CheckNote => ({ code, severity: 'problem', text: '', values: {} })

test('the email about a track in review says whether the checks were done', async () => {
  expect(await inReview(note('silent'))).toMatch(/We checked the whole recording\.[^]*The recording is silent\./)
  const unchecked = await inReview(note('not-checked'))
  expect(unchecked).toContain('The automatic checks could not be completed. Next, a person will listen')
  expect(unchecked).not.toMatch(/We checked|checks are done|These findings|manual review/)
})
