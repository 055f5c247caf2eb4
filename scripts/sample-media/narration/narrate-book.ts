/**
 * Reads the free book aloud: manuscript/*.md becomes narration/NN.mp3, and narration/NN.json says when each block is
 * heard. What it makes is committed, so the site itself never runs it; README.md beside this file says what it needs.
 *
 *   npm run narration -- [--chapter 3] [--text]
 *
 * All chapters when none is named. `--text` prints what would be spoken and makes nothing.
 */
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Chapter, readBook } from '../books/manuscript.ts'
import { arrange, type TimedBlock } from './arrange.ts'
import { writeAudioFacts } from './audio-facts.ts'
import { chapterBlocks } from './chapter-blocks.ts'
import { requireDebianTools } from './debian-tools.ts'
import { readAloud, VOICE } from './festival-voice.ts'
import { MASTER, writeMaster } from './master.ts'
import { sentences } from './sentences.ts'
import { speakable } from './speakable-text.ts'

const BOOK_ID = 'indie-music-ai-guide-2'
const LENGTH_SLACK_SECONDS = 0.2

/** What stands in NN.json, for reading along. */
type Narration = { chapter: number; title: string; file: string; durationSeconds: number; paragraphs: TimedBlock[] }

const { values } = parseArgs({ options: { chapter: { type: 'string' }, text: { type: 'boolean' } } })
const booksFolder = fileURLToPath(new URL('../../../content/books', import.meta.url))
const book = readBook(booksFolder, BOOK_ID)
const folder = join(booksFolder, BOOK_ID, 'narration')
// The foreword is not read: the recording begins where the chapters do.
const chapters = book.chapters.slice(book.chapters.findIndex((chapter) => chapter.number === '1'))
const chosen = chapters
  .map((_, index) => index + 1)
  .filter((number) => !values.chapter || number === Number(values.chapter))

if (values.text) {
  for (const number of chosen)
    console.log(
      spokenBlocks(chapters[number - 1]!)
        .map((block) => block.spoken.join(' | '))
        .join('\n'),
    )
} else {
  requireDebianTools()
  mkdirSync(folder, { recursive: true })
  for (const number of chosen) narrate(chapters[number - 1]!, number)
  writeAudioFacts(join(booksFolder, BOOK_ID, 'book.yaml'), folder, {
    readBy: `Synthetic voice (${VOICE.name})`,
    quality: `${Math.floor(MASTER.sampleRate / 1000)} kHz mono, ${MASTER.kilobits} kbps`,
  })
}

function spokenBlocks(chapter: Chapter) {
  return chapterBlocks(chapter).map((block) => ({ ...block, spoken: sentences(block.says).map(speakable) }))
}

function narrate(chapter: Chapter, number: number): void {
  const name = String(number).padStart(2, '0')
  const file = join(folder, `${name}.mp3`)
  const blocks = spokenBlocks(chapter)
  const recordings = readAloud(blocks.flatMap((block) => block.spoken))
  const { samples, timings } = arrange(
    blocks.map((block) => ({ ...block, sentences: recordings.splice(0, block.spoken.length) })),
    VOICE.sampleRate,
  )
  const measured = writeMaster(samples, VOICE.sampleRate, tagsOf(chapter.title, number), file)
  const durationSeconds = Math.round(measured.seconds * 100) / 100
  if (Math.abs(timings.at(-1)!.endSeconds - durationSeconds) > LENGTH_SLACK_SECONDS)
    throw new Error(`${file}: timings and sound differ`)
  const narration: Narration = {
    chapter: number,
    title: timings[0]!.text,
    file: `${name}.mp3`,
    durationSeconds,
    paragraphs: timings,
  }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(narration, null, 2)}\n`)
  const words = blocks.flatMap((block) => block.spoken.join(' ').split(' ')).length
  const pace = Math.round((words / durationSeconds) * 60)
  console.log(
    `${name}: ${Math.round(statSync(file).size / 1000)} kB, ${pace} words a minute, ${JSON.stringify(measured)}`,
  )
}

function tagsOf(title: string, number: number) {
  return {
    title,
    artist: 'Synthetic voice',
    album: book.title,
    track: `${number}/${chapters.length}`,
    comment: 'AI-generated narration',
  }
}
