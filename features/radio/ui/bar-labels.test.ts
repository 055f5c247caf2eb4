import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { en } from '#features/radio/messages/en.ts'
import type { SourceKind } from '#ui/audio/speaker.ts'
import { barNotice } from './bar-labels.ts'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'bar' })

const waitingFor = (kind: SourceKind | undefined, elsewhere = false) =>
  t(
    barNotice(
      'waiting',
      { owner: kind && { id: 'it', kind }, returning: 'radio', elsewhere },
      {} as Parameters<typeof barNotice>[2],
    )!,
  )

test.each<[SourceKind | undefined, string]>([
  ['track', 'Radio resumes after this track'],
  ['chapter', 'Radio resumes after this chapter'],
  ['preview', 'Radio resumes after the preview'],
  ['video', 'Radio resumes after the video'],
  ['voice', 'Radio resumes after the chat'],
  ['venue', 'Radio resumes when you leave the venue'],
  [undefined, 'Radio resumes in a moment'],
])('while the radio waits for %s the bar says %s', (kind, words) => {
  expect(waitingFor(kind)).toBe(words)
})

test('audio in another tab is named as such', () => {
  expect(waitingFor('video', true)).toBe('Playing in another tab')
})
