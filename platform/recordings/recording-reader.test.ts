import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '#platform/database/test-folder.ts'
import { apeTagWithoutHeader, musicOf } from './frames/test-frames.ts'
import { createRecordingReader } from './recording-reader.ts'

const limits = { minSeconds: 1, maxSeconds: 60, minKbps: 0 }

test('a thread reads files one after the other and returns the length of each, or why it is not a recording', async () => {
  const { folder, remove } = testFolder()
  onTestFinished(remove)
  const read = createRecordingReader()
  const outcomeOf = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes)
    return read(join(folder, name), limits)
  }
  const [plain, covered, text] = await Promise.all([
    outcomeOf('plain.mp3', musicOf(200)),
    outcomeOf('covered.mp3', Buffer.concat([musicOf(200), apeTagWithoutHeader(5_000)])),
    outcomeOf('text.mp3', Buffer.from('no sound at all'.repeat(100))),
  ])
  expect(plain).toMatchObject({
    ok: true,
    facts: { durationSeconds: expect.closeTo((200 * 1152) / 44_100, 1) as number },
  })
  expect(covered).toMatchObject({
    ok: true,
    facts: { durationSeconds: expect.closeTo((200 * 1152) / 44_100, 1) as number },
  })
  expect(text).toMatchObject({ ok: false, sentence: expect.stringMatching(/\.$/) as string })
})
