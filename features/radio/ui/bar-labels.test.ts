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
  ['track', 'Back after this track'],
  ['chapter', 'Back after this chapter'],
  ['preview', 'Back after the preview'],
  ['video', 'Back after the video'],
  ['voice', 'Back after the chat'],
  ['venue', 'Back after the venue'],
  [undefined, 'Back in a moment'],
])('while the radio waits for %s the bar says %s', (kind, words) => {
  expect(waitingFor(kind)).toBe(words)
})

test('audio in another tab is named as such', () => {
  expect(waitingFor('video', true)).toBe('Playing in another tab')
})
