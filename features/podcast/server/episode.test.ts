import { expect, test } from 'vitest'
import type { Book } from '#features/books/contract.ts'
import { listSections, episodesOf, webVtt } from './episode.ts'

const chapters = [
  { title: 'One', file: '01.mp3', durationSeconds: 10 },
  { title: 'Not recorded yet', file: '' },
  { title: 'Three', file: '03.mp3' },
]
const book = (change: Partial<Book>) => ({ isFree: true, audioChapters: chapters, ...change }) as Book

test('only the recorded chapters of a free book are episodes', () => {
  expect(episodesOf(book({})).map(({ number, file }) => [number, file])).toEqual([
    [1, '01.mp3'],
    [2, '03.mp3'],
  ])
  expect(episodesOf(book({ isFree: false }))).toEqual([])
  expect(episodesOf(undefined)).toEqual([])
})

const spoken = [
  { startSeconds: 0, endSeconds: 3, text: 'Brief Like a Producer' },
  { startSeconds: 4.1239, endSeconds: 5, text: 'Name the job first' },
  { startSeconds: 6, endSeconds: 9, text: 'Write it down.' },
  { startSeconds: 10, endSeconds: 12, text: 'Draft words · Text assistant' },
  { startSeconds: 13, endSeconds: 14, text: 'Day 1, Saturday: the memo' },
]

test('the chapter marks are the title and the headings, not short sentences or table rows', () => {
  const [episode] = episodesOf(book({}))
  expect(listSections(episode!, spoken)).toEqual({
    version: '1.2.0',
    title: 'One',
    chapters: [
      { startTime: 0, title: 'One' },
      { startTime: 4.124, title: 'Name the job first' },
      { startTime: 13, title: 'Day 1, Saturday: the memo' },
    ],
  })
})

test('a transcript is split into short captions that follow each other within the paragraph', () => {
  const text = 'word '.repeat(60).trim()
  const vtt = webVtt([
    { startSeconds: 0.5, endSeconds: 60.5, text },
    { startSeconds: 3661, endSeconds: 3662.25, text: 'R&B <b> --> end' },
  ])
  const [head, ...cues] = vtt.trimEnd().split('\n\n')
  expect(head).toBe('WEBVTT')
  const times = cues.map((cue) => cue.split('\n')[0]!.split(' --> '))
  expect(times[0]![0]).toBe('00:00:00.500')
  expect(times.at(-2)![1]).toBe('00:01:00.500')
  expect(cues.at(-1)).toBe('01:01:01.000 --> 01:01:02.250\nR&amp;B &lt;b&gt; --&gt; end')
  for (const [index, cue] of cues.slice(0, -1).entries()) {
    expect(cue.split('\n')[1]!.length).toBeLessThanOrEqual(84)
    if (index > 0) expect(times[index]![0]).toBe(times[index - 1]![1])
  }
  expect(
    cues
      .slice(0, -1)
      .map((cue) => cue.split('\n')[1])
      .join(' '),
  ).toBe(text)
})

test('a recording without text has an empty transcript', () => {
  expect(webVtt([])).toBe('WEBVTT\n\n\n')
})
