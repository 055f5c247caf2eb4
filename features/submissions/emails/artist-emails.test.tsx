import { render } from '@react-email/render'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import type { MessageTree, SiteMessages } from '#shared/messages.ts'
import type { CheckNote } from '#features/submissions/contract.ts'
import { en } from '#features/submissions/messages/en.ts'
import { named } from '#tests/support/in-english.tsx'
import { InReviewMail, WithdrawnMail } from './artist-emails.tsx'
import { type AboutTrack, InLanguage } from './track-email.tsx'

const about = {
  artistName: 'Mara Quell',
  songTitle: 'Salt Flats',
  statusUrl: 'https://swade.example/submission/x',
  supportEmail: 'hello@swade.example',
  sender: { name: 'Swade', address: '' },
} as unknown as AboutTrack

function inEnglish(content: ReactElement) {
  const messages = named({ submissions: en } as unknown as MessageTree) as unknown as SiteMessages
  return <InLanguage locale="en" messages={messages} content={content} />
}
const inReview = (...notes: CheckNote[]): Promise<string> =>
  render(inEnglish(<InReviewMail {...about} notes={notes} />), { plainText: true })
const note = (code: string): CheckNote => ({ code, severity: 'problem', text: '', values: {} })

test('the email about a track in review says whether the checks were done', async () => {
  expect(await inReview(note('silent'))).toMatch(/We checked the whole recording\.[^]*The recording is silent\./)
  const unchecked = await inReview(note('not-checked'))
  expect(unchecked).toContain('The automatic checks could not be completed. Next, a person will listen')
  expect(unchecked).not.toMatch(/We checked|checks are done|These findings|manual review/)
})

test('the email about a withdrawn track mentions the rotation only if the track was accepted', async () => {
  const withdrawn = (wasAccepted: boolean) => render(inEnglish(<WithdrawnMail {...about} wasAccepted={wasAccepted} />))
  expect(await withdrawn(true)).toMatch(/this is its last play/)
  const undecided = await withdrawn(false)
  expect(undecided).toContain('It is no longer in the review queue, and we will not play it.')
  expect(undecided).not.toMatch(/rotation|on air|last play/)
})
