import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readFrameFacts } from './frame-facts.ts'
import { createFrameWalker } from './walk-frames.ts'

const limits = { leastSeconds: 30, mostSeconds: 600 }
const [long, short] = ['luma-swade/glass-arcade.mp3', 'rio-swade/copper-sand.mp3'].map((name) =>
  resolve(import.meta.dirname, '../../../content/artists', name),
) as [string, string]

test('the thread tells of each file what its frames tell, in the order of the questions, and a file that is gone stops nobody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swade-walk-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const page = join(folder, 'page.mp3')
  writeFileSync(page, '<!doctype html>'.repeat(1000))
  const walk = createFrameWalker(limits)
  const outcomes = await Promise.all([long, page, short, join(folder, 'gone.mp3'), long].map(walk))
  const [first, web, second, gone, again] = outcomes
  expect(first).toEqual(readFrameFacts(readFileSync(long), limits))
  expect(first).toMatchObject({ ok: true, facts: { durationSeconds: expect.closeTo(104.05, 1) as number } })
  expect(web).toEqual({ ok: false, sentence: 'This is a web page with another name. Please send the track as an MP3.' })
  // The place in memory still holds the longer file before it.
  expect(second).toEqual(readFrameFacts(readFileSync(short), limits))
  expect(gone).toMatchObject({ ok: false })
  expect(again).toEqual(first)
})
