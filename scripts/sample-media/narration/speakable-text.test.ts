import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { chapterBlocks } from './chapter-blocks.ts'
import { sentences } from './sentences.ts'
import { speakable } from './speakable-text.ts'

test('units are read in full, in the singular after one', () => {
  expect(speakable('High-pass at 35–40 Hz, shelf at 7 kHz.')).toBe(
    'High pass at thirty-five to forty hertz, shelf at seven kilohertz.',
  )
  expect(speakable('Take off 1 dB, half a dB, then 2.5 dB.')).toBe(
    'Take off one decibel, half a decibel, then two point five decibels.',
  )
  expect(speakable('Peaks at minus 6 dBFS and −1 dBTP.')).toBe(
    'Peaks at minus six decibels full scale and minus one decibel true peak.',
  )
  expect(speakable('Aim for minus 14 LUFS at 92 BPM.')).toBe(
    'Aim for minus fourteen luffs at ninety-two beats per minute.',
  )
  expect(speakable('A 320 kbps MP3, 15 to 20 cm away.')).toBe(
    'A three hundred twenty kilobits per second M P three, fifteen to twenty centimeters away.',
  )
})

test('abbreviations are spelled out, or read as people say them', () => {
  expect(speakable('ISRCs, a UPC, an ISWC, an IPI, ID3 tags and RGB.')).toBe(
    "I S R C's, a U P C, an I S W C, an I P I, I D three tags and R G B.",
  )
  expect(speakable('Your DAW, some MIDI, a 24-bit WAV and AI.')).toBe(
    'Your daw, some midi, a twenty-four bit wave and A I.',
  )
})

test('a song position and a time of day are distinguished', () => {
  expect(speakable('From 0:12 to 0:48, then 3:22, 1:05 and 2:00.')).toBe(
    'From twelve seconds to forty-eight seconds, then three twenty-two, one oh five and two minutes.',
  )
  expect(speakable('March 3, 14:10.')).toBe('March third, two ten in the afternoon.')
  expect(speakable('May 8, 9:00.')).toBe('May eighth, nine in the morning.')
})

test('numbers, years, money, percent and ordinals become words', () => {
  expect(speakable('In 1983, 2,267 plays; 44.1 and 3.16.')).toBe(
    'In nineteen eighty-three, two thousand two hundred sixty-seven plays; forty-four point one and three point one six.',
  )
  expect(speakable('$9.99, $1 and $1,000.')).toBe(
    'nine dollars and ninety-nine cents, one dollar and one thousand dollars.',
  )
  expect(speakable('38 sales at 6.80, less 15%.')).toBe('thirty-eight sales at six eighty, less fifteen percent.')
  expect(speakable('The 1st, 22nd and 30th of 20 to 30 takes.')).toBe(
    'The first, twenty-second and thirtieth of twenty to thirty takes.',
  )
  expect(speakable('File: second-shift-lyric-1.')).toBe('File: second shift lyric one.')
})

test('quotation marks are dropped, apostrophes stay, brackets and dashes become pauses', () => {
  expect(speakable('“Ida’s take” or “the singers’ take” (loud) — twice…')).toBe(
    "Ida's take, or the singers take, loud, twice,",
  )
})

test('an unknown symbol is rejected by name', () => {
  expect(() => speakable('Call me @ home')).toThrow('no words for “@”')
})

test('sentences end at their punctuation, but not inside a number or a quotation that continues', () => {
  expect(sentences('It took 2.5 dB. “No.” She left! Did “I need to...” help? 12 times.')).toEqual([
    'It took 2.5 dB.',
    '“No.”',
    'She left!',
    'Did “I need to...” help?',
    '12 times.',
  ])
})

test('a chapter is announced, then read block by block', () => {
  const markdown = '## One *thing*\n\nA **bold** word.\n\n1. First\n2. Second one.\n\n> Quoted.\n'
  const blocks = chapterBlocks({ number: '3', title: 'From Sketch to Song', markdown })
  expect(blocks.map((block) => block.says)).toEqual([
    'Chapter three. From Sketch to Song.',
    'One thing.',
    'A bold word.',
    'One. First.',
    'Two. Second one.',
    'Quoted.',
  ])
  expect(blocks.map((block) => block.text)).toEqual([
    'From Sketch to Song',
    'One thing',
    'A bold word.',
    'First',
    'Second one.',
    'Quoted.',
  ])
})

test('a bonus chapter is announced as such', () => {
  expect(chapterBlocks({ number: '', title: 'Bonus: One Song', markdown: '' })[0]?.says).toBe(
    'Bonus chapter. One Song.',
  )
})

test('table rows are read as sentences, counts with the name of their column', () => {
  const read = (markdown: string) =>
    chapterBlocks({ number: '1', title: 'T', markdown })
      .map((block) => block.says)
      .slice(1)
  expect(read('| Section | Bars | Starts |\n|---|---|---|\n| Verse 1 | 16 | 0:10 |\n')).toEqual([
    'Verse 1. 16 bars. Starts: 0:10.',
  ])
  expect(read('| Out | Dollars |\n|---|---|\n| **Total** | **372** |\n')).toEqual([
    'Out, dollars.',
    'Total: 372 dollars.',
  ])
  expect(read('| Weeks to go | Do this |\n|---|---|\n| 1 | Rest |\n')).toEqual([
    'Weeks to go, do this.',
    '1 week to go: Rest.',
  ])
})

test('every sentence of the narrated book can be read aloud', () => {
  const folder = fileURLToPath(new URL('../../../content/books/indie-music-ai-guide-2/manuscript/', import.meta.url))
  const files = readdirSync(folder).filter((name) => !name.startsWith('00-'))
  const spoken = files.flatMap((name) => {
    const markdown = readFileSync(folder + name, 'utf8').replace(/^---\n[\s\S]*?\n---\n\s*# .*\n/, '')
    return chapterBlocks({ number: '1', title: 'One', markdown }).flatMap((block) =>
      sentences(block.says).map(speakable),
    )
  })
  expect(files).toHaveLength(10)
  expect(spoken.length).toBeGreaterThan(1000)
})
