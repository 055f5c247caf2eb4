import { createTranslator } from 'use-intl/core'
import { expect, test } from 'vitest'
import type { SiteMessages } from '#shared/messages.ts'
import type { TrackImportService } from '#features/tracks/contract.ts'
import { performTrackAction } from './perform-track-action.ts'

const t = createTranslator<SiteMessages>({ locale: 'en', messages: {} as SiteMessages })

const add = async (added: number, failed: number) => {
  const problems = Object.fromEntries(Array.from({ length: failed }, (_, index) => [index, 'Enter a title.']))
  const trackImport = { add: async () => ({ added, drafts: [], problems }) } as unknown as TrackImportService
  const form = new FormData()
  form.set('act', 'add')
  const { outcome, status } = await performTrackAction({ trackImport, t, actor: 'owner@swade.example' }, form)
  return [status, outcome.message]
}

test('the message about added tracks says how many were added and how many were not', async () => {
  expect(await add(1, 0)).toEqual([200, '1 track was added.'])
  expect(await add(2, 0)).toEqual([200, '2 tracks were added.'])
  expect(await add(0, 1)).toEqual([400, 'No tracks were added. 1 track could not be added. The list shows why.'])
  expect(await add(1, 2)).toEqual([400, '1 track was added. 2 tracks could not be added. The list shows why.'])
  expect(await add(0, 0)).toEqual([
    400,
    'Choose an action other than “Decide later” for at least one track, then try again.',
  ])
})

test('a track that leaves the list is discarded only if no artist’s page has it', async () => {
  const discard = async (isOnPage: boolean) => {
    const trackImport = { discard: async () => ({ title: 'Own Two', isOnPage }) } as unknown as TrackImportService
    const form = new FormData()
    form.set('act', 'discard:one')
    return (await performTrackAction({ trackImport, t, actor: 'owner@swade.example' }, form)).outcome.message
  }
  expect(await discard(false)).toBe('“Own Two” was discarded.')
  expect(await discard(true)).toBe('“Own Two” was removed from this list. The artist’s tracks were not changed.')
})
