import { expect, test } from 'vitest'
import { foldText } from '#shared/fold-text.ts'
import { countWordsIn, findOnPage, glue, indexPage } from './page-index.ts'
import { openHit } from './search-hit.ts'

const found = (lines: string[], words: string, isWhole = false) =>
  findOnPage(indexPage(lines), foldText(words), isWhole).length

test.each([
  [
    ['名前はま', 'だ無い。どこで', 'ニ', 'ャーニャー泣いて'],
    ['まだ無い', 'ニャーニャー', '無い。どこ'],
  ],
  [
    ['人人生而自由，在尊严', '和权利上一律平等，', '他们赋有 AI 理性'],
    ['尊严和权利', '平等，他们', 'AI理性', '有 AI 理'],
  ],
  [
    ['มนุษย์ทั้งหลายเกิดมามีอิส', 'ระและเสมอภาคกัน'],
    ['อิสระ', 'อิสระ และ'],
  ],
  [
    ['모든 인', '간은 태어날 때'],
    ['인간은', '모든 인간은', '인간은 태어날'],
  ],
  [
    ['die Rechts\u00adschutz\u00ad‐', 'versicherung'],
    ['rechtsschutzversicherung', 'RECHTSSCHUTZ'],
  ],
  [['ＡＢＣ　ｶﾞｲﾄﾞ'], ['abc', 'ガイド']],
  [
    ['संस्कृति-', 'संपन्न'],
    ['संस्कृतिसंपन्न', 'संस्कृति-संपन्न'],
  ],
])('in %j words are found across lines', (lines, queries) => {
  for (const words of queries) expect([words, found(lines, words)]).toEqual([words, 1])
})

test('words joined by a maqaf are found with a maqaf, a hyphen or a space, across lines, and each alone on a locked page', () => {
  const queries = ['בית־ספר', 'בית-ספר', 'בית ספר']
  for (const lines of [
    ['זה בית־ספר גדול'],
    ['זה בית ספר גדול'],
    ['זה בית־', 'ספר גדול'],
    ['זה בֵּית-סֵפֶר גדול'],
    ['זה בית', 'ספר גדול'],
  ])
    for (const words of queries) expect([lines, words, found(lines, words)]).toEqual([lines, words, 1])
  expect(found(['זה בית־ספר גדול'], 'ספר', true)).toBe(1)
  expect(openHit(1, indexPage(['זה בית־ספר גדול']), 3, 7)).toMatchObject({
    before: 'זה ',
    match: 'בית־ספר',
    after: ' גדול',
  })
  expect(found(['ב־1948'], 'ב-1948')).toBe(1)
})

test('a line break between words of scripts with spaces is a space', () => {
  expect([found(['the fox', 'jumps'], 'fox jumps'), found(['the fox', 'jumps'], 'foxjumps')]).toEqual([1, 0])
  expect(found(['وقد وهبوا', 'عقلاً وضميرًا'], 'وهبوا عقلا')).toBe(1)
})

test('a continued line is joined with the one before it, and reports its own position', () => {
  const lines = ['see [', `${glue}Gad06`, `${glue}], and`, 'HTML5', `${glue}, Web`]
  for (const words of ['[gad06],', 'html5, web', 'see [gad06']) expect([words, found(lines, words)]).toEqual([words, 1])
  const page = indexPage(lines)
  const hit = openHit(1, page, findOnPage(page, '[gad06]', false)[0]!, 7)
  expect([hit.before, hit.match, hit.after, hit.lines]).toEqual(['see ', '[Gad06]', ', and', [0, 1, 2]])
})

test('on locked pages words of scripts without spaces match whole, at most two', () => {
  const page = ['吾輩は猫である。名前はまだ無い。', '東京都千代田区']
  expect([found(page, '名前', true), found(page, '猫', true), found(page, '東京', true)]).toEqual([1, 1, 1])
  expect([found(page, '前は', true), found(page, '名前はまだ無い', true)]).toEqual([0, 0])
  const korean = ['모든 인간은 태어날 때부터']
  expect([found(korean, '인간은', true), found(korean, '모든 인간은', true)]).toEqual([1, 1])
  expect([found(korean, '인간', true), found(korean, '모든인간은태어날', true)]).toEqual([0, 0])
  expect(countWordsIn(foldText('吾輩は猫である'))).toBeGreaterThan(2)
})

test('a hit has whole letters, joins lines as its script does and cuts its context between words', () => {
  const lines = ['吾'.repeat(80) + '名前はま', 'だ無い' + '猫'.repeat(80)]
  const page = indexPage(lines)
  const words = foldText('まだ無い')
  const hit = openHit(3, page, findOnPage(page, words, false)[0]!, words.length)
  expect([hit.match, hit.before.length, hit.after.length, hit.lines]).toEqual(['まだ無い', 60, 60, [0, 1]])
  const accented = indexPage(['cafe\u0301 noir'])
  expect(openHit(1, accented, 0, 4).match).toBe('cafe\u0301')
})
